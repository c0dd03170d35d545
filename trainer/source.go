package trainer

import (
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue/features"
)

// source turns samples into network inputs and targets.
type source struct {
	order  *order
	lambda float64          // weight of the score in the target
	early  int              // plies before this one are weighed by how often their position occurs
	counts map[uint64]int32 // occurrences of early positions that occur more than once, by earlyKey
}

// filler returns the filler of a batch.
func (s *source) filler(b *batch) filler {
	return func(c *chunk, from, to int) {
		for _, span := range b.spans {
			for i := max(from, span.first); i < min(to, span.first+span.n); i++ {
				x, scale := span.window.sample(span.offset + i - span.first)
				s.add(c, x, scale, span.window.epoch)
			}
		}
	}
}

// add appends a training sample to c.
func (s *source) add(c *chunk, x *dataset.Sample, scale float64, epoch int) {
	mirror := s.order.mirrored(epoch, x)
	begin := len(c.index)
	addRows(c, x, mirror)
	c.target[c.n] = target(x, scale, s.lambda)
	c.weight[c.n] = 1
	if int(x.Ply) < s.early && len(s.counts) > 0 {
		own := c.index[begin:c.start[2*c.n+1]]
		if mirror {
			var buf [features.MaxActive]uint16
			own = features.ActivePacked(&x.View, x.View.Side(), false, buf[:0])
		}
		if n := s.counts[earlyKey(own)]; n > 1 {
			c.weight[c.n] = 1 / float32(n)
		}
	}
	c.n++
}

// addRows appends the inputs of a sample: the mover's side, then its opponent's.
func addRows(c *chunk, x *dataset.Sample, mirror bool) {
	side := x.View.Side()
	for _, persp := range [2]board.Color{side, side.Other()} {
		c.index = features.ActivePacked(&x.View, persp, mirror, c.index)
		c.endRow()
	}
}

// target is what the network should say: lambda·σ(score/scale) + (1−lambda)·result, from the
// mover's view; the score alone where the result says nothing more.
func target(x *dataset.Sample, scale, lambda float64) float32 {
	if x.Flags&dataset.ScoreOnly != 0 {
		lambda = 1
	}
	expected := score.Logistic(float64(x.Score) / scale)
	return float32(lambda*expected + (1-lambda)*float64(x.Result)/2)
}

// earlyKey identifies a position by what the mover's side of the network sees of it, given its
// inputs unmirrored.
func earlyKey(own []uint16) uint64 {
	h := uint64(len(own))
	for _, f := range own {
		h = mix(h ^ uint64(f))
	}
	return h
}
