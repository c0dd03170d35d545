package feed

import (
	"unsafe"

	"jieqi/dataset"
)

// Settings decide which samples of a corpus are used, how, and in what order.
type Settings struct {
	Seed       uint64 // of the order and of mirroring
	Window     int    // positions shuffled together, before split and filter
	Split      dataset.Split
	Filter     dataset.Filter
	LabelScale float64 // centipawns; 0: fitted for each generator
	EarlyPlies int     // equal positions before this ply weigh 1/count; 0: never
	Validation int     // about how many hold-out positions at most
}

// scale returns the label scale of what a scorer, see dataset.BlockInfo, scored, given the fitted ones.
func (s *Settings) scale(fitted map[string]dataset.LabelScale, scorer string) float64 {
	if s.LabelScale != 0 {
		return s.LabelScale
	}
	return fitted[scorer].K
}

// Memory estimates the bytes that windows and hold-out take at most.
func (s *Settings) Memory() uint64 {
	const windows = 3
	sample := uint64(unsafe.Sizeof(dataset.Sample{}))
	return windows*uint64(s.Window)*sample + uint64(s.Validation)*sample
}
