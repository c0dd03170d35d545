package main

import "testing"

func TestQuantizeBadInput(t *testing.T) {
	junk := written(t, "junk.nnue", "junk")
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitFailed, "junk.nnue", []string{"quantize", junk, dir, "--holdout", dir}},
	})
}
