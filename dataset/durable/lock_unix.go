//go:build unix

package durable

import (
	"errors"
	"os"
	"syscall"
)

func lock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// locked asks for a lock that many may have at a time, which nobody is given beside one who writes. Closing f gives it up.
func locked(f *os.File) (bool, error) {
	err := flock(f, syscall.LOCK_SH)
	if errors.Is(err, ErrInUse) {
		return true, nil
	}
	return false, err
}

func flock(f *os.File, how int) error {
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return ErrInUse
	}
	return err
}
