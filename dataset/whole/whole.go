package whole

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// tempExt ends the names of files being written: ".NAME.DIGITS.tmp".
const tempExt = ".tmp"

// WriteFile makes the file at path hold data.
func WriteFile(path string, data []byte) error {
	return Write(path, func(w io.Writer) error {
		_, err := w.Write(data)
		return err
	})
}

// Write makes the file at path hold what write writes: into a temporary file beside it, synced, renamed,
// and the folder synced. Without success the old file stays as it was.
func Write(path string, write func(io.Writer) error) error {
	if err := sweep(path); err != nil {
		return err
	}
	temporary, err := writeTemporary(path, write)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := Rename(temporary, path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	return nil
}

// Rename gives a file another name in its folder, and syncs the folder.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	folder, err := os.Open(filepath.Dir(to))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// writeTemporary returns the name of a synced temporary file beside path.
func writeTemporary(path string, write func(io.Writer) error) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), prefix(path)+"*"+tempExt)
	if err != nil {
		return "", err
	}
	if err := errors.Join(write(f), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

func prefix(path string) string { return "." + filepath.Base(path) + "." }

// temporaryOf reports whether name is that of a temporary file for path.
func temporaryOf(path, name string) bool {
	name, begins := strings.CutPrefix(name, prefix(path))
	digits, ends := strings.CutSuffix(name, tempExt)
	return begins && ends && strings.Trim(digits, "0123456789") == ""
}

// sweep deletes what killed writers of path left behind.
func sweep(path string) error {
	dir := filepath.Dir(path)
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if temporaryOf(path, e.Name()) {
			if err := os.Remove(filepath.Join(dir, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}
