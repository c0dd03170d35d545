package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/nnue"
)

func TestNet(t *testing.T) {
	dir := t.TempDir()
	p := nnue.NewParams(3)
	params := filepath.Join(dir, "p.safetensors")
	if err := p.Save(params, nil); err != nil {
		t.Fatal(err)
	}
	n, err := nnue.Quantize(p, nnue.DefaultScales(), nnue.Provenance{Run: "test"})
	if err != nil {
		t.Fatal(err)
	}
	net, err := n.WriteFile(dir)
	if err != nil {
		t.Fatal(err)
	}
	picture := filepath.Join(dir, "first.svg")
	code, out, stderr := call(t, "", "net", "show", net, "--positions", "20", "--picture", picture)
	if code != exitDone || !strings.Contains(out, n.Name()) || !strings.Contains(out, "lineage: never trained on games") || stderr != "wrote "+picture+"\n" {
		t.Errorf("exit %d, %s, %q", code, out, stderr)
	}
	if svg, err := os.ReadFile(picture); err != nil || !strings.HasPrefix(string(svg), "<svg") {
		t.Errorf("no picture: %v", err)
	}
	for _, file := range []string{net, params} {
		var r struct {
			Positions int
			Layers    []any
		}
		code, out, stderr = call(t, "", "net", "show", "--json", file, "--positions", "20")
		if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil || r.Positions < 60 || len(r.Layers) != 4 {
			t.Errorf("%s: exit %d, %v, %q, %q", file, code, err, out, stderr)
		}
	}
	if code, out, _ = call(t, "", "net", "diff", params, net, "--positions", "20"); code != exitDone || !strings.Contains(out, "run: A -, B test") || !strings.Contains(out, "bench") {
		t.Errorf("exit %d, %s", code, out)
	}
}

func TestNetBadInput(t *testing.T) {
	junk, missing := written(t, "junk.nnue", "junk"), absent(t)
	checkRefusals(t, []refusal{
		{exitFailed, "junk.nnue", []string{"net", "show", junk}},
		{exitFailed, "junk.safetensors", []string{"net", "show", written(t, "junk.safetensors", "junk")}},
		{exitFailed, "missing", []string{"net", "diff", missing, junk}},
		{exitFailed, "junk.nnue", []string{"net", "diff", junk, missing}},
		{exitUsage, "--positions", []string{"net", "show", junk, "--positions", "1000001"}},
	})
}
