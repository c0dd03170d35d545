package serve

import (
	"fmt"
	"os"
	"path/filepath"

	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/round"
	"jieqi/dataset"
)

// places returns where the games lie of paths: shards, folders of shards, matches and runs, these as far as they have
// come.
func places(paths []string) (found []library.Place, err error) {
	for _, path := range paths {
		switch _, err := os.Stat(round.Folder(path).ConfigFile()); {
		case err == nil:
			found = append(found, runPlaces(round.Folder(path))...)
		default:
			if _, err := os.Stat(path); err != nil {
				return nil, err
			}
			found = append(found, library.PlaceOf(path))
		}
	}
	return found, nil
}

// runPlaces returns where the games of a run lie that there are so far.
func runPlaces(f round.Folder) (found []library.Place) {
	for n := 1; ; n++ {
		r := f.Round(n)
		if _, err := os.Stat(string(r)); err != nil {
			return found
		}
		for _, p := range []library.Place{{Name: "self-play", Path: r.SelfPlay()}, {Name: "gate", Path: r.Gate()}, {Name: "yardstick", Path: r.Yardstick()}} {
			_, shards := os.Stat(filepath.Join(p.Path, dataset.ManifestName))
			_, pairs := os.Stat(filepath.Join(p.Path, library.PairsName))
			if shards == nil || pairs == nil {
				p.Name = fmt.Sprintf("%s, round %d, %s", filepath.Base(string(f)), n, p.Name)
				found = append(found, p)
			}
		}
	}
}
