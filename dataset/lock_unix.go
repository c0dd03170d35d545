//go:build unix

package dataset

import (
	"errors"
	"fmt"
	"os"
	"syscall"
)

// LockFolder makes the folder ours until the returned file is closed, or fails with ErrInUse when
// another process has it. The lock dies with the process.
func LockFolder(dir string) (*os.File, error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, fmt.Errorf("lock folder: %w", err)
	}
	err = syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		err = ErrInUse
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("folder %s: %w", dir, err), f.Close())
	}
	return f, nil
}
