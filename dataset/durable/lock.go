package durable

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// ErrInUse means that another process writes to the folder.
var ErrInUse = errors.New("in use by another process")

// Lock makes the folder dir if it is not there, and makes it ours until the lock is closed. It fails
// with ErrInUse when another process, or another lock of this one, has it. The lock dies with the
// process.
func Lock(dir string) (io.Closer, error) {
	// InUse holds a lock for an instant: that is not worth failing for.
	const tries, pause = 5, 20 * time.Millisecond
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("lock folder: %w", err)
	}
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("lock folder: %w", err)
	}
	err = lock(f)
	for try := 1; try < tries && errors.Is(err, ErrInUse); try++ {
		time.Sleep(pause)
		err = lock(f)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("folder %s: %w", dir, err), f.Close())
	}
	return f, nil
}

// InUse reports whether a process has locked the folder dir. It disturbs neither that process, nor one that is about to
// lock the folder, nor another that asks.
func InUse(dir string) (bool, error) {
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	used, err := locked(f)
	return used, errors.Join(err, f.Close())
}
