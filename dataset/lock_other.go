//go:build !unix

package dataset

import "os"

// LockFolder only opens the folder: this system has no advisory locks.
func LockFolder(dir string) (*os.File, error) { return os.Open(dir) }
