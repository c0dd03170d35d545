package round

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"jieqi/cmd/internal/spec"
	"jieqi/trainer"
)

// TestTrainingBeginsFromTheChampion asks for the weights of a network, shipped or of a file, and for none of what is built in.
func TestTrainingBeginsFromTheChampion(t *testing.T) {
	n, err := spec.ReadNetwork(spec.Shipped)
	if err != nil {
		t.Fatal(err)
	}
	file, err := n.WriteFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	wanted := quick(t, "beginning")
	wanted.From = FromChampion
	for _, champion := range []string{file, spec.Shipped} {
		f := Folder(filepath.Join(t.TempDir(), "run"))
		c, err := Settle(f, wanted, champion, nil)
		if err != nil || c.Champion != n.Name() {
			t.Fatalf("champion %q, error %v", c.Champion, err)
		}
		if err := os.MkdirAll(string(f.Round(1)), 0o755); err != nil {
			t.Fatal(err)
		}
		r := round{run: f, folder: f.Round(1), config: c, champion: c.Champion}
		first, err := r.beginning()
		if err != nil {
			t.Fatal(err)
		}
		p, err := trainer.LoadParams(first)
		if err != nil || !reflect.DeepEqual(p.L1, n.Params().L1) || !p.Lineage.Equal(n.Provenance().Lineage) {
			t.Errorf("%s: error %v, or other weights, or another lineage", champion, err)
		}
		r.champion = "hce"
		if first, err := r.beginning(); first != "" || err != nil {
			t.Errorf("built in: begins from %q, error %v", first, err)
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
