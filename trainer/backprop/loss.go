package backprop

import (
	"math"

	"jieqi/engine/score"
)

// errors sets slope to ∂loss/∂logit of the positions from at on, where the loss is scale times
// the sum of weight·|σ(logit) − target|^exponent; it returns that sum without scale, and the sum of slope.
func (c *Chunk) errors(at int, slope []float32, exponent float64, scale float32) (loss float64, total float32) {
	for j := range slope {
		i := at + j
		if i >= c.n {
			slope[j] = 0
			continue
		}
		expected := float32(score.Logistic(float64(c.logit[i])))
		e := expected - c.target[i]
		power, derivative := float64(e)*float64(e), 2*e
		if exponent != 2 {
			power, derivative = raise(e, exponent)
		}
		loss += float64(c.weight[i]) * power
		slope[j] = scale * c.weight[i] * derivative * expected * (1 - expected)
		total += slope[j]
	}
	return loss, total
}

// raise returns |e|^exponent and its derivative by e.
func raise(e float32, exponent float64) (power float64, derivative float32) {
	size := math.Abs(float64(e))
	lower := math.Pow(size, exponent-1)
	return lower * size, float32(math.Copysign(exponent*lower, float64(e)))
}
