package main

import "testing"

func TestGateBadInput(t *testing.T) {
	junk := written(t, "junk.nnue", "junk")
	missing := absent(t)
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitFailed, "missing", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", missing, "--phrase", "x", "--out", dir}},
		{exitUsage, "--gate-share 2000", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", missing, "--gate-share", "2000"}},
		{exitUsage, "must be a network", []string{"gate", "--candidate", "hce", "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", missing}},
		{exitUsage, "--workers", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", missing, "--workers", "4097"}},
		{exitUsage, "--games", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", dir, "--games", "3"}},
		{exitUsage, "to 20000", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", dir, "--games", "100000000"}},
		{exitUsage, "--nodes", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", dir, "--nodes", "0"}},
	})
}
