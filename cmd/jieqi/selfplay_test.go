package main

import "testing"

func TestSelfplayBadInput(t *testing.T) {
	missing := absent(t)
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitUsage, "--out", []string{"selfplay", "--games", "1"}},
		{exitUsage, "nodes", []string{"selfplay", "--games", "1", "--nodes", "0", "--out", dir}},
		{exitUsage, "games", []string{"selfplay", "--games", "-4", "--out", dir}},
		{exitUsage, "--workers", []string{"selfplay", "--games", "1", "--workers=-1", "--out", missing}},
		{exitUsage, "--opponent", []string{"selfplay", "--games", "1", "--opponent", "hcee", "--out", missing}},
		{exitUsage, "first", []string{"selfplay", "--games", "1", "--first", "18446744073709551615", "--out", missing}},
	})
}
