package main

import (
	"errors"
	"fmt"
	"os"
	"runtime/pprof"
)

// profiled runs work and writes what its CPU time went into to path, unless that is empty. A command that is
// interrupted has its profile written as well.
func profiled(path string, work func() error) (err error) {
	if path == "" {
		return work()
	}
	f, err := os.Create(path)
	if err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	defer func() {
		if closed := f.Close(); closed != nil {
			err = errors.Join(err, fmt.Errorf("--profile: %w", closed))
		}
	}()
	if err := pprof.StartCPUProfile(f); err != nil {
		return fmt.Errorf("--profile: %w", err)
	}
	defer pprof.StopCPUProfile()
	return work()
}
