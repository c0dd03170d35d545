package round

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
)

// TestAChampionThatSawTheDealsIsRefusedBeforeSelfPlay begins runs with networks that could not stand in their gates.
func TestAChampionThatSawTheDealsIsRefusedBeforeSelfPlay(t *testing.T) {
	cfg := quick(t, "admission")
	deals := cfg.deals()
	narrow := lineage.New(deals.Phrases, deals.Salts, deals.Gate-1, deals.Validation)
	for name, c := range map[string]struct {
		seen  lineage.Lineage
		trust bool
		want  error
	}{
		"unknown":                    {lineage.Lineage{}, false, lineage.ErrUnknown},
		"trained on them":            {lineage.None().With(narrow), false, lineage.ErrSeen},
		"trained on them, and trust": {lineage.None().With(narrow), true, lineage.ErrSeen},
	} {
		p := nnue.NewParams(3)
		p.Lineage = c.seen
		n, err := nnue.Quantize(p, nnue.DefaultScales(), nnue.Provenance{Notes: map[string]string{"case": name}})
		if err != nil {
			t.Fatal(err)
		}
		champion, err := n.WriteFile(t.TempDir())
		if err != nil {
			t.Fatal(err)
		}
		f, wanted := Folder(filepath.Join(t.TempDir(), "run")), *cfg
		wanted.Gate.Trust = c.trust
		settled, err := Settle(f, &wanted, champion, nil)
		if err != nil {
			t.Fatal(err)
		}
		if err := Run(t.Context(), f, settled, 1, Options{Workers: 1, Log: os.Stderr}); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", name, err, c.want)
		}
		if _, err := os.Stat(f.Round(1).SelfPlay()); err == nil {
			t.Errorf("%s: games were played", name)
		}
	}
}
