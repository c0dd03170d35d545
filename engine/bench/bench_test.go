package bench_test

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"jieqi/engine"
	"jieqi/engine/bench"
	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/search"
)

var update = flag.Bool("update", false, "write the signature and the nodes found to testdata")

const golden = "testdata/signature.txt"

func factory() engine.Factory {
	return engine.Factory{Name: "hce", New: func() search.Evaluator { return hce.New(&hce.Default) }}
}

// TestSignature compares the nodes of a run at the default depth with the golden number.
func TestSignature(t *testing.T) {
	var out bytes.Buffer
	nodes, _, err := bench.Run(context.Background(), factory(), bench.DefaultDepth, 1, &out)
	if err != nil {
		t.Fatal(err)
	}
	got := fmt.Sprintf("depth %d nodes %d\n", bench.DefaultDepth, nodes)
	if *update {
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("signature %q, golden %q: if meant, run go test ./engine/bench -update", got, want)
	}
	checkOutput(t, out.String(), nodes)
}

// checkOutput checks what other programs read: the last two lines.
func checkOutput(t *testing.T, text string, nodes uint64) {
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 42 {
		t.Fatalf("%d lines, want at least 42", len(lines))
	}
	if got, want := lines[len(lines)-2], fmt.Sprintf("nodes %d", nodes); got != want {
		t.Errorf("last line but one %q, want %q", got, want)
	}
	var nps uint64
	if n, err := fmt.Sscanf(lines[len(lines)-1], "nps %d", &nps); n != 1 || err != nil || nps == 0 {
		t.Errorf("last line %q, want nps N", lines[len(lines)-1])
	}
}

func TestTwoRunsAgree(t *testing.T) {
	const depth = 4
	first, _, err := bench.Run(context.Background(), factory(), depth, 1, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	second, _, err := bench.Run(context.Background(), factory(), depth, 1, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	if first != second || first == 0 {
		t.Errorf("nodes %d, then %d", first, second)
	}
}

func TestPositionsCoverAllPhases(t *testing.T) {
	list, err := bench.Positions()
	if err != nil {
		t.Fatal(err)
	}
	dark := map[int]bool{}
	checks, endings := 0, 0
	for i, p := range list {
		dark[p.Hidden(board.Red)+p.Hidden(board.Black)] = true
		if !p.HasLegalMove() {
			t.Errorf("position %d has no legal move", i+1)
		}
		if p.InCheck() {
			checks++
		}
		if p.Occupied().Count() <= 9 {
			endings++
		}
	}
	if len(list) < 40 || checks < 5 || endings < 5 {
		t.Errorf("%d positions, %d in check, %d endings", len(list), checks, endings)
	}
	for n := 0; n <= 30; n++ {
		if !dark[n] {
			t.Errorf("no position with %d face-down pieces", n)
		}
	}
}

// failAfter fails to write once so many bytes have gone through.
type failAfter int

var errFull = errors.New("full")

func (f *failAfter) Write(p []byte) (int, error) {
	if *f -= failAfter(len(p)); *f < 0 {
		return 0, errFull
	}
	return len(p), nil
}

func TestRunStops(t *testing.T) {
	full := failAfter(200)
	if _, _, err := bench.Run(context.Background(), factory(), 2, 1, &full); !errors.Is(err, errFull) {
		t.Errorf("full writer: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, _, err := bench.Run(ctx, factory(), 2, 1, io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
