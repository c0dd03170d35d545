package trainer

import (
	"fmt"

	"jieqi/trainer/backprop"
)

// Memory estimates the bytes that a run on so many threads takes at most: fixed parts, gradients
// by batch, windows of samples, the hold-out, and the workspaces of each thread.
func (c *Config) Memory(threads int) uint64 {
	s := c.feed()
	return s.Memory() + backprop.Memory(inputs, c.Batch, threads)
}

// checkMemory refuses a run that cannot fit the machine's memory.
func checkMemory(c *Config, threads int) error {
	need, have := c.Memory(threads), physicalMemory()
	if have > 0 && need > have {
		return fmt.Errorf("training needs about %d MB of memory, this machine has %d MB: lower batch, window or validation",
			need>>20, have>>20)
	}
	return nil
}
