package round

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/nnue"
)

func quick(t *testing.T, phrase string) *Config {
	t.Helper()
	c, err := Preset("quick")
	if err != nil {
		t.Fatal(err)
	}
	c.Phrase = phrase
	return &c
}

func TestSettleKeepsWhatARunBeganWith(t *testing.T) {
	f := Folder(t.TempDir())
	if _, err := Settle(f, quick(t, "first"), "", nil); err != nil {
		t.Fatal(err)
	}
	for _, same := range []struct {
		wanted   *Config
		champion string
	}{{nil, ""}, {quick(t, "first"), ""}, {nil, "material"}} {
		if c, err := Settle(f, same.wanted, same.champion, nil); err != nil || c.Phrase != "first" || c.Champion != "material" {
			t.Errorf("phrase %q, champion %q, error %v", c.Phrase, c.Champion, err)
		}
	}
	for _, other := range []struct {
		wanted   *Config
		champion string
	}{{quick(t, "second"), ""}, {nil, "hce"}, {quick(t, "first"), "hce"}} {
		if _, err := Settle(f, other.wanted, other.champion, nil); err == nil || !strings.Contains(err.Error(), "other settings") {
			t.Errorf("error %v", err)
		}
	}
}

// TestSettleAdoptsANetwork begins a run with the file of a network, and then does without the file.
func TestSettleAdoptsANetwork(t *testing.T) {
	n, err := nnue.Quantize(nnue.NewParams(3), nnue.DefaultScales(), nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	if _, err := n.WriteFile(elsewhere); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(elsewhere, n.Name()+nnue.Extension)
	f := Folder(t.TempDir())
	for range 2 {
		if c, err := Settle(f, quick(t, "own"), path, nil); err != nil || c.Champion != n.Name() {
			t.Fatalf("champion %q, error %v", c.Champion, err)
		}
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	c, err := Settle(f, nil, n.Name(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if e, err := f.evaluation(c.Champion); err != nil || e.Name != n.Name() {
		t.Errorf("evaluation %q, error %v", e.Name, err)
	}
	if err := WriteReport(f); err != nil {
		t.Fatal(err)
	}
	report, err := os.ReadFile(f.Report())
	if err != nil || !strings.Contains(string(report), "--champion "+filepath.Join(f.Networks(), n.Name()+nnue.Extension)) {
		t.Errorf("the report does not say which network to begin with; error %v", err)
	}
}

func TestSettleRefusesWhatIsNoChampion(t *testing.T) {
	junk := filepath.Join(t.TempDir(), "junk.nnue")
	if err := os.WriteFile(junk, []byte("junk"), 0o644); err != nil {
		t.Fatal(err)
	}
	for champion, want := range map[string]string{
		"hcf":             "want shipped, hce, material or the path",
		"jq-0123456789ab": "want shipped, hce, material or the path",
		"uci:sh":          "can only play matches",
		junk:              "junk.nnue",
		"missing.nnue":    "missing.nnue",
	} {
		f := Folder(t.TempDir())
		_, err := Settle(f, nil, champion, nil)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line that names %q", champion, err, want)
		}
		if there, err := exists(f.ConfigFile()); there || err != nil {
			t.Errorf("%s: the run was begun all the same, error %v", champion, err)
		}
	}
}

// TestSettleRefusesTheRunOfAnotherVersion takes a key out, as if the run were older than the key.
func TestSettleRefusesTheRunOfAnotherVersion(t *testing.T) {
	f := Folder(t.TempDir())
	if _, err := Settle(f, nil, "", nil); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(f.ConfigFile())
	if err != nil {
		t.Fatal(err)
	}
	older := strings.Replace(string(text), "champion = 'material'\n", "", 1)
	if err := os.WriteFile(f.ConfigFile(), []byte(older), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := Settle(f, nil, "", nil); err == nil || !strings.Contains(err.Error(), "run.toml: not as this version writes it") {
		t.Errorf("error %v", err)
	}
}
