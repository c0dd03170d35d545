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
	workers := atOnce(c.Workers)
	waiting := uint64(3*c.BlockGames+workers) * uint64(c.MaxPlies) * perPly
	return baseMemory + uint64(workers)*worker + waiting
}

// fitsMemory refuses what the machine's memory cannot hold. Where the machine does not tell, everything fits.
func fitsMemory(need uint64, workers, hashMB int) error {
	if have := totalMemory(); have > 0 && need > have {
		return fmt.Errorf("%d workers with %d MB of table an engine need about %d MB, this machine has %d MB: "+
			"use fewer workers or a smaller table", workers, hashMB, need/mebibyte, have/mebibyte)
	}
	return nil
}
