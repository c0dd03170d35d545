package selfplay

import "fmt"

// Measured sizes, rounded up.
const (
	mebibyte   = 1 << 20
	baseMemory = 96 * mebibyte // program, network, compressor
	perEngine  = 2 * mebibyte  // a search without its table
	perPly     = 32            // a recorded ply while its game waits for the writer, slices' slack included
)

// Memory estimates what a run takes at most, in bytes.
func (c *Config) Memory() uint64 {
	worker := 2 * (uint64(c.HashMB)*mebibyte + perEngine)
	waiting := uint64(3*c.BlockGames+c.Workers) * uint64(c.MaxPlies) * perPly
	return baseMemory + uint64(c.Workers)*worker + waiting
}

// checkMemory refuses a run that the machine's memory cannot hold. Where the machine does not tell,
// it only estimates.
func (c *Config) checkMemory() (uint64, error) {
	need, have := c.Memory(), totalMemory()
	if have > 0 && need > have {
		return need, fmt.Errorf("self-play: %d workers with %d MB of table a side need about %d MB, "+
			"this machine has %d MB: use fewer workers or a smaller table", c.Workers, c.HashMB, need/mebibyte, have/mebibyte)
	}
	return need, nil
}
