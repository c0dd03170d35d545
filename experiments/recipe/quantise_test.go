package recipe

import (
	"path/filepath"
	"strings"
	"testing"

	"jieqi/nnue"
)

// TestQuantise compares a network with the one of half its output, and asks why there is none of parameters that
// are too large.
func TestQuantise(t *testing.T) {
	dir := t.TempDir()
	params := nnue.NewParams(3)
	params.B3[0] = 2
	path := filepath.Join(dir, "params.safetensors")
	if err := params.Save(path, nil); err != nil {
		t.Fatal(err)
	}
	scales := nnue.DefaultScales()
	var outputs []int32
	for _, scale := range []float64{1, 0.5} {
		q, err := quantise(path, scales, scale, nnue.Provenance{Seed: 3}, dir)
		if err != nil || q.Refused != "" {
			t.Fatal(q, err)
		}
		n, err := nnue.ReadFile(filepath.Join(dir, q.File))
		if err != nil {
			t.Fatal(err)
		}
		if n.Name() != q.Network || n.Provenance().Seed != 3 {
			t.Errorf("network %s, outcome %+v", n.Name(), q)
		}
		outputs = append(outputs, n.Evaluate([]uint16{1, 700}, []uint16{5}))
	}
	logit := int32(nnue.ActivationMax * scales.Output)
	rounding := int32(2 * nnue.ActivationMax * nnue.Hidden2) // half a unit of each weight
	if d := outputs[0] - 2*outputs[1]; outputs[0] < logit || d > rounding || d < -rounding {
		t.Errorf("outputs %v: the second is not half of the first", outputs)
	}
	params.L2[7] = 1e6
	if err := params.Save(path, nil); err != nil {
		t.Fatal(err)
	}
	if q, err := quantise(path, scales, 1, nnue.Provenance{}, dir); err != nil || !strings.HasPrefix(q.Refused, "quantise: l2.weight[7]") || q.Network != "" {
		t.Errorf("too large: %+v, error %v", q, err)
	}
}
