package inspect

import (
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"

	"jieqi/dataset/settings"
	"jieqi/engine/notation"
	"jieqi/nnue/architecture"
)

// Diff is in what two models differ.
type Diff struct {
	A           string       `json:"a"`
	B           string       `json:"b"`
	SameWeights bool         `json:"same_weights"` // number by number, as Params has them
	Facts       []Fact       `json:"facts"`        // kind, scales and provenance: what differs, in the order of the names
	Tensors     []TensorDiff `json:"tensors"`
	Evaluations []EvalDiff   `json:"evaluations"`
}

// Fact is something said of both models, and not the same.
type Fact struct {
	Name string `json:"name"`
	A    string `json:"a"`
	B    string `json:"b"`
}

// TensorDiff is how far apart the numbers of a tensor are, in float units.
type TensorDiff struct {
	Name      string  `json:"name"`
	Count     int     `json:"count"`
	Different int     `json:"different"`
	Mean      float64 `json:"mean"` // absolute difference
	Max       float64 `json:"max"`
	Size      float64 `json:"mean_size"` // of A's numbers, to compare with
}

// EvalDiff is how far apart the evaluations of a sample's positions are, in centipawns of the side to move.
type EvalDiff struct {
	Sample    string  `json:"sample"`
	Positions int     `json:"positions"`
	Mean      float64 `json:"mean"` // absolute difference
	Max       float64 `json:"max"`
	Bias      float64 `json:"bias"`   // mean of B less A
	Sides     int     `json:"sides"`  // positions that they give to different sides
	FEN       string  `json:"fen"`    // of the largest difference
	WorstA    float64 `json:"fen_a"`  // what A says of it
	WorstB    float64 `json:"fen_b"`  // and B
	Size      float64 `json:"mean_a"` // mean absolute value of A, to compare with
}

// Compare says in what a and b differ: as files, as numbers and, sample by sample, in what they evaluate.
func Compare(a, b *Model, samples ...Sample) Diff {
	d := Diff{A: a.Name, B: b.Name, SameWeights: slices.Equal(a.Params.Flat, b.Params.Flat), Facts: differing(facts(a), facts(b))}
	from, to := a.Params.Tensors(), b.Params.Tensors()
	for i, t := range architecture.Tensors {
		d.Tensors = append(d.Tensors, compareNumbers(t.Name, from[i].Data, to[i].Data))
	}
	for _, s := range samples {
		if len(s.Positions) > 0 {
			d.Evaluations = append(d.Evaluations, compareValues(a, b, s))
		}
	}
	return d
}

// facts are what a model says of itself, by name.
func facts(m *Model) map[string]any {
	all := settings.Flat(m.Provenance)
	all["kind"] = "parameters"
	if m.Network != nil {
		all["kind"], all["scales"] = "network", m.Network.Scales()
	}
	return all
}

// differing lists the facts that are not the same.
func differing(a, b map[string]any) []Fact {
	names := maps.Clone(a)
	maps.Copy(names, b)
	list := []Fact{}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if !reflect.DeepEqual(a[name], b[name]) {
			list = append(list, Fact{name, factText(a[name]), factText(b[name])})
		}
	}
	return list
}

// factText writes a fact; one that is not told is "-".
func factText(v any) string {
	if v == nil || reflect.ValueOf(v).IsZero() {
		return "-"
	}
	return fmt.Sprintf("%+v", v)
}

func compareNumbers(name string, a, b []float32) TensorDiff {
	d := TensorDiff{Name: name, Count: len(a), Size: spread(a).Mean}
	for i := range a {
		apart := math.Abs(float64(b[i]) - float64(a[i]))
		if apart > 0 {
			d.Different++
		}
		d.Mean += apart / float64(len(a))
		d.Max = max(d.Max, apart)
	}
	return d
}

func compareValues(a, b *Model, s Sample) EvalDiff {
	d := EvalDiff{Sample: s.Name, Positions: len(s.Positions)}
	n := float64(len(s.Positions))
	for i, p := range s.Positions {
		x, y := a.evaluate(p), b.evaluate(p)
		apart := math.Abs(y - x)
		d.Mean += apart / n
		d.Bias += (y - x) / n
		d.Size += math.Abs(x) / n
		if x*y < 0 {
			d.Sides++
		}
		if i == 0 || apart > d.Max {
			d.Max, d.FEN, d.WorstA, d.WorstB = apart, notation.FormatFEN(p), x, y
		}
	}
	return d
}
