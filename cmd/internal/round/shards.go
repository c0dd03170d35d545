package round

import (
	"fmt"
	"os"
	"path/filepath"

	"jieqi/dataset"
)

// depth is how many folders a shard lies below its run: rounds, the round and selfplay.
const depth = 3

// Source is a path that leads to shards.
type Source struct {
	Path    string
	Run     bool          // the games are a run's
	Folders []string      // what holds the shards, or the path itself
	Split   dataset.Split // that the games are trained and judged by: the run's, or the usual one for games of no run
}

// Sources finds the shards of paths of runs, of folders in runs and of anything else that holds shards.
func Sources(paths []string) ([]Source, error) {
	var sources []Source
	for _, path := range paths {
		s := Source{Path: path, Folders: []string{path}, Split: dataset.DefaultSplit}
		if run := containing(path); run != "" {
			c, _, err := run.load()
			if err != nil {
				return nil, err
			}
			s.Run, s.Split = true, c.Train.Split
			if whole, err := filepath.Abs(path); err == nil && whole == string(run) {
				if s.Folders, err = Folder(path).played(); err != nil {
					return nil, err
				}
			}
		}
		sources = append(sources, s)
	}
	return sources, nil
}

// Shards is Sources for those to whom all games are one set: it returns the paths of what holds the shards, and the one
// split of all. Games that are split differently are refused together.
func Shards(paths []string) ([]string, dataset.Split, error) {
	var folders []string
	var first dataset.Split
	sources, err := Sources(paths)
	if err != nil {
		return nil, first, err
	}
	for i, s := range sources {
		if i == 0 {
			first = s.Split
		}
		if s.Split != first {
			return nil, first, fmt.Errorf("%s holds out %d and %d of 1000 deals for gate and validation, %s %d and %d: count them apart",
				paths[0], first.Gate, first.Validation, s.Path, s.Split.Gate, s.Split.Validation)
		}
		folders = append(folders, s.Folders...)
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
