package main

import "testing"

func TestRoundBadInput(t *testing.T) {
	config := written(t, "bad.toml", "batchsize = 7\n")
	missing := absent(t)
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitUsage, "--workers", []string{"round", "run", "--run", missing, "--workers=-1"}},
		{exitUsage, "--rounds", []string{"round", "run", "--run", dir, "--rounds", "0"}},
		{exitUsage, "--champion is empty", []string{"round", "run", "--run", missing, "--champion", ""}},
		{exitUsage, "--preset", []string{"round", "run", "--run", missing, "--preset", ""}},
		{exitUsage, "names no evaluation", []string{"round", "run", "--run", dir, "--champion", "hcf"}},
		{exitFailed, "none.nnue", []string{"round", "run", "--run", dir, "--champion", "none.nnue"}},
		{exitUsage, "preset", []string{"round", "run", "--run", dir, "--preset", "huge"}},
		{exitFailed, "batchsize", []string{"round", "run", "--run", dir, "--config", config}},
		{exitFailed, "no run in", []string{"round", "status", "--run", dir}},
	})
}
