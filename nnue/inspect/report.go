package inspect

import (
	"jieqi/nnue"
	"jieqi/nnue/architecture"
)

// Report is what there is to say of one model.
type Report struct {
	Name         string          `json:"name"`
	Kind         string          `json:"kind"`    // "network" or "parameters"
	Weights      string          `json:"weights"` // hash of what it evaluates by: equal ones evaluate alike
	Architecture string          `json:"architecture"`
	Parameters   int             `json:"parameters"`
	Scales       *nnue.Scales    `json:"scales,omitempty"` // of a network
	Provenance   nnue.Provenance `json:"provenance"`       // parents and lineage included
	Layers       []Layer         `json:"layers"`
	Inputs       []Group         `json:"inputs"`
	Positions    int             `json:"positions"` // that neurons and inputs were looked at on
	Cost         *Cost           `json:"cost,omitempty"`
}

// Layer is one layer as it is wired and as it works.
type Layer struct {
	Name    string   `json:"name"`
	Inputs  int      `json:"inputs"`
	Outputs int      `json:"outputs"`
	Weights Spread   `json:"weights"`
	Biases  Spread   `json:"biases"`
	Neurons *Neurons `json:"neurons,omitempty"` // of a layer that is clipped
}

// Show looks at m on all positions of the samples together. The cost of a network's evaluation is measured for about a
// quarter of a second.
func Show(m *Model, samples ...Sample) Report {
	activity := watch(m, samples)
	r := Report{
		Name: m.Name, Kind: "parameters", Weights: m.weights, Architecture: architecture.Description,
		Parameters: nnue.NumParams, Provenance: m.Provenance, Positions: activity.positions,
		Inputs: groups(m.Params, &activity.seen),
	}
	var grids *[nnue.NumTensors]nnue.Grid
	if m.Network != nil {
		scales := m.Network.Scales()
		limits := scales.Grids()
		r.Kind, r.Scales, grids = "network", &scales, &limits
		r.Cost = measure(m.Network, samples)
	}
	ranges, tensors := m.Params.Ranges(m.activation()), m.Params.Tensors()
	for i, l := range architecture.Layers {
		layer := Layer{Name: l.Name, Inputs: l.Inputs, Outputs: l.Outputs,
			Weights: spread(tensors[2*i].Data), Biases: spread(tensors[2*i+1].Data)}
		if grids != nil {
			layer.Weights.Limit, layer.Biases.Limit = grids[2*i].MaxFloat(), grids[2*i+1].MaxFloat()
		}
		if l.Then == architecture.ClippedReLU {
			n := activity.layers[i].neurons()
			n.bound(ranges[i], m.activation())
			layer.Neurons = &n
		}
		r.Layers = append(r.Layers, layer)
	}
	return r
}
