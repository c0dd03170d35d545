package trainer

import (
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue/features"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// inputs are those of package features: here what feed brings becomes what backprop takes.
var inputs = backprop.Inputs{Count: features.Count, MaxActive: features.MaxActive}

// fillTraining shows the samples of a batch, with the weight lambda of the score in their targets.
func fillTraining(b *feed.Batch, lambda float64) backprop.Fill {
	return func(c *backprop.Chunk, from, to int) {
		var buf activeBuffer
		b.Show(from, to, func(x feed.Shown) {
			own, enemy := buf.active(&x.View, x.Mirror)
			c.Add(backprop.Example{Own: own, Enemy: enemy, Target: target(x.Sample, x.Scale, lambda), Weight: x.Weight})
		})
	}
}

// fillHeld shows hold-out samples, unmirrored and without targets.
func fillHeld(held []feed.Held) backprop.Fill {
	return func(c *backprop.Chunk, from, to int) {
		var buf activeBuffer
		for i := range held[from:to] {
			own, enemy := buf.active(&held[from+i].View, false)
			c.Add(backprop.Example{Own: own, Enemy: enemy})
		}
	}
}

// activeBuffer has room for the inputs of one position, seen from both sides.
type activeBuffer [2][features.MaxActive]uint16

// active returns the inputs that are on as the mover and as its opponent sees them. They hold until
// the next call.
func (b *activeBuffer) active(v *board.Packed, mirror bool) (own, enemy []uint16) {
	side := v.Side()
	return features.ActivePacked(v, side, mirror, b[0][:0]), features.ActivePacked(v, side.Other(), mirror, b[1][:0])
}

// target is what the network should say: lambda·σ(label/scale) + (1−lambda)·result, from the
// mover's view; the score alone where the result says nothing more.
func target(x *dataset.Sample, scale, lambda float64) float32 {
	if x.Flags&dataset.ScoreOnly != 0 {
		lambda = 1
	}
	expected := score.Logistic(float64(x.Label) / scale)
	return float32(lambda*expected + (1-lambda)*float64(x.Result)/2)
}
