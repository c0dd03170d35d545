package trainer

import (
	"fmt"
	"unsafe"

	"jieqi/dataset"
)

// Memory estimates the bytes that a run on so many threads takes at most: fixed parts, gradients
// by batch, windows of samples, the hold-out, and the workspace of each thread.
func (c *Config) Memory(threads int) uint64 {
	p := newPlan(c.Batch)
	const vectors = 4 // parameters, both moments, the weights in use
	const windows = 3
	sample := uint64(unsafe.Sizeof(dataset.Sample{}))
	total := uint64(4*numFlat*vectors) + uint64(4*(p.lanes*numFirst+p.chunks*numDense))
	total += windows * uint64(c.Window) * sample
	total += uint64(c.Validation) * sample
	return total + uint64(min(threads, p.lanes))*panelBytes
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
