package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
// and the folder synced. Without success the old file stays as it was. Errors name path or its folder.
func Write(path string, write func(io.Writer) error) error {
	temporary, err := writeTemporary(path, write)
	if err == nil {
		if err = nameless(Rename(temporary, path)); err != nil {
			err = errors.Join(err, os.Remove(temporary))
		}
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// Probe reports why Write could not even begin with path now, so that a mistyped one costs no long work. It
// leaves nothing behind.
func Probe(path string) error {
	temporary, err := writeTemporary(path, func(io.Writer) error { return nil })
	if err == nil {
		err = os.Remove(temporary)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}

// nameless takes the name of a temporary file, which means nothing to a reader, out of an error about it.
func nameless(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// namelessWriter is a temporary file whose errors do not name it.
type namelessWriter struct{ file *os.File }

func (w namelessWriter) Write(p []byte) (int, error) {
	n, err := w.file.Write(p)
	return n, nameless(err)
}

// Rename gives a file another name in its folder, and syncs the folder.
func Rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncFolder(filepath.Dir(to))
}

// syncFolder waits until the names in dir are on disk.
func syncFolder(dir string) error {
	folder, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// writeTemporary returns the name of a synced temporary file beside path, the only one there.
func writeTemporary(path string, write func(io.Writer) error) (string, error) {
	if err := sweep(path); err != nil {
		return "", err
	}
	f, err := os.CreateTemp(filepath.Dir(path), prefix(path)+"*"+tempExt)
	if err != nil {
		return "", nameless(err)
	}
	err = errors.Join(write(namelessWriter{f}), nameless(f.Chmod(0o644)), nameless(f.Sync()), nameless(f.Close()))
	if err != nil {
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
