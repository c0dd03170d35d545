package trainer

import (
	"fmt"
	"strings"

	"jieqi/engine/score"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
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

// Warning says which of the two small hidden layers have more than a quarter of their neurons dead or saturated,
// in one line; "" if none has. The wide layer is not judged: its neurons answer to single pieces, some of
// them rare.
func (v *Validation) Warning() string {
	var wrong []string
	for _, n := range v.Neurons[1:] {
		if 4*(n.Dead+n.Saturated) > n.Size {
			wrong = append(wrong, fmt.Sprintf("of %d neurons %d are dead and %d saturated", n.Size, n.Dead, n.Saturated))
		}
	}
	if wrong == nil {
		return ""
	}
	return strings.Join(wrong, ", ") + ": they learn nothing; docs/training.md says why and what helps"
}

// validate runs a network over hold-out samples. The result does not depend on the number of
// goroutines: sums are taken by group and then over the groups in their order.
func validate(f *backprop.Inference, w *backprop.Weights, held []feed.Held) *Validation {
	groups := make([]sums, (len(held)+backprop.Group-1)/backprop.Group)
	f.Run(w, len(held), fillHeld(held), func(r backprop.Result) {
		s := &groups[r.First/backprop.Group]
		if r.First%backprop.Group == 0 {
			*s = newSums()
		}
		for i, logit := range r.Logits {
			s.add(&held[r.First+i], float64(float32(score.Logistic(float64(logit)))))
		}
		s.countNeurons(r)
	})
	total := newSums()
	for i := range groups {
		total.merge(&groups[i])
	}
	return total.summary()
}
