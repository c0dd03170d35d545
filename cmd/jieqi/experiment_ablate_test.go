package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/experiments/ablate"
)

// TestAblate plays a tiny study, and asks the same command for the same table and for it as JSON.
func TestAblate(t *testing.T) {
	args := []string{"experiment", "ablate", t.TempDir(), "--only", "base,bound", "--pairs", "2", "--nodes", "50", "--workers", "2"}
	code, table, stderr := call(t, "", args...)
	if code != exitDone || !strings.Contains(table, "\n| base       |     4 | ") || !strings.Contains(table, "\n| bound      |     4 | ") {
		t.Fatalf("exit %d: %s%s", code, table, stderr)
	}
	if lines := strings.Split(strings.TrimSpace(stderr), "\n"); len(lines) != 2 ||
		!strings.HasPrefix(lines[0], "base: 2/2 ") || !strings.HasPrefix(lines[1], "bound: 2/2 ") {
		t.Errorf("progress %q", stderr)
	}
	if code, again, _ := call(t, "", args...); code != exitDone || again != table {
		t.Errorf("exit %d, the second time: %s", code, again)
	}
	code, out, _ := call(t, "", append(args, "--json")...)
	var r ablate.Report
	if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil || r.Table() != table || r.Hash == "" {
		t.Errorf("exit %d, error %v: %s", code, err, out)
	}
}

func TestAblateBadInput(t *testing.T) {
	dir, filled := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(filled, "0000000000.jqs"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	study := func(args ...string) []string { return append([]string{"experiment", "ablate"}, args...) }
	checkRefusals(t, []refusal{
		{exitUsage, "dir", study()},
		{exitUsage, `"null": want some of table, `, study(dir, "--only", "table,null")},
		{exitUsage, "--pairs 0", study(dir, "--pairs", "0")},
		{exitUsage, "--pairs 999999999999999999", study(dir, "--pairs", "999999999999999999")},
		{exitUsage, "--only is empty", study(dir, "--only", "")},
		{exitUsage, `--only: no contestant is called ""`, study(dir, "--only", "iir,")},
		{exitFailed, "something else than a study", study(filled)},
		{exitUsage, "--nodes 0", study(dir, "--nodes", "0")},
		{exitUsage, "--workers", study(dir, "--workers=-1")},
		{exitUsage, "--net: \"strong\"", study(dir, "--net", "strong")},
	})
}
