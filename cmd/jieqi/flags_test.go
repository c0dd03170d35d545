package main

import "testing"

// Numbers below zero and empty texts are mistakes of usage in every command, said in plain words.
func TestFlagsThatCannotBe(t *testing.T) {
	dir := absent(t)
	checkRefusals(t, []refusal{
		{exitUsage, "--threads -1: want 0 or more", []string{"train", "--data", dir, "--out", dir, "--threads", "-1"}},
		{exitUsage, "--workers -2: want 0 or more", []string{"selfplay", "--out", dir, "--games", "1", "--workers", "-2"}},
		{exitUsage, "--games -1: want 0 or more", []string{"selfplay", "--out", dir, "--games", "-1"}},
		{exitUsage, "--hash -1: want 0 or more", []string{"selfplay", "--out", dir, "--games", "1", "--hash", "-1"}},
		{exitUsage, "--rounds -1: want 0 or more", []string{"round", "run", "--run", dir, "--rounds", "-1"}},
		{exitUsage, "--count -1: want 0 or more", []string{"deal", "--phrase", "p", "--count", "-1"}},
		{exitUsage, "--threads 5000: want 0 to 4096", []string{"train", "--data", dir, "--out", dir, "--threads", "5000"}},
		{exitUsage, "--threads 5000: want 0 to 4096", []string{"train", "--bench", "--threads", "5000"}},
		{exitUsage, "--scaling goes with --bench", []string{"train", "--data", "x", "--out", "y", "--scaling"}},
		{exitUsage, `--games: want a whole number, not "two"`, []string{"selfplay", "--out", dir, "--games", "two"}},
		{exitUsage, `--rounds: want a whole number, not "1.5"`, []string{"round", "run", "--run", dir, "--rounds=1.5"}},
		{exitUsage, "--nodes: 99999999999999999999 is out of range", []string{"selfplay", "--out", dir, "--games", "1", "--nodes", "99999999999999999999"}},
		{exitUsage, "--workers: want a whole number, and there is nothing", []string{"selfplay", "--out", dir, "--games", "1", "--workers"}},
		{exitUsage, `--prior: want a number, not "soft"`, []string{"experiment", "hcefit", "--data", dir, "--out", dir, "--prior", "soft"}},
		{exitUsage, "--random 0: want at least one", []string{"referee", "--random", "0"}},
		{exitUsage, "--run is empty", []string{"round", "run", "--run", ""}},
		{exitUsage, "--run is empty", []string{"round", "status", "--run="}},
		{exitUsage, "--phrase is empty", []string{"deal", "--phrase", ""}},
		{exitUsage, "--out is empty", []string{"selfplay", "--out", "", "--games", "1"}},
		{exitUsage, "argument 3 is empty", []string{"data", "stats", ""}},
		{exitUsage, "--set phrase cannot change", []string{"round", "run", "--run", dir, "--set", "phrase=x"}},
		{exitUsage, `--set "window": want KEY=VALUE`, []string{"round", "run", "--run", dir, "--set", "window"}},
	})
}
