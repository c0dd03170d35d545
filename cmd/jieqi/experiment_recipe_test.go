package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/experiments/recipe"
)

const recipePlan = `
phrase = "cmd"
baseline = "one"
[data]
games = ["games"]
[holdout]
data = ["games"]
deep_positions = 40
deep_nodes = 40
[[match]]
opponent = "hce"
nodes = 40
games = 4
[base]
data = ["games"]
[base.train]
preset = "quick"
samples = 1024
superbatch = 512
batch = 256
split = { gate = 100, validation = 300 }
[[row]]
name = "one"
[[row]]
name = "two"
seeds = [7]
`

// recipeGames plays a few games and writes a plan for them; it returns the arguments of its study.
func recipeGames(t *testing.T) (args []string, dir string) {
	t.Helper()
	dir = t.TempDir()
	code, _, stderr := call(t, "", "selfplay", "--out", filepath.Join(dir, "games"), "--games", "60", "--nodes", "30", "--phrase", "recipe")
	if code != exitDone {
		t.Fatal(stderr)
	}
	plan := filepath.Join(dir, "small.toml")
	if err := os.WriteFile(plan, []byte(recipePlan), 0o644); err != nil {
		t.Fatal(err)
	}
	return []string{"experiment", "recipe", plan, "--store", filepath.Join(dir, "store"), "--root", dir}, dir
}

// TestRecipe asks for what is missing, does it, and does it again.
func TestRecipe(t *testing.T) {
	args, dir := recipeGames(t)
	code, out, stderr := call(t, "", append(args, "--dry-run")...)
	if code != exitDone || !strings.HasPrefix(out, "holdout\ndeep\ntrain one\n") || stderr != "10 stages are missing\n" {
		t.Fatalf("exit %d: %s%s", code, out, stderr)
	}
	code, table, stderr := call(t, "", args...)
	if code != exitDone || !strings.Contains(table, "\n| two ") {
		t.Fatalf("exit %d: %s%s", code, table, stderr)
	}
	if !strings.Contains(stderr, "\n3/10 train one: 4/4 ") || !strings.Contains(stderr, "\n10/10 match two at 40 nodes against hce: 2/2 ") {
		t.Errorf("progress %q", stderr)
	}
	if _, err := os.Stat(filepath.Join(dir, "store", "reports", "small", "table.md")); err != nil {
		t.Error(err)
	}
	code, out, stderr = call(t, "", append(args, "--json")...)
	var r recipe.Report
	if err := json.Unmarshal([]byte(out), &r); code != exitDone || err != nil || r.Table() != table || r.Missing != 0 || stderr != "" {
		t.Errorf("exit %d, error %v: %s%s", code, err, out, stderr)
	}
	if code, out, _ = call(t, "", append(args, "--dry-run", "--json")...); code != exitDone || out != "{\n  \"missing\": []\n}\n" {
		t.Errorf("exit %d: %s", code, out)
	}
}

// TestStudyOpponent asks for the same settings wherever a program lies and whatever it is called.
func TestStudyOpponent(t *testing.T) {
	var settings []string
	for _, name := range []string{"one", "two"} {
		path := filepath.Join(t.TempDir(), name)
		if err := os.WriteFile(path, []byte("#!/bin/sh\n"), 0o755); err != nil {
			t.Fatal(err)
		}
		c, err := studyOpponent(fmt.Sprintf("uci:%s uci; @name=%s; Skill=3", path, name))
		if err != nil {
			t.Fatal(err)
		}
		if c.Name != name {
			t.Errorf("called %q", c.Name)
		}
		settings = append(settings, c.Hash+" "+c.Settings)
	}
	if settings[0] != settings[1] || !strings.Contains(settings[0], " PROGRAM uci; Skill=3; by default Threads=1, Hash=2") {
		t.Errorf("settings %q", settings)
	}
}

func TestRecipeBadInput(t *testing.T) {
	args, dir := recipeGames(t)
	broken := func(name, old, new string) []string {
		path := filepath.Join(dir, name+".toml")
		if err := os.WriteFile(path, []byte(strings.Replace(recipePlan, old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
		return append([]string{args[0], args[1], path}, args[3:]...)
	}
	checkRefusals(t, []refusal{
		{exitUsage, "plan", args[:2]},
		{exitUsage, "--workers", append(args, "--workers=-1")},
		{exitFailed, "missing.toml", append([]string{args[0], args[1], filepath.Join(dir, "missing.toml")}, args[3:]...)},
		{exitFailed, `row.toml: row "two": unknown key "sed"`, broken("row", "seeds", "sed")},
		{exitFailed, "folder.toml: holdout.data: open shards: ", broken("folder", `["games"]`, `["gone"]`)},
		{exitUsage, `spec.toml: match 1: opponent: "strong" names no evaluation`, broken("spec", `"hce"`, `"strong"`)},
		{exitFailed, `gone.toml: match 1: opponent: `, broken("gone", `"hce"`, `"uci:./gone"`)},
	})
	if _, err := os.Stat(filepath.Join(dir, "store")); err == nil {
		t.Error("something was started")
	}
}
