package trainer

import (
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/nnue"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

const (
	numBins   = 10
	numPhases = 3
)

// phaseOf returns the phase of a position with so many face-down pieces, and phaseRange its ends.
func phaseOf(faceDown int) int {
	switch {
	case faceDown < 5:
		return 0
	case faceDown < 15:
		return 1
	}
	return 2
}

var phaseRange = [numPhases][2]int{{0, 4}, {5, 14}, {15, 30}}

// layerSizes are the hidden layers' widths.
var layerSizes = [3]int{nnue.Width, nnue.Hidden1, nnue.Hidden2}

// sums is what one group of positions adds to a Validation.
type sums struct {
	samples, results int64
	loss             [3]float64 // λ 0, 0.5, 1
	phaseSamples     [numPhases]int64
	phaseLoss        [numPhases]float64
	bins             [numBins]Bin // sums instead of means
	rows             [3]int64     // activations of one neuron seen, by layer
	zeros, ones      [3][]int64   // by layer and neuron
}

func newSums() sums {
	var s sums
	for l, n := range layerSizes {
		s.zeros[l], s.ones[l] = make([]int64, n), make([]int64, n)
	}
	return s
}

// add accounts for one position, given what the network expects.
func (s *sums) add(x *feed.Held, expected float64) {
	s.samples++
	square := func(lambda float64) float64 {
		e := expected - float64(target(&x.Sample, x.Scale, lambda))
		return e * e
	}
	middle := square(0.5)
	s.loss[1] += middle
	s.loss[2] += square(1)
	phase := phaseOf(faceDown(&x.View))
	s.phaseSamples[phase]++
	s.phaseLoss[phase] += middle
	if x.Flags&dataset.ScoreOnly != 0 {
		return
	}
	s.results++
	s.loss[0] += square(0)
	bin := &s.bins[min(int(expected*numBins), numBins-1)]
	bin.Samples++
	bin.Expected += expected
	bin.Result += float64(x.Result) / 2
}

// faceDown counts the face-down pieces of a view.
func faceDown(k *board.Packed) int {
	var buf [32]board.PlacedPiece
	n := 0
	for _, pp := range buf[:k.Pieces(&buf)] {
		if pp.Piece.Kind() == board.FaceDown {
			n++
		}
	}
	return n
}

// countNeurons counts activations at the ends of their range.
func (s *sums) countNeurons(r backprop.Result) {
	r.Activations(s.count)
	n := int64(len(r.Logits))
	s.rows[0] += 2 * n
	s.rows[1] += n
	s.rows[2] += n
}

// count looks at rows of activations of the neurons first..first+width of a layer.
func (s *sums) count(layer, first, width int, x []float32) {
	zeros, ones := s.zeros[layer][first:first+width], s.ones[layer][first:first+width]
	for ; len(x) > 0; x = x[width:] {
		for j, v := range x[:width] {
			if v <= 0 {
				zeros[j]++
			} else if v >= 1 {
				ones[j]++
			}
		}
	}
}

// merge adds o to s.
func (s *sums) merge(o *sums) {
	s.samples += o.samples
	s.results += o.results
	for i := range s.loss {
		s.loss[i] += o.loss[i]
	}
	for i := range s.phaseLoss {
		s.phaseSamples[i] += o.phaseSamples[i]
		s.phaseLoss[i] += o.phaseLoss[i]
	}
	for i := range s.bins {
		s.bins[i].Samples += o.bins[i].Samples
		s.bins[i].Expected += o.bins[i].Expected
		s.bins[i].Result += o.bins[i].Result
	}
	for l := range s.zeros {
		s.rows[l] += o.rows[l]
		for j := range s.zeros[l] {
			s.zeros[l][j] += o.zeros[l][j]
			s.ones[l][j] += o.ones[l][j]
		}
	}
}

// summary turns sums into means.
func (s *sums) summary() *Validation {
	v := &Validation{
		Samples: s.samples,
		Loss0:   mean(s.loss[0], s.results),
		Loss05:  mean(s.loss[1], s.samples),
		Loss1:   mean(s.loss[2], s.samples),
	}
	for i, r := range phaseRange {
		v.Phases = append(v.Phases, PhaseLoss{r[0], r[1], s.phaseSamples[i], mean(s.phaseLoss[i], s.phaseSamples[i])})
	}
	for _, b := range s.bins {
		v.Calibration = append(v.Calibration, Bin{b.Samples, mean(b.Expected, b.Samples), mean(b.Result, b.Samples)})
	}
	for l, n := range layerSizes {
		use := NeuronUse{Size: n}
		for j := range n {
			if s.zeros[l][j] == s.rows[l] {
				use.Dead++
			}
			if s.ones[l][j] == s.rows[l] {
				use.Saturated++
			}
		}
		v.Neurons[l] = use
	}
	return v
}

// mean is sum/n, and 0 for nothing.
func mean(sum float64, n int64) float64 {
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}
