package trainer

import (
	"sync"
	"sync/atomic"
)

// Validation is how a network does on the validation hold-out. Losses are mean squared errors of
// the expected score of the side to move.
type Validation struct {
	Samples     int64        `json:"samples"`
	Loss0       float64      `json:"loss_0"`   // against the result alone, where it says something
	Loss05      float64      `json:"loss_0.5"` // against the mean of result and score: the best network is chosen by it
	Loss1       float64      `json:"loss_1"`   // against the score alone
	Phases      []PhaseLoss  `json:"phases"`
	Calibration []Bin        `json:"calibration"`
	Neurons     [3]NeuronUse `json:"neurons"` // of the hidden layers, from the input on
}

// PhaseLoss is the loss at λ = 0.5 over positions with From to To face-down pieces left.
type PhaseLoss struct {
	From    int     `json:"from"`
	To      int     `json:"to"`
	Samples int64   `json:"samples"`
	Loss    float64 `json:"loss"`
}

// Bin is the positions whose expected score lies in one tenth of 0..1, games without a true
// result left out.
type Bin struct {
	Samples  int64   `json:"samples"`
	Expected float64 `json:"expected"` // mean of the network
	Result   float64 `json:"result"`   // mean of the games
}

// NeuronUse says how many neurons of a layer never left one end of their range.
type NeuronUse struct {
	Size      int `json:"size"`
	Dead      int `json:"dead"`      // 0 in every position
	Saturated int `json:"saturated"` // 1 in every position
}

// evaluate runs the network over hold-out samples. The result does not depend on the number of
// goroutines.
func (g *gradients) evaluate(w *weights, held []heldSample) *Validation {
	all := make([]sums, (len(held)+panelSize-1)/panelSize)
	g.forward(w, held, func(p *panel, first int) {
		s := &all[first/panelSize]
		*s = newSums()
		for i, c := range p.chunks {
			for j := range c.n {
				s.add(&held[first+i*chunkSize+j], float64(sigmoid(c.logit[j])))
			}
			p.countNeurons(i, s)
		}
	})
	total := newSums()
	for i := range all {
		total.merge(&all[i])
	}
	return total.summary()
}

// forward runs the network over hold-out samples, unmirrored, a panel at a time and several at
// once, and calls visit with each panel when its logits are there; first is the panel's first
// sample.
func (g *gradients) forward(w *weights, held []heldSample, visit func(p *panel, first int)) {
	var next atomic.Int64
	var wg sync.WaitGroup
	for _, t := range g.teams {
		wg.Go(func() {
			for first := int(next.Add(panelSize)) - panelSize; first < len(held); first = int(next.Add(panelSize)) - panelSize {
				t.panel.forward(w, held[first:min(first+panelSize, len(held))])
				visit(t.panel, first)
			}
		})
	}
	wg.Wait()
}

// forward computes the logits of up to panelSize samples.
func (p *panel) forward(w *weights, held []heldSample) {
	for i := range p.chunks {
		from := min(i*chunkSize, len(held))
		p.load(i, func(c *chunk, from, to int) {
			for j := from; j < to; j++ {
				addRows(c, &held[j].Sample, false)
				c.n++
			}
		}, from, min(from+chunkSize, len(held)))
	}
	for t := range tiles {
		p.forwardTile(w, t)
	}
	for i := range p.chunks {
		for _, s := range p.spans(i) {
			p.forwardDense(w, i, s)
		}
	}
}
