//go:build !unix

package main

import "os"

// hangUp is no signal: there is none.
func hangUp() []os.Signal { return nil }
