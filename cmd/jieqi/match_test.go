package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"jieqi/eval/match"
	"jieqi/nnue"
)

// overUCI is the spec of this program as an external engine.
func overUCI(t *testing.T) string {
	t.Helper()
	t.Setenv(asProgram, "1") // for the engines; this process has looked already
	return `uci:"` + os.Args[0] + `" uci --net hce; Hash=1; @name=itself`
}

// TestTheSameGamesOverUCI lets the engine play itself, one of the two over UCI. If what is sent over UCI
// is all that the player knows, history included, both games on a deal are the same.
func TestTheSameGamesOverUCI(t *testing.T) {
	dir := t.TempDir()
	args := []string{"match", "run", dir, "--a", "hce", "--b", overUCI(t), "--phrase", "uci", "--nodes", "150",
		"--hash", "1", "--workers", "2", "--json"}
	var out string
	for _, pairs := range []string{"2", "4"} { // the second goes on
		var code int
		var stderr string
		if code, out, stderr = call(t, "", append(args, "--pairs", pairs)...); code != exitDone {
			t.Fatalf("exit %d: %s", code, stderr)
		}
	}
	var v match.Verdict
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatal(err)
	}
	if v.Estimate.Pairs != 4 || v.Estimate.Score != 0.5 || v.Results.Failures != 0 || v.Match.B != "itself" {
		t.Errorf("verdict %s", out)
	}
	pairs, err := match.Read(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range pairs {
		if p.Games[0].Moves != p.Games[1].Moves || p.Games[0].Plies < 20 {
			t.Errorf("pair %d: %s\nand %s", p.Index, p.Games[0].Moves, p.Games[1].Moves)
		}
	}
}

func TestMatchByTime(t *testing.T) {
	dir, engine := t.TempDir(), overUCI(t)
	code, out, stderr := call(t, "", "match", "run", dir, "--a", engine, "--b", engine, "--pairs", "1",
		"--phrase", "time", "--movetime", "5")
	if code != exitDone || !strings.Contains(out, "2 games at 5 ms a move") ||
		!strings.Contains(out, "\na: failures: none; ") || !strings.Contains(out, "\nb: failures: none; ") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
	if code, again, _ := call(t, "", "match", "verdict", dir); code != exitDone || again != out {
		t.Errorf("exit %d: the verdict asked for again is %s", code, again)
	}
}

// TestFailedStartLeavesTheFolderFree starts engines that are none and wrong ones, and then right ones.
func TestFailedStartLeavesTheFolderFree(t *testing.T) {
	dir := t.TempDir()
	engine := overUCI(t)
	run := func(b, nodes string) (int, string) {
		code, _, stderr := call(t, "", "match", "run", dir, "--a", "hce", "--b", b, "--phrase", "start", "--pairs", "1",
			"--nodes", nodes, "--hash", "1", "--workers", "2")
		return code, stderr
	}
	for b, want := range map[string]string{"uci:true": "exit status 0", engine + "; Nope=3": `no option "Nope"`} {
		if code, stderr := run(b, "10"); code != exitFailed || !strings.Contains(stderr, want) || strings.Contains(stderr, "goes on from here") {
			t.Errorf("%s: exit %d: %s", b, code, stderr)
		}
	}
	if code, stderr := run(engine, "20"); code != exitDone {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	code, stderr := run(engine, "30")
	if code != exitFailed || !strings.HasSuffix(stderr, ": this folder holds another match: nodes is 20, asked for 30; give another folder\n") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

// TestAnEngineThatTakesNoOptionStopsTheMatch gives this program over UCI values that it would refuse, and keep its
// default. No game is played.
func TestAnEngineThatTakesNoOptionStopsTheMatch(t *testing.T) {
	engine := overUCI(t)
	for option, want := range map[string]string{
		"EvalFile=/nonexistent.nnue": "no such file",
		"Threads=abc":                "whole number",
		"Rules=xx":                   "tiantian, guangdong",
		"MultiPV=99999":              "at most 256",
		"Ponder=maybe":               "true or false",
		"EvalFile=" + os.Args[0]:     "info string error", // there, but no network: the engine says so
	} {
		dir := t.TempDir()
		code, _, stderr := call(t, "", "match", "run", dir, "--a", engine+"; "+option, "--b", "hce", "--phrase", "options",
			"--pairs", "1", "--nodes", "10", "--hash", "1", "--workers", "1")
		if code != exitFailed || !strings.Contains(stderr, want) || strings.Count(stderr, "\n") != 1 {
			t.Errorf("%s: exit %d: %s", option, code, stderr)
		}
		if pairs, err := match.Read(dir); err != nil || len(pairs) != 0 {
			t.Errorf("%s: %d pairs, %v", option, len(pairs), err)
		}
	}
}

// TestASwappedNetworkIsFound goes on with a match after the network of an external engine was exchanged.
func TestASwappedNetworkIsFound(t *testing.T) {
	dir, net := t.TempDir(), filepath.Join(t.TempDir(), "net.nnue")
	put := func(seed uint64) {
		n, err := nnue.Quantize(nnue.NewParams(seed), nnue.DefaultScales(), nnue.Provenance{})
		if err != nil {
			t.Fatal(err)
		}
		path, err := n.WriteFile(t.TempDir())
		if err == nil {
			err = os.Rename(path, net)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	engine := overUCI(t) + "; EvalFile=" + net
	run := func(pairs string) (int, string) {
		code, _, stderr := call(t, "", "match", "run", dir, "--a", engine, "--b", "hce", "--phrase", "swap", "--pairs", pairs,
			"--nodes", "10", "--hash", "1", "--workers", "1")
		return code, stderr
	}
	for _, seed := range []uint64{1, 1, 2} {
		put(seed)
		code, stderr := run(strconv.Itoa(1 + int(seed)))
		switch {
		case seed == 1 && code != exitDone:
			t.Fatalf("exit %d: %s", code, stderr)
		case seed == 2 && (code != exitFailed || !strings.Contains(stderr, "the hash of file "+net+" in a_files is ") ||
			!strings.Contains(stderr, "put the old file back")):
			t.Errorf("exit %d: %s", code, stderr)
		}
	}
}

// TestInterruptedStart interrupts a match whose second player does not get ready.
func TestInterruptedStart(t *testing.T) {
	dir := t.TempDir()
	cmd := program("match", "run", dir, "--a", "hce", "--b", "uci:sleep 60", "--phrase", "x", "--pairs", "1", "--nodes", "10")
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "manifest.json")) // written just before the players start
	begin := time.Now()
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // the exit code says it
	if took := time.Since(begin); took > 10*time.Second {
		t.Errorf("took %v to end", took)
	}
	if want := "jieqi: terminated signal received; the same command goes on from here\n"; cmd.ProcessState.ExitCode() != exitFailed || !strings.HasSuffix(stderr.String(), want) {
		t.Errorf("exit %d: %s", cmd.ProcessState.ExitCode(), stderr.String())
	}
}

// waitFor waits until a file has something in it.
func waitFor(t *testing.T, path string) {
	t.Helper()
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(path); err == nil && info.Size() > 0 {
			return
		}
	}
	t.Errorf("nothing in %s within a minute", path)
}

// TestInterruptedMatchGoesOn interrupts a match between two programs and finishes it.
func TestInterruptedMatchGoesOn(t *testing.T) {
	dir, engine := t.TempDir(), overUCI(t)
	args := []string{"match", "run", dir, "--a", engine, "--b", engine, "--phrase", "stop", "--nodes", "100", "--hash", "1", "--workers", "1"}
	cmd := program(append(args, "--pairs", "100000")...)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, filepath.Join(dir, "pairs.jsonl"))
	if err := cmd.Process.Signal(syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err == nil || cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(stderr.String(), "signal received; the same command goes on from here") {
		t.Errorf("ended with %v: %s", err, stderr.String())
	}
	before, err := match.Read(dir)
	if err != nil || len(before) == 0 {
		t.Fatalf("%d pairs kept: %v", len(before), err)
	}
	if code, out, stderr := call(t, "", append(args, "--pairs", "1")...); code != exitDone || !strings.Contains(out, "undecided") {
		t.Errorf("exit %d: %s%s", code, out, stderr)
	}
}

func TestMatchBadInput(t *testing.T) {
	dir := t.TempDir()
	run := func(more ...string) []string {
		return append([]string{"match", "run", dir, "--a", "hce", "--phrase", "x", "--pairs", "1"}, more...)
	}
	checkRefusals(t, []refusal{
		{exitUsage, "--b", run("--nodes", "5")},
		{exitUsage, "--tc", run("--b", "hce")},
		{exitUsage, "together", run("--b", "hce", "--nodes", "5", "--movetime", "5")},
		{exitUsage, "together", run("--b", "hce", "--nodes", "5", "--tc", "1+1")},
		{exitUsage, "--tc", run("--b", "hce", "--tc", "soon")},
		{exitUsage, "--movetime", run("--b", "hce", "--movetime", "0")},
		{exitUsage, "--movetime", run("--b", "hce", "--movetime", "-4")},
		{exitUsage, "--pairs", run("--b", "hce", "--nodes", "5", "--pairs", "0")},
		{exitUsage, "1 to 1000000 pairs", run("--b", "hce", "--nodes", "5", "--pairs", "1000001")},
		{exitUsage, "--phrase is empty", run("--b", "hce", "--nodes", "5", "--phrase", "")},
		{exitUsage, "twice", run("--b", "uci:sh; Hash=1; Hash=2", "--nodes", "5")},
		{exitUsage, "yes or no", run("--b", "uci:sh; @lenient=perhaps", "--nodes", "5")},
		{exitUsage, "--threads", run("--b", "hce", "--nodes", "5", "--threads", "0")},
		{exitUsage, "--hash", run("--b", "hce", "--nodes", "5", "--hash", "4097")},
		{exitUsage, "--workers", run("--b", "hce", "--nodes", "5", "--workers", "4097")},
		{exitUsage, "--workers", run("--b", "hce", "--nodes", "5", "--workers=-1")},
		{exitUsage, "chess", run("--b", "hce", "--nodes", "5", "--rules", "chess")},
		{exitUsage, "--b: \"strong\"", run("--b", "strong", "--nodes", "5")},
		{exitUsage, "--b: command", run("--b", "uci:", "--nodes", "5")},
		{exitUsage, "@zeros", run("--b", "uci:sh; @zeros=maybe", "--nodes", "5")},
		{exitFailed, "missing.nnue", run("--b", dir+"/missing.nnue", "--nodes", "5")},
		{exitFailed, "no-such-engine", run("--b", "uci:no-such-engine", "--nodes", "5")},
		{exitUsage, "@unknown", run("--b", "uci:sh;@unknown=1", "--nodes", "5")},
		{exitFailed, "uciok", run("--b", "uci:true", "--nodes", "5")},
		{exitFailed, "no match in", []string{"match", "verdict", dir + "/none"}},
		{exitUsage, "dir", []string{"match", "verdict"}},
	})
}
