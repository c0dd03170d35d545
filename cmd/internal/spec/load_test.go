package spec

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/nnue"
)

func TestLoadBuiltIn(t *testing.T) {
	p := board.StartPosition()
	for name, tempo := range map[string]bool{"hce": true, "material": false} {
		f, err := Load(name)
		if err != nil || !BuiltIn(name) {
			t.Fatalf("%s: error %v, built in: %v", name, err, BuiltIn(name))
		}
		if f.Name != name || !strings.HasPrefix(f.Hash, name+"-") || len(f.Hash) != len(name+"-")+12 {
			t.Errorf("factory %q, hash %q", f.Name, f.Hash)
		}
		e := f.New()
		e.Reset(p)
		if v := e.Evaluate(p); v < -100 || v > 100 || (v != 0) != tempo {
			t.Errorf("%s: the start is worth %d", name, v)
		}
	}
}

func TestLoadNetwork(t *testing.T) {
	n, err := nnue.Quantize(nnue.NewParams(3), nnue.DefaultScales(), nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := n.WriteFile(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	if f.Name != n.Name() || "jq-"+f.Hash != f.Name {
		t.Errorf("factory %q, hash %q, network %q", f.Name, f.Hash, n.Name())
	}
	if _, err := Players(f, engine.Options{})(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestLoadRefuses(t *testing.T) {
	bad := filepath.Join(t.TempDir(), "bad.nnue")
	if err := os.WriteFile(bad, []byte("not a network"), 0o644); err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"":             "names no evaluation",
		"hcf":          "names no evaluation",
		bad:            "bad.nnue",
		"missing.nnue": "missing.nnue",
		"uci:sh":       "can only play matches",
	} {
		if _, err := Load(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Load(%q): error %v, want it to say %q", text, err, want)
		}
	}
}
