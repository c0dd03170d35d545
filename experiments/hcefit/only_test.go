package hcefit

import (
	"strings"
	"testing"

	"jieqi/engine/hce"
)

// TestRunFitsOnlyWhatItIsTold begins from weights without zeros, and asks for zeros outside the families.
func TestRunFitsOnlyWhatItIsTold(t *testing.T) {
	c := testConfig()
	c.Only, c.Prior = []string{"value", "unseen"}, 1000
	r, err := Run(t.Context(), c, &hce.Default, []string{play(t, "hce", "only", 48)}, silent)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range hce.Params(&r.Weights) {
		chosen := strings.HasPrefix(p.Name, "value.") || strings.HasPrefix(p.Name, "unseen.")
		if !chosen && *p.Value != (hce.Taper{}) {
			t.Errorf("%s is %v", p.Name, *p.Value)
		}
	}
	if r.Moved == 0 || r.Train.Rounded.Loss >= r.Train.Before.Loss {
		t.Errorf("nothing was fitted: %+v", r)
	}
	c.Only = []string{"value", "material"}
	if err := c.Check(); err == nil || !strings.Contains(err.Error(), `"material"`) {
		t.Errorf("error %v", err)
	}
}

// TestMaterialOnlyCountsPieces asks of the file that is built in what its name says.
func TestMaterialOnlyCountsPieces(t *testing.T) {
	if w := keep(&hce.MaterialOnly, mustChoose("value", "unseen")); *w != hce.MaterialOnly || *w == (hce.Weights{}) {
		t.Error("material counts more than pieces, or nothing")
	}
}
