package trainer

import (
	"jieqi/dataset"
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
		var both features.Both
		b.Show(from, to, func(x feed.Shown) {
			own, enemy := both.Packed(&x.View, x.Mirror)
			c.Add(backprop.Example{Own: own, Enemy: enemy, Target: target(&x.Sample, x.Scale, lambda), Weight: x.Weight})
		})
	}
}

// fillHeld shows hold-out samples, unmirrored and without targets.
func fillHeld(held []feed.Held) backprop.Fill {
	return func(c *backprop.Chunk, from, to int) {
		var both features.Both
		for i := range held[from:to] {
			own, enemy := both.Packed(&held[from+i].View, false)
			c.Add(backprop.Example{Own: own, Enemy: enemy})
		}
	}
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
