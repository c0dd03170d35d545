package trainer

import (
	"context"

	"jieqi/nnue"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// What a run begins from when no file is given. Under uniform parameters the sums of the small layers lie
// anywhere around 0, and a clipped neuron whose sums are below 0 or above 1 in every position has no gradient
// to come back by: about four of the 16 and ten of the 32 were of no use from the first validation to the last. Balanced
// parameters are the same but for the biases of those two layers, which make the mean of each neuron's sums
// the middle of its range, so that it is open in about every position.
const (
	InitBalanced = "balanced"
	InitUniform  = "uniform"
)

// balanceSamples is how many training samples the means are taken over: the first ones of the stream, which
// are drawn from its whole first window.
const balanceSamples = 4096

// middle of the range of an activation.
const middle = 0.5

// balance sets the biases B1 and B2 of p. Means are taken in a fixed order, whatever the number of threads.
func (r *run) balance(ctx context.Context, p *nnue.Params) error {
	s := r.reader.Stream(ctx, feed.Cursor{})
	defer s.Close()
	var b feed.Batch
	if err := s.Next(ctx, &b, balanceSamples); err != nil {
		return err
	}
	fill := fillTraining(&b, 1)
	centre(p.B1, p.L1, r.means(p, fill, 0))
	centre(p.B2, p.L2, r.means(p, fill, 1))
	return nil
}

// centre sets bias so that the sums bias + mean·weight[len(mean)][len(bias)] are in the middle.
func centre(bias, weight []float32, mean []float64) {
	for j := range bias {
		sum := 0.0
		for i, x := range mean {
			sum += x * float64(weight[i*len(bias)+j])
		}
		bias[j] = float32(middle - sum)
	}
}

// means returns the mean activations that p has in a hidden layer, counted from 0 at the inputs; of the first
// layer, those of the own side and then those of the opponent's.
func (r *run) means(p *nnue.Params, fill backprop.Fill, layer int) []float64 {
	sides := 1
	if layer == 0 {
		sides = 2
	}
	width := layerSizes[layer]
	groups := make([][]float64, balanceSamples/backprop.Group)
	r.inference.Run(backprop.WeightsOf(inputs, p, r.set), balanceSamples, fill, func(res backprop.Result) {
		sum := &groups[res.First/backprop.Group]
		if *sum == nil {
			*sum = make([]float64, sides*width)
		}
		res.Activations(func(of, first, neurons int, rows []float32) {
			for row := 0; of == layer && row*neurons < len(rows); row++ {
				own := (*sum)[row%sides*width+first:]
				for j, x := range rows[row*neurons:][:neurons] {
					own[j] += float64(x)
				}
			}
		})
	})
	mean := make([]float64, sides*width)
	for _, sum := range groups {
		for i, x := range sum {
			mean[i] += x / balanceSamples
		}
	}
	return mean
}
