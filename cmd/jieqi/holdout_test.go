package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
)

// trained leaves fresh parameters and their network in files that say what they were trained on.
func trained(t *testing.T, seen lineage.Lineage) (params, network string) {
	t.Helper()
	p := nnue.NewParams(3)
	p.Lineage = seen
	n, err := nnue.Quantize(p, nnue.DefaultScales(), nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	params = filepath.Join(t.TempDir(), "trained.safetensors")
	if err := p.Save(params, nil); err != nil {
		t.Fatal(err)
	}
	if network, err = n.WriteFile(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return params, network
}

// TestHoldoutsThatWereTrainedOn offers quantize and gate deals that a network has seen, may have seen, and cannot have.
func TestHoldoutsThatWereTrainedOn(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games")
	if code, _, stderr := call(t, "", "selfplay", "--out", games, "--games", "120", "--nodes", "20", "--phrase", "seen", "--net", "hce"); code != exitDone {
		t.Fatal(stderr)
	}
	settings := written(t, "settings.toml", "split = { gate = 300, validation = 100 }\nlabel_scale = 300\n")
	on := func(phrase, salt string, gate int) lineage.Lineage {
		return lineage.None().With(lineage.New([]string{phrase}, []string{salt}, gate, 100))
	}
	for name, c := range map[string]struct {
		seen  lineage.Lineage
		trust bool
		want  string // of the message; "": accepted
	}{
		"withheld":         {on("seen", "jieqi", 300), false, ""},
		"another phrase":   {on("unseen", "jieqi", 0), false, ""},
		"too few withheld": {on("seen", "jieqi", 299), false, "299 per mille"},
		"another salt":     {on("seen", "pepper", 300), true, `by salt "jieqi"`},
		"unknown":          {lineage.Lineage{}, false, "--trust-holdout"},
		"trusted":          {lineage.Lineage{}, true, ""},
	} {
		params, network := trained(t, c.seen)
		out, folder := filepath.Join(t.TempDir(), "out.nnue"), filepath.Join(t.TempDir(), "gate")
		for _, args := range [][]string{
			{"quantize", params, out, "--holdout", games, "--config", settings, "--json"},
			{"gate", "--candidate", network, "--incumbent", "material", "--holdout", games, "--gate-share", "300", "--phrase", "p",
				"--games", "2", "--nodes", "5", "--out", folder, "--json"},
		} {
			if c.trust {
				args = append(args, "--trust-holdout")
			}
			code, stdout, stderr := call(t, "", args...)
			if c.want == "" {
				if code != exitDone {
					t.Errorf("%s: %s: exit %d, %s", name, args[0], code, stderr)
				}
				if told := strings.Contains(stdout, `"trusted_holdout": [`+"\n") || strings.Contains(stdout, `"trusted_holdout": true`); told != c.trust {
					t.Errorf("%s: %s: trust is not what the result says: %s", name, args[0], stdout)
				}
				continue
			}
			if code != exitFailed || !strings.Contains(stderr, c.want) || strings.Count(stderr, "\n") != 1 || stdout != "" {
				t.Errorf("%s: %s: exit %d, %s%s", name, args[0], code, stdout, stderr)
			}
		}
		if c.want != "" {
			for _, path := range []string{out, folder} {
				if _, err := os.Stat(path); err == nil {
					t.Errorf("%s: %s was written", name, path)
				}
			}
		}
	}
}

func TestGateRefusesTheIncumbentItself(t *testing.T) {
	games := filepath.Join(t.TempDir(), "games")
	if code, _, stderr := call(t, "", "selfplay", "--out", games, "--games", "2", "--nodes", "5"); code != exitDone {
		t.Fatal(stderr)
	}
	_, network := trained(t, lineage.None())
	copied := filepath.Join(t.TempDir(), "champion.nnue")
	if file, err := os.ReadFile(network); err != nil || os.WriteFile(copied, file, 0o644) != nil {
		t.Fatal(err)
	}
	_, renamed := trained(t, lineage.None().With(lineage.New([]string{"q"}, []string{"s"}, 20, 20)))
	for incumbent, want := range map[string]string{copied: "the same evaluation", renamed: "have the same weights"} {
		checkRefusals(t, []refusal{{exitFailed, want, []string{"gate", "--candidate", network, "--incumbent", incumbent,
			"--holdout", games, "--phrase", "p", "--out", absent(t)}}})
	}
}
