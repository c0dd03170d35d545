package nnue

import (
	"errors"
	"io"
	"os"
	"path/filepath"
)

// writeAtomic makes the file at path hold what write writes: into a temporary beside it, synced,
// renamed, and the folder synced. A crash leaves the old file or the new one, never a part.
func writeAtomic(path string, write func(io.Writer) error) error {
	temporary, err := writeTemporary(path, write)
	if err != nil {
		return err
	}
	if err := os.Rename(temporary, path); err != nil {
		return errors.Join(err, os.Remove(temporary))
	}
	folder, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(folder.Sync(), folder.Close())
}

// writeTemporary returns the name of a synced temporary file beside path.
func writeTemporary(path string, write func(io.Writer) error) (string, error) {
	f, err := os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	if err != nil {
		return "", err
	}
	if err := errors.Join(write(f), f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(f.Name()))
	}
	return f.Name(), nil
}

// readLimited returns at most limit+1 bytes of the file at path: enough to see that it is
// too long.
func readLimited(path string, limit int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, int64(limit)+1))
}
