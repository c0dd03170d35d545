package round

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
	"jieqi/engine"
	"jieqi/nnue"
)

// Settle returns the configuration of the run in f. A new run takes wanted, or the quick preset when that
// is nil, with champion in it if that is not empty, and writes it down. Where the first champion is the file
// of a network, the run keeps a copy and knows it by its name. An old run keeps its settings: wanted
// and champion must not differ from them, and run.toml must be as the run began with it. A run that could not go on with
// changes, which Run makes, is not begun.
func Settle(f Folder, wanted *Config, champion string, changes []Change) (Config, error) {
	c, text, err := f.load()
	if errors.Is(err, errNoRun) {
		return begin(f, wanted, champion, changes)
	}
	if err != nil {
		return Config{}, err
	}
	if whole, err := c.encode(); err != nil {
		return Config{}, err
	} else if !bytes.Equal(whole, text) {
		return Config{}, fmt.Errorf("%s: not as this version writes it; go on with the version that began the run, or give another --run", f.ConfigFile())
	}
	asked := c.with(wanted, champion)
	if asked.Champion, err = named(asked.Champion); err != nil {
		return Config{}, err
	}
	if asked.Data, err = placed(asked.Data); err != nil {
		return Config{}, err
	}
	differences := settings.Differences(c, asked)
	if differences == "" && spec.IsNetwork(champion) {
		_, err = f.adopt(champion) // the run's copy may be lost
		return c, err
	}
	if differences == "" {
		return c, nil
	}
	return Config{}, fmt.Errorf("%s: the run was begun with other settings (%s); leave --preset, --config and --champion out "+
		"to go on with it, change it with --set, or give another --run", f.ConfigFile(), differences)
}

// errNoRun means that a folder holds no run, and may become one.
var errNoRun = errors.New("no run is begun there")

// load reads the configuration of the run in f, and its text, and makes sure that it is the one that the run began
// with.
func (f Folder) load() (Config, []byte, error) {
	text, err := os.ReadFile(f.ConfigFile())
	if errors.Is(err, fs.ErrNotExist) {
		return Config{}, nil, f.mayBegin()
	}
	if err != nil {
		return Config{}, nil, fmt.Errorf("read the run's configuration: %w", err)
	}
	facts, err := ReadFacts(f.RegistryFile())
	if err != nil {
		return Config{}, nil, err
	}
	if len(facts) == 0 && len(bytes.TrimSpace(text)) == 0 {
		return Config{}, nil, fmt.Errorf("%s is empty: put its text back, or remove it to begin a run", f.ConfigFile())
	}
	began, ok := facts.Find(FactRun, 0)
	if ok && began.Config != digest(text) || len(bytes.TrimSpace(text)) == 0 {
		return Config{}, nil, fmt.Errorf("%s is not what the run began with: put the old text back (%s shows it), "+
			"and change settings with --set", f.ConfigFile(), f.witness())
	}
	c, err := ParseConfig(text)
	if err != nil {
		return Config{}, nil, fmt.Errorf("%s: %w", f.ConfigFile(), err)
	}
	return c, text, nil
}

// witness returns the file that shows what the run began with: the report, once there is one.
func (f Folder) witness() string {
	if there, err := exists(f.Report()); there && err == nil {
		return f.Report()
	}
	return f.Round(1).Machine()
}

// mayBegin returns errNoRun if f is a place for a new run: a folder that is not there, or with nothing in it that
// work has written.
func (f Folder) mayBegin() error {
	for _, trace := range []string{f.RegistryFile(), filepath.Dir(string(f.Round(1)))} {
		if there, err := exists(trace); err != nil {
			return err
		} else if there {
			return fmt.Errorf("%s is gone, but %s is there: put it back (%s shows it), or give another --run",
				f.ConfigFile(), trace, f.witness())
		}
	}
	entries, err := os.ReadDir(string(f))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		name := e.Name()
		early := name == filepath.Base(f.Networks()) || name == filepath.Base(f.Hub()) // networks put there, workers invited
		if !strings.HasPrefix(name, ".") && !strings.HasSuffix(name, ".log") && !early {
			return fmt.Errorf("%s is no run and not empty: it holds %s; give a new folder with --run", string(f), name)
		}
	}
	return errNoRun
}

// digest returns the SHA-256 of a text in hex.
func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}

func begin(f Folder, wanted *Config, champion string, changes []Change) (Config, error) {
	quick, err := Preset(Presets[0])
	if err != nil {
		return Config{}, err
	}
	c := quick.with(wanted, champion)
	if err := c.Check(); err != nil {
		return Config{}, err
	}
	if _, err := c.changed(changes); err != nil {
		return Config{}, err
	}
	if c.Champion, err = f.adopt(c.Champion); err != nil {
		return Config{}, fmt.Errorf("champion: %w", err)
	}
	if c.Data, err = placed(c.Data); err != nil {
		return Config{}, err
	}
	text, err := c.encode()
	if err != nil {
		return Config{}, err
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return Config{}, err
	}
	return c, durable.WriteFile(f.ConfigFile(), text)
}

// with returns wanted, or c where that is nil, with champion in it unless that is empty.
func (c Config) with(wanted *Config, champion string) Config {
	if wanted != nil {
		c = *wanted
	}
	if champion != "" {
		c.Champion = champion
	}
	return c
}

func (c *Config) encode() ([]byte, error) {
	text, err := toml.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the configuration: %w", err)
	}
	return text, nil
}

// placed returns the paths from the root, so that it is all one where a run goes on from.
func placed(paths []string) ([]string, error) {
	whole := make([]string, len(paths))
	for i, path := range paths {
		var err error
		if whole[i], err = filepath.Abs(path); err != nil {
			return nil, err
		}
	}
	return whole, nil
}

// adopt makes what champion names part of the run, and returns the name by which evaluation finds it.
func (f Folder) adopt(champion string) (string, error) {
	if !spec.IsNetwork(champion) {
		_, err := f.evaluation(champion)
		if errors.Is(err, fs.ErrNotExist) {
			_, err = spec.Load(champion) // which says what the text should be
		}
		return champion, err
	}
	n, err := spec.ReadNetwork(champion)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(f.Networks(), 0o755); err != nil {
		return "", err
	}
	_, err = n.WriteFile(f.Networks())
	return n.Name(), err
}

// named returns the name of the network that champion names, and of anything else champion itself.
func named(champion string) (string, error) {
	if !spec.IsNetwork(champion) {
		return champion, nil
	}
	n, err := spec.ReadNetwork(champion)
	if err != nil {
		return "", fmt.Errorf("champion: %w", err)
	}
	return n.Name(), nil
}

// evaluation returns the factory of an evaluation that is built in, or of a network of the run.
func (f Folder) evaluation(name string) (engine.Factory, error) { return spec.Load(f.Spec(name)) }

// Spec returns what spec.Load knows an evaluation of the run by: the name of one that is built in, or the file of a network.
func (f Folder) Spec(name string) string {
	if spec.BuiltIn(name) {
		return name
	}
	return filepath.Join(f.Networks(), name+nnue.Extension)
}
