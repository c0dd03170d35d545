package nnue

import "jieqi/nnue/architecture"

// Range bounds a neuron's sum before its activation.
type Range struct{ Low, High float32 }

// Ranges returns, layer by layer, between what bounds the sum of each neuron stays in every legal position; activate
// is what follows the layers, as for Params.Activations. The bounds hold and need not be reached: a neuron that they say
// is dead is dead, one that they leave alive may never wake.
func (p *Params) Ranges(activate func(float32) float32) (ranges [architecture.NumLayers][]Range) {
	ranges[0] = p.firstRanges()
	inputs := make([]Range, 0, Joined)
	for range 2 { // own, then enemy
		inputs = appendActivated(inputs, ranges[0], activate)
	}
	tensors := p.Tensors()
	for layer := 1; layer < architecture.NumLayers; layer++ {
		ranges[layer] = denseRanges(tensors[2*layer].Data, tensors[2*layer+1].Data, inputs)
		inputs = appendActivated(inputs[:0], ranges[layer], activate)
	}
	return ranges
}

// firstRanges bounds the first layer's sums, by what reach knows of legal positions.
func (p *Params) firstRanges() []Range {
	ranges := make([]Range, Width)
	column := make([]float64, Inputs)
	for j := range ranges {
		for i := range column {
			column[i] = float64(p.L0[i*Width+j])
		}
		high := float64(p.B0[j]) + reach(column)
		for i := range column {
			column[i] = -column[i]
		}
		ranges[j] = Range{Low: float32(float64(p.B0[j]) - reach(column)), High: float32(high)}
	}
	return ranges
}

// denseRanges bounds the sums of a layer with weights [len(in)][len(bias)], each input anywhere in its range.
func denseRanges(weights, bias []float32, in []Range) []Range {
	out := make([]Range, len(bias))
	for j := range out {
		low, high := float64(bias[j]), float64(bias[j])
		for i, r := range in {
			w := float64(weights[i*len(out)+j])
			low += min(w*float64(r.Low), w*float64(r.High))
			high += max(w*float64(r.Low), w*float64(r.High))
		}
		out[j] = Range{Low: float32(low), High: float32(high)}
	}
	return out
}

// appendActivated appends the ranges of the activations that follow sums; an activation never falls where its sum rises.
func appendActivated(dst, sums []Range, activate func(float32) float32) []Range {
	for _, r := range sums {
		dst = append(dst, Range{Low: activate(r.Low), High: activate(r.High)})
	}
	return dst
}
