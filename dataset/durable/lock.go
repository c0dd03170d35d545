package durable

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// ErrInUse means that another process writes to the folder.
var ErrInUse = errors.New("in use by another process")

// Lock makes the folder dir if it is not there, and makes it ours until the lock is closed. It fails
// with ErrInUse when another process, or another lock of this one, has it. The lock dies with the
// process.
func Lock(dir string) (io.Closer, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("lock folder: %w", err)
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("lock folder: %w", err)
	}
	if err := lock(f); err != nil {
		return nil, errors.Join(fmt.Errorf("folder %s: %w", dir, err), f.Close())
	}
	return f, nil
}
