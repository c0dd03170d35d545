package inspect

import (
	"fmt"
	"math"

	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue"
	"jieqi/nnue/features"
)

// Model is a network to look at, in one of its two forms.
type Model struct {
	Name       string // a network's name; of parameters, "parameters" and the first digits of their hash
	Params     *nnue.Params
	Network    *nnue.Network // nil: Params are float
	Provenance nnue.Provenance

	weights string // hash of what it evaluates by
}

// OfNetwork returns n to be looked at.
func OfNetwork(n *nnue.Network) *Model {
	return &Model{Name: n.Name(), Params: n.Params(), Network: n, Provenance: n.Provenance(), weights: n.WeightsHash()}
}

// OfParams returns float parameters to be looked at. from is what is known of their making; the lineage is their own.
// Numbers that are not finite are an error.
func OfParams(p *nnue.Params, from nnue.Provenance) (*Model, error) {
	for _, t := range p.Tensors() {
		for i, x := range t.Data {
			if math.IsNaN(float64(x)) || math.IsInf(float64(x), 0) {
				return nil, fmt.Errorf("%s[%d] is %g: no network can be made of it", t.Name, i, x)
			}
		}
	}
	hash, err := p.Hash()
	if err != nil {
		return nil, fmt.Errorf("hash the parameters: %w", err)
	}
	from.Lineage = p.Lineage
	return &Model{Name: "parameters " + hash[:12], Params: p, Provenance: from, weights: hash}, nil
}

// activation returns what follows the layers of m.
func (m *Model) activation() func(float32) float32 {
	if m.Network != nil {
		return nnue.Activate
	}
	return nnue.ClippedReLU
}

// inputs returns the inputs that are on at p, as the side to move and as its opponent sees them.
func inputs(p *board.Position) (own, enemy []uint16) {
	return features.Active(p, p.Side(), nil), features.Active(p, p.Side().Other(), nil)
}

// evaluate returns the value of p in centipawns of the side to move, within ±score.MaxEval; a network's is the one it
// plays by.
func (m *Model) evaluate(p *board.Position) float64 {
	own, enemy := inputs(p)
	if m.Network != nil {
		return float64(m.Network.Centipawns(m.Network.Evaluate(own, enemy)))
	}
	const most = float64(score.MaxEval)
	return max(min(score.Scale*float64(m.Params.Forward(own, enemy)), most), -most)
}
