//go:build !linux

package trainer

// physicalMemory returns the bytes of memory of the machine, 0 if unknown.
func physicalMemory() uint64 { return 0 }
