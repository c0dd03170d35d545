package durable

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
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

// WriteFolder makes the folder dir hold what write puts into the folder it is given: a temporary one beside dir, which
// gets its name when all is on disk. What write leaves there must be synced, and so must folders in it. Without success
// there is no dir. It fails if dir is there already, empty or not, and with ErrInUse while another process writes it.
// What killed writers left is deleted.
func WriteFolder(dir string, write func(temporary string) error) error {
	if _, err := os.Lstat(dir); !errors.Is(err, fs.ErrNotExist) {
		if err == nil {
			err = errors.New("it is there already: give another folder, or remove it")
		}
		return fmt.Errorf("write folder %s: %w", dir, nameless(err))
	}
	parent := filepath.Dir(filepath.Clean(dir))
	if err := os.MkdirAll(parent, 0o755); err != nil {
		return fmt.Errorf("write folder %s: %w", dir, err)
	}
	temporary := filepath.Join(parent, prefix(filepath.Clean(dir))+"0"+tempExt)
	lock, err := Lock(temporary)
	if err != nil {
		return fmt.Errorf("write folder %s: %w", dir, err)
	}
	defer lock.Close()
	err = empty(temporary)
	if err == nil {
		err = write(temporary)
	}
	if err == nil {
		err = syncFolder(temporary)
	}
	if err == nil {
		err = Rename(temporary, dir)
	}
	if err != nil {
		return fmt.Errorf("write folder %s: %w", dir, errors.Join(err, os.RemoveAll(temporary)))
	}
	return nil
}

// empty deletes what is in a folder.
func empty(dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	return nil
}
