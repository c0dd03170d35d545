package main

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// call runs the program in this process and returns its exit code and what it wrote.
func call(t *testing.T, stdin string, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	errFile, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer errFile.Close()
	var out bytes.Buffer
	code = run(args, strings.NewReader(stdin), &out, errFile)
	text, err := os.ReadFile(errFile.Name())
	if err != nil {
		t.Fatal(err)
	}
	return code, out.String(), string(text)
}

func TestPerft(t *testing.T) {
	code, out, stderr := call(t, "", "perft", "startpos", "2")
	if code != exitDone || !strings.HasPrefix(out, "nodes 66462\nnps ") {
		t.Errorf("exit %d, output %q, errors %q", code, out, stderr)
	}
	const deal = "a0=A,b0=P,c0=R,d0=C,f0=B,g0=N,h0=C,i0=P,b2=R,h2=A,a3=B,c3=P,e3=N,g3=P,i3=P," +
		"a6=c,c6=r,e6=a,g6=b,i6=a,b7=p,h7=p,a9=p,b9=n,c9=r,d9=b,f9=p,g9=p,h9=n,i9=c"
	code, out, _ = call(t, "", "perft", "startpos", "2", "--divide", "--deal", deal)
	if code != exitDone || !strings.Contains(out, "\nnodes 1926\n") || strings.Count(out, ": ") != 44 {
		t.Errorf("exit %d, output %q", code, out)
	}
}

func TestDealIsReproducible(t *testing.T) {
	_, two, _ := call(t, "", "deal", "--phrase", "example", "--count", "2")
	_, one, _ := call(t, "", "deal", "--phrase", "example", "--index", "1")
	if lines := strings.SplitAfter(two, "\n"); len(lines) != 3 || lines[1] != one {
		t.Errorf("deal 1 alone is %q, of two %q", one, two)
	}
}

func TestReplayAnswersEveryLine(t *testing.T) {
	const start = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"
	code, out, stderr := call(t, start+"\tb2e2R\n\n"+start+"\tb2e3\n"+start+"\t\n", "replay")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitFailed || len(lines) != 4 {
		t.Fatalf("exit %d, %d lines, errors %q", code, len(lines), stderr)
	}
	for i, want := range []string{`"line":1,"fen":`, `"line":2,"error":`, `"line":3,"error":`, `"line":4,"fen":`} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %s, want %s", i+1, lines[i], want)
		}
	}
}

// TestBadInput asks that everything wrong gets one line that says what and where, and the right code.
func TestBadInput(t *testing.T) {
	dir := t.TempDir()
	junk := filepath.Join(dir, "junk.nnue")
	shard := filepath.Join(dir, "junk.jqs")
	config := filepath.Join(dir, "bad.toml")
	for path, text := range map[string]string{junk: "junk", shard: "junk", config: "batchsize = 7\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	missing, zeros := filepath.Join(dir, "missing"), filepath.Join(dir, "zeros")
	if err := os.WriteFile(zeros, make([]byte, maxReplayLine+1), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		code int
		want string
		args []string
	}{
		{exitUsage, "unexpected argument", []string{"prft"}},
		{exitUsage, "depth", []string{"perft", "startpos"}},
		{exitUsage, "unknown flag -1", []string{"perft", "startpos", "-1"}},
		{exitUsage, "depth", []string{"perft", "startpos", "--", "-1"}},
		{exitUsage, "depth", []string{"perft", "startpos", "many"}},
		{exitUsage, "unknown flag", []string{"perft", "startpos", "1", "--fast"}},
		{exitFailed, "board", []string{"perft", "nonsense w - 0 1", "1"}},
		{exitFailed, "--deal", []string{"perft", "startpos", "1", "--deal", "a0=Q"}},
		{exitFailed, "b0", []string{"perft", "startpos", "1", "--deal", "a0=R"}},
		{exitUsage, "--phrase", []string{"deal"}},
		{exitUsage, "--count", []string{"deal", "--phrase", "x", "--count", "0"}},
		{exitFailed, "missing", []string{"replay", missing}},
		{exitUsage, "chess", []string{"referee", "--random", "1", "--rules", "chess"}},
		{exitUsage, "names no evaluation", []string{"bench", "--net", "hcee"}},
		{exitFailed, "junk.nnue", []string{"bench", "--net", junk}},
		{exitUsage, "--threads 0", []string{"bench", "--threads", "0"}},
		{exitUsage, "--depth 128: want 0 to 127", []string{"bench", "--depth", "128"}},
		{exitUsage, "--depth -1", []string{"bench", "--depth=-1"}},
		{exitFailed, "junk.nnue", []string{"uci", "--net", junk}},
		{exitFailed, "missing", []string{"eval", "startpos", "--net", missing + ".nnue"}},
		{exitFailed, "missing", []string{"data", "stats", missing}},
		{exitFailed, "junk.jqs", []string{"data", "stats", shard}},
		{exitFailed, "junk.jqs", []string{"data", "verify", shard}},
		{exitFailed, "junk.jqs", []string{"data", "repair", shard, filepath.Join(dir, "new.jqs")}},
		{exitUsage, "--out", []string{"selfplay", "--games", "1"}},
		{exitUsage, "nodes", []string{"selfplay", "--games", "1", "--nodes", "0", "--out", dir}},
		{exitUsage, "games", []string{"selfplay", "--games", "-4", "--out", dir}},
		{exitUsage, "--data", []string{"train"}},
		{exitUsage, "preset", []string{"train", "--data", dir, "--out", dir, "--preset", "slow"}},
		{exitFailed, "batchsize", []string{"train", "--data", dir, "--out", dir, "--config", config}},
		{exitFailed, "missing", []string{"train", "--data", missing, "--out", filepath.Join(dir, "t")}},
		{exitFailed, "junk.nnue", []string{"quantize", junk, dir, "--holdout", dir}},
		{exitFailed, "missing", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", missing, "--phrase", "x", "--out", dir}},
		{exitUsage, "--gate-share 2000", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", missing, "--gate-share", "2000"}},
		{exitUsage, "must be a network file", []string{"gate", "--candidate", "hce", "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", missing}},
		{exitUsage, "--workers", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", missing, "--workers", "4097"}},
		{exitUsage, "--workers", []string{"referee", "--random", "1", "--workers", "1000000"}},
		{exitUsage, "--workers", []string{"data", "verify", dir, "--workers=-1"}},
		{exitUsage, "--workers", []string{"round", "run", "--run", missing, "--workers=-1"}},
		{exitUsage, "--workers", []string{"selfplay", "--games", "1", "--workers=-1", "--out", missing}},
		{exitUsage, "first", []string{"selfplay", "--games", "1", "--first", "18446744073709551615", "--out", missing}},
		{exitFailed, "line 1: longer than", []string{"replay", zeros}},
		{exitUsage, "--games", []string{"gate", "--candidate", junk, "--incumbent", "hce", "--holdout", dir, "--phrase", "x", "--out", dir, "--games", "3"}},
		{exitUsage, "--rounds", []string{"round", "run", "--run", dir, "--rounds", "0"}},
		{exitUsage, "preset", []string{"round", "run", "--run", dir, "--preset", "huge"}},
		{exitFailed, "batchsize", []string{"round", "run", "--run", dir, "--config", config}},
		{exitFailed, "run.toml", []string{"round", "status", "--run", dir}},
	} {
		code, _, stderr := call(t, "", c.args...)
		if code != c.code {
			t.Errorf("%q: exit %d, want %d (%s)", c.args, code, c.code, stderr)
		}
		line := strings.TrimSuffix(stderr, "\n")
		if strings.Contains(line, "\n") || !strings.HasPrefix(line, "jieqi: ") || !strings.Contains(line, c.want) {
			t.Errorf("%q: message %q, want one line that names %q", c.args, stderr, c.want)
		}
	}
	if _, err := os.Stat(missing); err == nil {
		t.Error("a refused command made its folder")
	}
}

// TestReplayStops interrupts a replay whose input neither says anything nor ends.
func TestReplayStops(t *testing.T) {
	in, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := writeReplays(ctx, in, io.Discard); !errors.Is(err, stopped) {
		t.Errorf("error %v", err)
	}
}

// TestHelpSaysWhatIsRequired asks that of flags that exclude each other none is called required.
func TestHelpSaysWhatIsRequired(t *testing.T) {
	_, out, _ := call(t, "", "match", "run", "--help")
	usage, _, _ := strings.Cut(out, "\n")
	if strings.Contains(usage, "--nodes") || !strings.Contains(usage, "--phrase") || !strings.Contains(out, "exactly one of") {
		t.Errorf("help %q", out)
	}
}

func TestHelp(t *testing.T) {
	for _, args := range [][]string{
		{"--help"}, {"perft", "--help"}, {"selfplay", "--help"}, {"data", "verify", "--help"}, {"train", "--help"},
		{"quantize", "--help"}, {"gate", "--help"}, {"match", "run", "--help"}, {"match", "verdict", "--help"}, {"experiment", "ablate", "--help"}, {"experiment", "hcefit", "--help"}, {"round", "run", "--help"}, {"uci", "--help"}, {"replay", "--help"},
	} {
		code, out, stderr := call(t, "", args...)
		if code != exitDone || stderr != "" {
			t.Errorf("%q: exit %d, errors %q", args, code, stderr)
		}
		if want := "jieqi " + strings.Join(args[:len(args)-1], " "); !strings.Contains(out, strings.TrimSpace(want)) {
			t.Errorf("%q: no example in %q", args, out)
		}
	}
}
