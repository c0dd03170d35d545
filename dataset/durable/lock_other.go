//go:build !unix

package durable

import "os"

// lock does nothing: this system has no advisory locks.
func lock(*os.File) error { return nil }

// locked knows of no lock.
func locked(*os.File) (bool, error) { return false, nil }
