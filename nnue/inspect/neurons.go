package inspect

import (
	"jieqi/nnue"
	"jieqi/nnue/architecture"
	"jieqi/nnue/features"
)

// Neurons is how the neurons of a clipped layer work; they are numbered from 0. Dead is one whose activation is 0,
// full one whose activation is 1: neither learns from a position.
type Neurons struct {
	Count int `json:"count"`

	// By their weights: in every legal position, whatever the positions looked at.
	DeadByWeights []int `json:"dead_by_weights"`
	FullByWeights []int `json:"full_by_weights"`

	// On the positions looked at.
	Dead      []int   `json:"dead"`       // in all of them
	Full      []int   `json:"full"`       // in all of them
	ZeroShare float64 `json:"zero_share"` // of all activations
	FullShare float64 `json:"full_share"`
}

// bound fills in what follows from the ranges of the neurons' sums.
func (n *Neurons) bound(ranges []nnue.Range, activate func(float32) float32) {
	n.DeadByWeights, n.FullByWeights = []int{}, []int{}
	for j, r := range ranges {
		switch {
		case activate(r.High) == 0:
			n.DeadByWeights = append(n.DeadByWeights, j)
		case activate(r.Low) == 1:
			n.FullByWeights = append(n.FullByWeights, j)
		}
	}
}

// tally counts, neuron by neuron of a layer, how often the activation was 0 and how often 1.
type tally struct {
	times       int // each neuron was looked at
	zeros, ones []int
}

func (t *tally) add(activations []float32) {
	if t.zeros == nil {
		t.zeros, t.ones = make([]int, len(activations)), make([]int, len(activations))
	}
	t.times++
	for j, a := range activations {
		switch a {
		case 0:
			t.zeros[j]++
		case 1:
			t.ones[j]++
		}
	}
}

func (t *tally) neurons() Neurons {
	n := Neurons{Count: len(t.zeros), Dead: []int{}, Full: []int{}}
	zeros, ones := 0, 0
	for j := range t.zeros {
		zeros, ones = zeros+t.zeros[j], ones+t.ones[j]
		switch t.times {
		case t.zeros[j]:
			n.Dead = append(n.Dead, j)
		case t.ones[j]:
			n.Full = append(n.Full, j)
		}
	}
	all := float64(max(t.times*n.Count, 1))
	n.ZeroShare, n.FullShare = float64(zeros)/all, float64(ones)/all
	return n
}

// activity is what was seen on positions.
type activity struct {
	positions int
	seen      [features.Count]bool // inputs that were on, for either side
	layers    [architecture.NumLayers - 1]tally
}

// watch evaluates all positions of the samples, the first layer's neurons twice each, once for each side.
func watch(m *Model, samples []Sample) *activity {
	w := new(activity)
	for _, s := range samples {
		for _, p := range s.Positions {
			own, enemy := inputs(p)
			for _, side := range [2][]uint16{own, enemy} {
				for _, input := range side {
					w.seen[input] = true
				}
			}
			a := m.Params.Activations(own, enemy, m.activation())
			w.layers[0].add(a.Joined[:nnue.Width])
			w.layers[0].add(a.Joined[nnue.Width:])
			w.layers[1].add(a.Hidden1[:])
			w.layers[2].add(a.Hidden2[:])
			w.positions++
		}
	}
	return w
}
