package main

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"jieqi/engine/rules"
)

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

// TestReplayEach asks for all positions, and for an error where one is refused.
func TestReplayEach(t *testing.T) {
	code, out, _ := call(t, "startpos\tb2e2R b7e7c\nstartpos\tb2e2R b7e8c\n", "replay", "--each")
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != exitFailed || len(lines) != 6 {
		t.Fatalf("exit %d, output %q", code, out)
	}
	for i, want := range []string{
		`"line":1,"ply":0,"move":"","fen":`, `"line":1,"ply":1,"move":"b2e2R",`, `"line":1,"ply":2,"move":"b7e7c",`,
		`"line":2,"ply":0,`, `"line":2,"ply":1,`, `"line":2,"error":`,
	} {
		if !strings.Contains(lines[i], want) {
			t.Errorf("line %d: %s, want %s", i+1, lines[i], want)
		}
	}
	// 40 moves of each side without a capture are a draw, under the other rules not yet.
	const late = "3k5/9/9/9/9/9/9/9/9/R4K3 w - 79 60\ta0a1\n"
	for preset, want := range map[string]string{"tiantian": `"draw"`, "guangdong": `"ongoing"`} {
		if _, out, _ := call(t, late, "replay", "--rules", preset); !strings.Contains(out, want) {
			t.Errorf("%s: %s, want %s", preset, out, want)
		}
	}
}

// TestReplayStops interrupts a replay whose input neither says anything nor ends.
func TestReplayStops(t *testing.T) {
	in, writer := io.Pipe()
	defer writer.Close()
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	if _, err := writeReplays(ctx, in, io.Discard, new(replayCommand).answers(rules.Tiantian)); !errors.Is(err, stopped) {
		t.Errorf("error %v", err)
	}
}

func TestReplayBadInput(t *testing.T) {
	zeros := written(t, "zeros", string(make([]byte, maxReplayLine+1)))
	missing := absent(t)
	checkRefusals(t, []refusal{
		{exitFailed, "missing", []string{"replay", missing}},
		{exitUsage, "--rules", []string{"replay", "--rules", "none"}},
		{exitFailed, "line 1: longer than", []string{"replay", zeros}},
	})
}
