package main

import (
	"path/filepath"
	"testing"
)

func TestDataBadInput(t *testing.T) {
	shard := written(t, "junk.jqs", "junk")
	missing := absent(t)
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitFailed, "missing", []string{"data", "stats", missing}},
		{exitFailed, "junk.jqs", []string{"data", "stats", shard}},
		{exitFailed, "junk.jqs", []string{"data", "verify", shard}},
		{exitFailed, "junk.jqs", []string{"data", "repair", shard, filepath.Join(dir, "new.jqs")}},
		{exitUsage, "--workers", []string{"data", "verify", dir, "--workers=-1"}},
	})
}
