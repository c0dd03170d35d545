package round

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"reflect"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/eval/gate"
	"jieqi/eval/match"
	"jieqi/trainer"
)

// What it costs to remove a damaged file.
const (
	lossStage   = "the stage is done again, with the same outcome"
	lossGate    = "the gate goes on from the pairs it has played, with the same outcome"
	lossMachine = "the next process writes down the machine at hand"
	lossGames   = "its games are played again, the same ones"
)

// readOutcome returns what the JSON file at path holds, nil if there is no such file. A file that is damaged, or
// foreign and so without anything of what belongs there, may be removed: loss says what that costs.
func readOutcome[T any](path, loss string) (*T, error) {
	v, err := durable.ReadJSON[T](path)
	var unread *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.As(err, &unread): // not what the file says: removing it would not help
		return nil, err
	case err == nil && reflect.ValueOf(v).Elem().IsZero():
		err = fmt.Errorf("%s: it holds nothing of what belongs there", path)
	}
	if err != nil {
		return nil, fmt.Errorf("damaged file: %w; remove it: %s", err, loss)
	}
	return v, nil
}

// decision returns what the gate decided, nil if it has not yet.
func (r RoundFolder) decision() (*gate.Result, error) {
	return readOutcome[gate.Result](r.Decision(), lossGate)
}

// plan returns what the gate decides by, nil if it is not begun.
func (r RoundFolder) plan() (*gate.Plan, error) {
	return readOutcome[gate.Plan](filepath.Join(r.Gate(), "plan.json"), lossGate)
}

// checkJournals reads the journals of a round, whether anything still needs them or not: damage is found while there may be
// something to restore them from.
func (r RoundFolder) checkJournals() error {
	if _, err := dataset.ReadManifest(filepath.Join(r.SelfPlay(), dataset.ManifestName)); err != nil {
		return err
	}
	if _, _, err := trainer.ReadLog(r.Train()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, dir := range []string{r.Gate(), r.Yardstick()} {
		if _, err := match.Read(dir); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// shardRemedy says what to do where err is about what a shard holds.
func shardRemedy(err error) error {
	if errors.Is(err, dataset.ErrNotShard) || errors.Is(err, dataset.ErrDamaged) {
		return fmt.Errorf("%w; remove the shard, and selfplay.done.json beside its folder: %s", err, lossGames)
	}
	return err
}

// networkRemedy says what to do where a network of the run, whose settings are c, cannot be read.
func (f Folder) networkRemedy(facts Facts, c Config, name string, err error) error {
	for _, made := range facts {
		if made.Kind == FactNetwork && made.Network == name {
			return fmt.Errorf("%w; remove the file, if it is there, and %s: the network is made again, the same one",
				err, f.Round(made.Round).Marker(stageQuantise))
		}
	}
	if name == c.Champion {
		return fmt.Errorf("%w; give the network that the run began with once more with --champion", err)
	}
	return err
}
