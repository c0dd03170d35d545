package round

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"jieqi/cmd/internal/shell"
)

// Folder is the root of a run. Its methods name the places in it.
type Folder string

// configName is the file with the run's configuration.
const configName = "run.toml"

// ConfigFile holds the run's configuration; it never changes.
func (f Folder) ConfigFile() string { return filepath.Join(string(f), configName) }

// RegistryFile holds one line a fact.
func (f Folder) RegistryFile() string { return filepath.Join(string(f), "registry.jsonl") }

// ChampionFile holds the name of the network that self-play uses.
func (f Folder) ChampionFile() string { return filepath.Join(string(f), "champion") }

// Networks holds every network ever made in the run, with its parameters and its report, and the one that
// the run began with, if it did with one.
func (f Folder) Networks() string { return filepath.Join(string(f), "networks") }

// Hub holds the keys of workers on other machines, and what they sent of the stage at hand.
func (f Folder) Hub() string { return filepath.Join(string(f), "hub") }

// parametersExtension is that of the files of a network's parameters.
const parametersExtension = ".safetensors"

// parameters is the file of the parameters that a network was made of.
func (f Folder) parameters(name string) string {
	return filepath.Join(f.Networks(), name+parametersExtension)
}

// Report is the report for reading.
func (f Folder) Report() string { return filepath.Join(string(f), "report", "index.html") }

// PulseFile holds how far the work is, while it goes on.
func (f Folder) PulseFile() string { return filepath.Join(string(f), "progress.json") }

// command returns a command of `jieqi round` about the run, for a person to copy.
func (f Folder) command(name string, flags ...string) string {
	return shell.Command(append([]string{"jieqi", "round", name, "--run", string(f)}, flags...)...)
}

// rounds returns how many rounds of the run are begun, and how many the registry calls decided.
func (f Folder) rounds(facts Facts) (begun, decided int, err error) {
	for {
		there, err := exists(string(f.Round(begun + 1)))
		if err != nil || !there {
			return begun, decided, err
		}
		begun++
		if facts.decided(begun) {
			decided = begun
		}
	}
}

// Round is the folder of round n, counted from 1.
func (f Folder) Round(n int) RoundFolder {
	return RoundFolder(filepath.Join(string(f), "rounds", fmt.Sprintf("%03d", n)))
}

// RoundFolder is the folder of one round.
type RoundFolder string

// SelfPlay holds the round's shards.
func (r RoundFolder) SelfPlay() string { return filepath.Join(string(r), "selfplay") }

// First is the file of the parameters that training begins from, where they are not new.
func (r RoundFolder) First() string { return filepath.Join(string(r), "first"+parametersExtension) }

// Charts holds drawings of what the round's games were.
func (r RoundFolder) Charts() string { return filepath.Join(string(r), "charts") }

// Train holds the training log, checkpoints and final parameters.
func (r RoundFolder) Train() string { return filepath.Join(string(r), "train") }

// Gate holds the gate's plan, match and result.
func (r RoundFolder) Gate() string { return filepath.Join(string(r), "gate") }

// Decision is the file with what the gate decided.
func (r RoundFolder) Decision() string { return filepath.Join(r.Gate(), "result.json") }

// Yardstick holds the match against the yardstick, if one was played after the round.
func (r RoundFolder) Yardstick() string { return filepath.Join(string(r), "yardstick") }

// Machine records what the round's first process ran on.
func (r RoundFolder) Machine() string { return filepath.Join(string(r), "machine.json") }

// Marker is the file that says that a stage is done.
func (r RoundFolder) Marker(stage string) string { return filepath.Join(string(r), stage+".done.json") }

// exists reports whether there is something at path.
func exists(path string) (bool, error) {
	_, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}
