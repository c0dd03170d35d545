package uci

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

var bestmoveLine = regexp.MustCompile(`^bestmove [a-i][0-9][a-i][0-9]( ponder [a-i][0-9][a-i][0-9])?$`)

func TestHandshake(t *testing.T) {
	p := newPeer(t)
	p.send("uci")
	text := strings.Join(p.until("uciok"), "\n")
	for _, name := range []string{"Threads", "Hash", "Clear Hash", "MultiPV", "Ponder", "Move Overhead", "EvalFile", "UCI_ShowWDL", "Skill Level", "Skill Phrase", "ShowReveals"} {
		if !strings.Contains(text, "\noption name "+name+" type ") {
			t.Errorf("no option %q", name)
		}
	}
	if !strings.HasPrefix(text, "id name ") || !strings.Contains(text, "\nid author ") {
		t.Error("no id")
	}
	p.sync()
}

func TestGo(t *testing.T) {
	p := newPeer(t)
	for _, moves := range []string{"", " moves b2e2R b7e7c", " moves b2b9Rn a9b9r"} {
		for _, limit := range []string{
			"nodes 1", "nodes 2000", "depth 3", "movetime 20", "wtime 500 btime 500 winc 5 binc 5", "wtime -20 btime -20",
			"wtime 300 btime 300 movestogo 3", "mate 1 nodes 500", "nodes 9999999999999999999999 depth 2",
			"depth 1 wtime 99999999999999999999", "depth 2 searchmoves a3a4 c3c4 e3e4", "movestogo 5 depth 1",
		} {
			p.send("position startpos"+moves, "go "+limit)
			lines := p.until("bestmove")
			if got := lines[len(lines)-1]; !bestmoveLine.MatchString(got) {
				t.Errorf("go %s: %q", limit, got)
			}
			for _, l := range lines[:len(lines)-1] {
				if !strings.HasPrefix(l, "info depth ") && !(strings.HasPrefix(limit, "mate") && l == "info string no mate in 1 found") {
					t.Errorf("go %s: %q", limit, l)
				}
			}
		}
	}
	p.sync()
}

func TestGoErrorsAreAnsweredAnyhow(t *testing.T) {
	p := newPeer(t)
	for _, args := range []string{"depth", "depth x", "nodes 1.5", "banana", "searchmoves a0a9 depth 1", "wtime", "searchmoves a1z9q depth 1", "depth 1 \xff"} {
		p.send("go " + args)
		lines := p.until("bestmove")
		if !strings.HasPrefix(lines[0], "info string error: go: ") {
			t.Errorf("go %s: %q first, want an error", args, lines[0])
		}
	}
	p.sync()
}

func TestSearchMoves(t *testing.T) {
	p := newPeer(t)
	p.send("go depth 3 searchmoves a3a4")
	if got := p.last("bestmove"); got != "bestmove a3a4" {
		t.Errorf("%q, want a3a4", got)
	}
}

func TestStop(t *testing.T) {
	p := newPeer(t)
	for _, args := range []string{"infinite", "", "infinite depth 1", "depth 90", "ponder depth 1", "movetime 100000000"} {
		p.send("go " + args)
		if args != "depth 90" && args != "movetime 100000000" {
			p.quiet("bestmove")
		}
		p.sync("info")
		p.send("stop", "stop")
		if got := p.last("bestmove"); !bestmoveLine.MatchString(got) {
			t.Errorf("go %s: %q", args, got)
		}
		p.sync()
	}
	p.send("go infinite", "stop") // back to back
	p.until("bestmove")
	p.sync()
}

func TestPonderHit(t *testing.T) {
	p := newPeer(t)
	p.send("ponderhit")
	p.sync("info string error: ponderhit: not pondering")
	for range 20 { // the hit may come before the search has begun
		p.send("go ponder wtime 100 btime 100", "ponderhit")
		p.until("bestmove")
	}
	p.send("go ponder wtime 100 btime 100")
	p.quiet("bestmove")
	p.send("ponderhit")
	p.until("bestmove")
	p.send("go ponder infinite", "ponderhit")
	p.quiet("bestmove")
	p.send("stop")
	p.until("bestmove")
	p.sync()
}

func TestCommandsWaitForASearchThatEnds(t *testing.T) {
	p := newPeer(t)
	p.send("position startpos moves b2e2R", "go nodes 20000", "setoption name Hash value 1", "position startpos", "go depth 1", "perft 1", "d", "frobnicate")
	var order []string
	for len(order) < 5 {
		switch l := p.next(); {
		case strings.HasPrefix(l, "bestmove"), strings.HasPrefix(l, "nodes "), strings.HasPrefix(l, "Fen: "), strings.Contains(l, "error"):
			order = append(order, l)
		}
	}
	if !strings.HasPrefix(order[0], "bestmove") || strings.Count(strings.Join(order, "\n"), "bestmove") != 2 {
		t.Errorf("order %q", order)
	}
	p.send("go infinite", "go depth 1") // the endless one gives way
	p.until("bestmove")
	p.until("bestmove")
	p.send("go infinite", "ucinewgame")
	p.until("bestmove")
	p.sync()
}

func TestPositionDuringASearch(t *testing.T) {
	p := newPeer(t)
	p.send("go infinite", "position startpos moves b2e2R")
	if fen := p.fen(); !strings.Contains(fen, " b ") {
		t.Errorf("position not taken during a search: %s", fen)
	}
	p.send("stop")
	move, err := notation.ParseMove4(strings.Fields(p.last("bestmove"))[1])
	if err != nil || !board.StartPosition().IsLegal(move) {
		t.Errorf("%v, %v: not a move of the position searched", move, err)
	}
}

func TestEndOfInput(t *testing.T) {
	for _, input := range []string{"", "uci", "go nodes 5000", "go nodes 100\ngo depth 2\nperft 2\ngo depth 1", "go infinite", "go ponder depth 1", "quit\nfoo", "go depth 2\nquit"} {
		var out strings.Builder
		s := Server{In: strings.NewReader(input), Out: &out, Load: load, Default: "hce"}
		if err := s.Run(context.Background()); err != nil {
			t.Errorf("%q: %v", input, err)
		}
		if got, want := strings.Count(out.String(), "bestmove "), strings.Count(input, "go "); got != want {
			t.Errorf("%q: %d bestmoves, want %d", input, got, want)
		}
		if strings.Contains(out.String(), "foo") {
			t.Errorf("%q: went on after quit", input)
		}
	}
}

func TestQuitAndCancelDuringASearch(t *testing.T) {
	p := newPeer(t)
	p.send("go infinite", "quit")
	if err := p.ended(); err != nil {
		t.Errorf("quit: %v", err)
	}
	p = newPeer(t)
	p.send("go infinite")
	p.stop()
	if err := p.ended(); err != nil {
		t.Errorf("cancel: %v", err)
	}
	p = newPeer(t)
	p.send("go depth 90")
	p.sync("info")
	p.in.CloseWithError(io.ErrUnexpectedEOF)
	if err := p.ended(); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("failing input: %v", err)
	}
}

func TestBrokenOutput(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	go func() {
		for range 100 {
			if _, err := io.WriteString(w, "isready\ngo nodes 1000\n"); err != nil {
				return
			}
		}
	}()
	err := (&Server{In: in, Out: &brokenWriter{3}, Load: load, Default: "hce"}).Run(context.Background())
	in.Close()
	if !errors.Is(err, errBroken) {
		t.Errorf("%v, want the writer's error", err)
	}
}

func TestNoEvaluation(t *testing.T) {
	err := (&Server{In: strings.NewReader("uci"), Out: io.Discard, Load: load, Default: "missing"}).Run(context.Background())
	if err == nil || !strings.Contains(err.Error(), "missing") {
		t.Errorf("%v, want an error that names the evaluation", err)
	}
}

func TestOptions(t *testing.T) {
	p := newPeer(t)
	for _, bad := range []string{
		"", "name", "value 3", "name Hash", "name Hash value", "name Hash value 0", "name Hash value 99999999999999999999",
		"name Hash value -1", "name Threads value 0", "name Threads value 1e3", "name MultiPV value many", "name Ponder value maybe",
		"name Move Overhead value -5", "name EvalFile value missing", "name Rules value chess", "name Skill Level value 21", "name Skill Level value -1", "name ShowReveals value 1",
		"name No Such Option value 1",
	} {
		p.send("setoption " + bad)
		if lines := p.sync("info string error: setoption: "); len(lines) != 1 {
			t.Errorf("setoption %s: %q, want one error", bad, lines)
		}
	}
	for _, good := range []string{
		"name Hash value 2", "name hash value 1", "name Threads value 2", "name Clear Hash", "name MultiPV value 3", "name Ponder value true",
		"name Move Overhead value 0", "name UCI_ShowWDL value true", "name Skill Level value 0", "name Skill Phrase value two words", "name Skill Phrase value <empty>",
		"name Skill Level value 20", "name ShowReveals value true", "name ShowReveals value false", "name Rules value guangdong",
	} {
		p.send("setoption " + good)
		if lines := p.sync("info string threads "); len(lines) > 1 {
			t.Errorf("setoption %s: %q", good, lines)
		}
	}
	p.send("setoption name EvalFile value other name")
	p.sync("info string evaluation other name 0123")
	p.send("position startpos", "go depth 3")
	lines := p.until("bestmove")
	if n := strings.Count(strings.Join(lines, "\n"), "info depth 3 "); n != 3 {
		t.Errorf("%d lines at depth 3, want 3", n)
	}
	for _, l := range lines[:len(lines)-1] {
		if !strings.Contains(l, " wdl ") {
			t.Errorf("no wdl in %q", l)
		}
	}
}

// TestLinesEndWithTheFirstReveal plays out every line of some searches.
func TestLinesEndWithTheFirstReveal(t *testing.T) {
	p := newPeer(t)
	p.send("setoption name MultiPV value 5")
	for _, moves := range []string{"", "b2e2R b7e7c", "b2b9Rn a9b9r h2e2P h7e7c"} {
		position := "position " + strings.TrimSpace("startpos moves "+moves)
		p.send(position, "go depth 4")
		g, err := parsePosition(strings.TrimPrefix(position, "position "), rules.Tiantian)
		if err != nil {
			t.Fatal(err)
		}
		lines := p.until("bestmove")
		for _, l := range lines[:len(lines)-1] {
			checkLine(t, g.Position(), l)
		}
	}
}

func checkLine(t *testing.T, root *board.Position, l string) {
	t.Helper()
	_, pv, ok := strings.Cut(l, " pv ")
	if !ok {
		t.Errorf("no pv in %q", l)
	}
	pos := *root
	moves := strings.Fields(pv)
	for i, text := range moves {
		m, err := notation.ParseMove4(text)
		if err != nil || !pos.IsLegal(m) {
			t.Fatalf("%q: move %d of the line is not legal: %v", l, i+1, err)
		}
		if pos.IsReveal(m) {
			if i != len(moves)-1 {
				t.Errorf("%q goes on after the reveal %s", l, text)
			}
			return
		}
		var u board.Undo
		pos.Make(m, board.NoKind, &u)
	}
}

func TestNoLegalMove(t *testing.T) {
	p := newPeer(t)
	p.send("position fen 3k5/4R4/9/9/9/9/9/9/9/3RK4 b - 0 1", "d")
	p.until("Legal moves: 0")
	p.until("Game: red_wins")
	for _, args := range []string{"depth 5", "infinite", "ponder"} {
		p.send("go " + args)
		lines := p.until("bestmove")
		if len(lines) != 2 || lines[0] != "info depth 0 score mate 0" || lines[1] != "bestmove (none)" {
			t.Errorf("go %s: %q", args, lines)
		}
	}
}

func TestGarbage(t *testing.T) {
	p := newPeer(t)
	p.send("", "   ", "\t", "\x00\x01\x02", "go\x00", strings.Repeat("x", 100_000), strings.Repeat("a ", 100_000), "УЦИ", "UCI", "debug on", "register later")
	for _, l := range p.sync("info string error: unknown command ") {
		if len(l) > 200 {
			t.Errorf("error of %d bytes", len(l))
		}
	}
	p.send("position startpos moves " + strings.Repeat("b2e2R ", maxLine/6))
	p.sync("info string error: line of more than")
}

func TestBenchAndPerft(t *testing.T) {
	p := newPeer(t)
	p.send("perft 3")
	if got := p.last("nodes "); got != "nodes 13862869" {
		t.Errorf("perft 3: %s, want 13862869", got)
	}
	p.until("nps ")
	p.send("go perft 1")
	if got := p.last("nodes "); got != "nodes 259" {
		t.Errorf("perft 1: %s, want 259", got)
	}
	p.until("nps ")
	p.send("bench 1")
	p.until("nodes ")
	p.until("nps ")
	p.send("perft 99")
	time.Sleep(10 * time.Millisecond)
	p.send("stop")
	p.until("info string perft stopped")
	p.send("bench 99")
	time.Sleep(10 * time.Millisecond)
	p.send("stop")
	p.until("info string error: bench")
	for _, bad := range []string{"bench x", "bench 0", "perft -1", "perft 1000"} {
		p.send(bad)
		p.sync("info string error: " + bad[:5])
	}
}

// Threads that do not run at the same time are left out, which is said.
func TestThreadsLeftOutAreNamed(t *testing.T) {
	p := newPeer(t)
	n := runtime.GOMAXPROCS(0)
	p.send("setoption name Threads value " + strconv.Itoa(n))
	p.sync()
	if n < maxThreads {
		p.send("setoption name Threads value " + strconv.Itoa(n+1))
		want := fmt.Sprintf("info string threads %d, of %d: ", n, n+1)
		if lines := p.sync(want); len(lines) != 1 {
			t.Errorf("%q, want %s", lines, want)
		}
	}
}

// A new evaluation takes the place of the old one's table, as a new size does.
func TestEvaluationsDoNotPileUp(t *testing.T) {
	held := func() int64 {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int64(m.HeapSys - m.HeapReleased)
	}
	p := newPeer(t)
	p.send("setoption name Hash value 128")
	p.sync()
	before := held()
	for range 3 {
		p.send("setoption name EvalFile value hce")
		p.sync("info string evaluation")
	}
	if more := held() - before; more > 64<<20 {
		t.Errorf("%d MB more after three evaluations", more>>20)
	}
}
