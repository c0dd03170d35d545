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
	Returns    float64 // see dataset.Reading; 0: the scores as they are
	OtherView  float64 // share of the training positions that also give a sample as the opponent knows them
}

// reading says how a block is read, given the fitted label scales.
func (s *Settings) reading(b *dataset.BlockInfo, fitted map[string]dataset.LabelScale) dataset.Reading {
	r := b.Scaled(func(scorer string) float64 { return s.scale(fitted, scorer) })
	r.Split, r.Returns = s.Split, s.Returns
	if s.OtherView > 0 {
		r.OtherView = func(game uint64, ply int) bool { return s.drawsOtherView(game, ply) }
	}
	return r
}

// drawsOtherView is a draw by game and ply: a larger share draws the same positions and more.
func (s *Settings) drawsOtherView(game uint64, ply int) bool {
	const purpose = 0x6f74686572 // "other": not the bits that mirror
	return float64(mixAll(purpose, s.Seed, game, uint64(ply))>>11)/(1<<53) < s.OtherView
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
	const windows = 2
	sample := uint64(unsafe.Sizeof(dataset.Sample{}))
	perWindow := uint64(float64(s.Window) * (1 + s.OtherView))
	return windows*perWindow*sample + uint64(s.Validation)*sample
}
