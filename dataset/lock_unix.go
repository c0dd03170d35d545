//go:build unix

package dataset

import (
	"errors"
	"os"
	"syscall"
)

// lock makes f ours until it is closed, or fails with ErrInUse. The lock dies with the process.
func lock(f *os.File) error {
	err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
