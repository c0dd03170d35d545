package round

import (
	"fmt"
	"os"
	"path/filepath"

	"jieqi/dataset"
)

// depth is how many folders a shard lies below its run: rounds, the round and selfplay.
const depth = 3

// Shards turns paths of runs, of folders in runs and of anything else that holds shards into the paths of what holds the
// shards, and returns the split that the games in it are trained and judged by: that of the run, or the usual one for
// games of no run. Games that are split differently are refused together.
func Shards(paths []string) ([]string, dataset.Split, error) {
	var folders []string
	var first dataset.Split
	for i, path := range paths {
		run := containing(path)
		split, own := dataset.DefaultSplit, []string{path}
		if run != "" {
			c, _, err := run.load()
			if err != nil {
				return nil, first, err
			}
			split = c.Train.Split
			if whole, err := filepath.Abs(path); err == nil && whole == string(run) {
				if own, err = Folder(path).played(); err != nil {
					return nil, first, err
				}
			}
		}
		if i == 0 {
			first = split
		}
		if split != first {
			return nil, first, fmt.Errorf("%s holds out %d and %d of 1000 deals for gate and validation, %s %d and %d: count them apart",
				paths[0], first.Gate, first.Validation, path, split.Gate, split.Validation)
		}
		folders = append(folders, own...)
	}
	return folders, first, nil
}

// containing returns the run that path is, or lies in where a run's shards lie; "" if there is none.
func containing(path string) Folder {
	at, err := filepath.Abs(path)
	if err != nil {
		return ""
	}
	for range depth + 2 { // the run itself, the folders and a shard
		if info, err := os.Stat(Folder(at).ConfigFile()); err == nil && info.Mode().IsRegular() {
			return Folder(at)
		}
		at = filepath.Dir(at)
	}
	return ""
}

// played returns the folders of shards of all rounds.
func (f Folder) played() ([]string, error) {
	var folders []string
	for n := 1; ; n++ {
		there, err := exists(f.Round(n).SelfPlay())
		if err != nil {
			return nil, err
		}
		if !there && len(folders) == 0 {
			return nil, fmt.Errorf("run %s has played no games yet", string(f))
		}
		if !there {
			return folders, nil
		}
		folders = append(folders, f.Round(n).SelfPlay())
	}
}
