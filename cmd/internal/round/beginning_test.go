package round

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
)

// TestTrainingBeginsFromTheChampion settles a run with a network's file that has its parameters beside it, and one with a
// file that has not.
func TestTrainingBeginsFromTheChampion(t *testing.T) {
	p := nnue.NewParams(3)
	p.Lineage = lineage.None()
	n, err := nnue.Quantize(p, nnue.DefaultScales(), nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	wanted := quick(t, "beginning")
	wanted.From = FromChampion
	for _, beside := range []bool{true, false} {
		elsewhere := t.TempDir()
		champion, err := n.WriteFile(elsewhere)
		if err != nil {
			t.Fatal(err)
		}
		if beside {
			if err := p.Save(strings.TrimSuffix(champion, nnue.Extension)+parametersExtension, nil); err != nil {
				t.Fatal(err)
			}
		}
		f := Folder(filepath.Join(t.TempDir(), "run"))
		c, err := Settle(f, wanted, champion, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := round{run: f, config: c, champion: n.Name()}
		if file, err := r.beginning(); beside && (err != nil || file != f.parameters(n.Name())) || !beside && err == nil {
			t.Errorf("parameters beside: %v; begins from %q, error %v", beside, file, err)
		}
		if !beside {
			err := Run(t.Context(), f, c, 1, Options{Workers: 1, Log: os.Stderr})
			if err == nil || !strings.Contains(err.Error(), "put them there") {
				t.Errorf("the run went on: error %v", err)
			}
			if _, err := os.Stat(f.Round(1).SelfPlay()); err == nil {
				t.Error("games were played")
			}
		}
		r.champion = "hce"
		if file, err := r.beginning(); file != "" || err != nil {
			t.Errorf("built in: begins from %q, error %v", file, err)
		}
	}
}

func TestDataOfARunIsPlacedAndRead(t *testing.T) {
	wanted := quick(t, "data")
	wanted.Data = []string{"missing/games"}
	f := Folder(filepath.Join(t.TempDir(), "run"))
	c, err := Settle(f, wanted, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Join(here, "missing/games")}; !slices.Equal(c.Data, want) {
		t.Errorf("data %v, want %v", c.Data, want)
	}
	if again, err := Settle(f, wanted, "", nil); err != nil || !slices.Equal(again.Data, c.Data) {
		t.Errorf("again: data %v, error %v", again.Data, err)
	}
	if err := Run(t.Context(), f, c, 1, Options{Workers: 1, Log: os.Stderr}); err == nil || !strings.Contains(err.Error(), "missing/games") {
		t.Errorf("error %v", err)
	}
	if _, err := os.Stat(f.Round(1).SelfPlay()); err == nil {
		t.Error("games were played")
	}
}
