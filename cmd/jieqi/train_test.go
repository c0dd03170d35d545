package main

import (
	"path/filepath"
	"testing"
)

func TestTrainBadInput(t *testing.T) {
	config := written(t, "bad.toml", "batchsize = 7\n")
	missing := absent(t)
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitUsage, "--data", []string{"train"}},
		{exitUsage, "preset", []string{"train", "--data", dir, "--out", dir, "--preset", "slow"}},
		{exitFailed, "batchsize", []string{"train", "--data", dir, "--out", dir, "--config", config}},
		{exitFailed, "missing", []string{"train", "--data", missing, "--out", filepath.Join(dir, "t")}},
	})
}
