package main

import "testing"

func TestBenchBadInput(t *testing.T) {
	junk := written(t, "junk.nnue", "junk")
	checkRefusals(t, []refusal{
		{exitUsage, "names no evaluation", []string{"bench", "--net", "hcee"}},
		{exitFailed, "junk.nnue", []string{"bench", "--net", junk}},
		{exitUsage, "--threads 0", []string{"bench", "--threads", "0"}},
		{exitUsage, "--depth 128: want 0 to 127", []string{"bench", "--depth", "128"}},
		{exitUsage, "--depth -1", []string{"bench", "--depth=-1"}},
	})
}
