//go:build unix && !linux

package uciclient

import "syscall"

// noOrphan does nothing: an engine that does not notice the end of its input outlives a killed parent.
func noOrphan(*syscall.SysProcAttr) {}
