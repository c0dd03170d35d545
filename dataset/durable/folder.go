package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
)

// Unclaimed reports that the folder dir holds anything but files with the names given and what killed writers of them left. It
// is for folders that are about to become somebody's: what is not known to be ours is not written to. A folder
// that is not there is nobody's.
func Unclaimed(dir string, names ...string) error {
	entries, err := os.ReadDir(dir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	for _, e := range entries {
		ours := func(name string) bool { return e.Name() == name || temporaryOf(name, e.Name()) }
		if e.IsDir() || !slices.ContainsFunc(names, ours) {
			return fmt.Errorf("folder %s holds %s, which is not of this work: give another folder", dir, e.Name())
		}
	}
	return nil
}
