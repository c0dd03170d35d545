package main

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

const (
	recordedGames = recordedRun + "/rounds/001/selfplay"
	recordedGate  = recordedRun + "/rounds/001/gate"
)

// ask runs a command that must succeed without a word to standard error.
func ask(t *testing.T, stdin string, args ...string) string {
	t.Helper()
	code, out, stderr := call(t, stdin, args...)
	if code != exitDone || stderr != "" {
		t.Fatalf("%q: exit %d, errors %q", args, code, stderr)
	}
	return out
}

// TestQuestionsAboutData answers what people ask of data, as the help says, two ways each.
func TestQuestionsAboutData(t *testing.T) {
	const filter = "abs(score) <= 100 && face_down > 10"
	lines := strings.Split(strings.TrimSpace(ask(t, "", "data", "dump", recordedRun, "--filter", filter)), "\n")
	if !strings.HasPrefix(lines[0], "# all parts of the split (gate 100, validation 100 of 1000 deals), where "+filter) {
		t.Errorf("header %q", lines[0])
	}
	if counted := ask(t, "", "data", "dump", recordedRun, "--count", "--filter", filter); !strings.Contains(counted, "\nmatching "+strconv.Itoa(len(lines)-2)+" (") {
		t.Errorf("%d lines, counted %s", len(lines)-2, counted)
	}
	top := strings.Split(ask(t, "", "data", "dump", recordedRun, "--top", "3", "--by", "abs(swing)"), "\n")
	fields := strings.Fields(top[2])
	if drawn := ask(t, "", "data", "view", recordedRun, "--largest", "abs(swing)"); len(top) != 6 ||
		!strings.HasPrefix(drawn, "abs(swing) is largest after "+fields[1]+" plies of game "+fields[0]+"\n") || !strings.Contains(drawn, " plays "+fields[3][:4]) {
		t.Errorf("top %q, drawn %.200s", top, drawn)
	}
	parts := 0
	for _, part := range []string{"train", "validation", "gate"} {
		out := ask(t, "", "data", "dump", recordedRun, "--part", part, "--format", "csv")
		parts += strings.Count(out, "\n") - 1
		if strings.Count(out, ","+part+",") != strings.Count(out, "\n")-1 {
			t.Errorf("--part %s has others", part)
		}
	}
	if all := strings.Count(ask(t, "", "data", "dump", recordedRun, "--format", "epd"), "\n"); all != parts || all != 3785 {
		t.Errorf("%d positions, %d in parts", all, parts)
	}
}

// TestGamesReplay pipes games of shards and of a match into the replay.
func TestGamesReplay(t *testing.T) {
	for _, c := range []struct {
		games int
		args  []string
	}{
		{60, []string{"data", "games", recordedGames}},
		{1, []string{"data", "games", recordedGames, "--game", "7"}},
		{20, []string{"match", "games", recordedGate}},
		{2, []string{"match", "games", recordedGate, "--pair", "3"}},
	} {
		lines := ask(t, "", c.args...)
		if n := strings.Count(ask(t, lines, "replay"), `"end_ply"`); n != c.games || strings.Count(lines, "startpos\t") != c.games {
			t.Errorf("%q: %d games, want %d", c.args, n, c.games)
		}
		each := ask(t, lines, "replay", "--each")
		if n := strings.Count(each, "\n"); n != len(strings.Fields(lines)) {
			t.Errorf("%q: %d positions of %d starts and moves", c.args, n, len(strings.Fields(lines)))
		}
	}
	dir := filepath.Join(t.TempDir(), "box")
	ask(t, "", "data", "games", recordedGames, "--part", "gate", "--format", "jieqibox", "--out", dir)
	ask(t, "", "match", "games", recordedGate, "--format", "jieqibox", "--out", dir)
	files, err := os.ReadDir(dir)
	if err != nil || len(files) < 21 {
		t.Errorf("%d files, %v", len(files), err)
	}
}

func TestViewOnePosition(t *testing.T) {
	out := ask(t, "", "data", "view", recordedGames, "--game", "7", "--ply", "12", "--deal")
	if strings.Count(out, "\nply ") != 1 || !strings.Contains(out, "\nply 12, red to move\nas red knows it") || !strings.Contains(out, "what they are") {
		t.Errorf("drawn %s", out)
	}
}

func TestLookBadInput(t *testing.T) {
	dir := t.TempDir()
	checkRefusals(t, []refusal{
		{exitUsage, "--part: no part is called", []string{"data", "dump", recordedGames, "--part", "test"}},
		{exitUsage, "unknown name scoer (column 1); the names are capture, expected", []string{"data", "dump", recordedGames, "--filter", "scoer > 1"}},
		{exitUsage, "--format xml: want text, jsonl, csv or epd", []string{"data", "dump", recordedGames, "--format", "xml"}},
		{exitUsage, "--top 3: want", []string{"data", "dump", recordedGames, "--top", "3"}},
		{exitUsage, "--by", []string{"data", "dump", recordedGames, "--top", "3", "--by", "red"}},
		{exitUsage, "--json goes with --count", []string{"data", "dump", recordedGames, "--json"}},
		{exitFailed, "missing", []string{"data", "dump", absent(t)}},
		{exitFailed, "no such games: all parts", []string{"data", "dump", recordedGames, "--game", "60"}},
		{exitFailed, "no such games there", []string{"data", "games", recordedGames, "--game", "60"}},
		{exitFailed, "no such games there", []string{"match", "games", recordedGate, "--pair", "60"}},
		{exitFailed, "game 0, ply 2: ", []string{"data", "dump", recordedGames, "--filter", "8 % (ply - 2) == 0"}},
		{exitUsage, "--largest", []string{"data", "view", recordedGames, "--largest", "nothing"}},
		{exitFailed, "no such game", []string{"data", "view", recordedGames, "--game", "60"}},
		{exitFailed, "plies, not 4000", []string{"data", "view", recordedGames, "--game", "6", "--ply", "4000"}},
		{exitUsage, "want replay without --out", []string{"data", "games", recordedGames, "--format", "jieqibox"}},
		{exitUsage, "want replay without --out", []string{"match", "games", recordedGate, "--out", dir}},
		{exitFailed, "no match in", []string{"match", "games", dir}},
	})
}
