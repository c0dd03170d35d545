//go:build !linux

package selfplay

// totalMemory returns 0: this system is not asked.
func totalMemory() uint64 { return 0 }
