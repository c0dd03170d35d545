package uci

import (
	"strings"
	"testing"
)

// facing is a FEN in which the generals face each other.
const facing = "position fen 4k4/9/9/9/9/9/9/9/9/4K4 w - - 0 1"

// A go that follows a refused position gets the error once more, no score, and no move, when a move would be due.
func TestNoMoveForAnotherPosition(t *testing.T) {
	for _, refused := range []string{facing, "position startpos moves h2e2", "position startpos moves b2e2R e0e5", "position", "position fen"} {
		p := newPeer(t)
		p.send(refused)
		p.until("info string error: position: ")
		for _, args := range []string{"depth 3", "nodes 100", "movetime 10", "wtime 1000 btime 1000", "searchmoves a3a4 depth 1", "mate 1"} {
			p.send("go " + args)
			p.expectNone(t)
		}
		p.send("go infinite")
		p.next()
		p.quiet("bestmove")
		p.send("stop")
		p.last("bestmove (none)")
		for _, then := range []string{"stop", "ponderhit"} {
			p.send("go ponder depth 1")
			p.next()
			p.quiet("bestmove")
			p.send(then)
			p.last("bestmove (none)")
		}
		p.send("go perft 2", "perft 1")
		p.sync("info string error: ")
		p.send("d")
		if l := p.next(); !strings.HasPrefix(l, "info string stale: ") {
			t.Errorf("d begins with %q", l)
		}
		p.until("Game: ")
		p.sync()
	}
}

// A position that is lost is a refused one: too long to be read, or one of too many that wait for a search.
func TestNoMoveForALostPosition(t *testing.T) {
	p := newPeer(t)
	p.send("position startpos moves b2e2R", "  position startpos moves "+strings.Repeat("b2e2R ", maxLine/6), "go depth 1")
	p.next() // when it was read
	if l := p.next(); !strings.HasPrefix(l, "info string error: position: line of more than ") {
		t.Errorf("%q, want that the line was too long", l)
	}
	p.last("bestmove (none)")
	p.send("position startpos", "bench "+strings.Repeat("9", maxLine), "go depth 1") // no other line changes what is meant
	if got := p.last("bestmove"); !bestmoveLine.MatchString(got) {
		t.Errorf("after a long line that is no position: %q", got)
	}

	p.send("go movetime 100000000", "go depth 1")
	for range maxWaiting - 1 {
		p.send("debug on")
	}
	p.send("position startpos moves b2e2R", "position startpos", "go depth 1") // the queue is full
	for range 3 {
		p.last("info string error: too many commands")
	}
	p.send("stop")
	for range 2 { // stop overtakes, and ends the first alone
		if got := p.last("bestmove"); !bestmoveLine.MatchString(got) {
			t.Errorf("a go before the position that was lost: %q", got)
		}
	}
	p.send("go depth 1")
	p.last("info string error: position: too many commands")
	p.last("bestmove (none)")
	p.send("position startpos", "go depth 1")
	if got := p.last("bestmove"); !bestmoveLine.MatchString(got) {
		t.Errorf("after a position that was accepted: %q", got)
	}
}

// expectNone reads the answer to a go that has no position.
func (p *peer) expectNone(t *testing.T) {
	t.Helper()
	if l := p.next(); !strings.HasPrefix(l, "info string error: position: ") {
		t.Errorf("%q, want the error of the position", l)
	}
	if l := p.next(); l != "bestmove (none)" {
		t.Errorf("%q, want no move", l)
	}
}

// An accepted position, or a new game, ends it.
func TestAfterARefusedPosition(t *testing.T) {
	p := newPeer(t)
	for _, then := range []string{"position startpos moves b2e2R", "ucinewgame"} {
		p.send(facing, "go depth 1")
		p.until("bestmove (none)")
		p.send(then, "go depth 1")
		if got := p.last("bestmove"); !bestmoveLine.MatchString(got) {
			t.Errorf("after %s: %q", then, got)
		}
		p.send("d")
		for _, l := range p.until("Game: ") {
			if strings.Contains(l, "stale") {
				t.Errorf("after %s: %q", then, l)
			}
		}
	}
}

// Programs that do not know the rules on draws go on playing: the engine finds the mate behind the limit, and behind
// the third repetition.
func TestPlayingOnAfterADraw(t *testing.T) {
	p := newPeer(t)
	repeated := strings.Repeat(" b3a3 d9d8 a3b3 d8d9", 2)
	for _, position := range []string{
		"fen 3k5/9/9/9/9/9/9/R7R/9/5K3 w - - 80 60",
		"fen 3k5/9/9/9/9/9/9/R7R/9/5K3 w - - 85 60",
		"fen 3k5/9/9/9/9/9/1R7/8R/9/5K3 w - - 0 60 moves" + repeated,
	} {
		p.send("position "+position, "go depth 6")
		if lines := strings.Join(p.until("bestmove"), "\n"); !strings.Contains(lines, " score mate 2 ") {
			t.Errorf("%s: no mate in two in\n%s", position, lines)
		}
	}
}

func TestByteOrderMark(t *testing.T) {
	p := newPeer(t)
	p.send("\ufeffuci")
	p.until("uciok")
	p.send("\ufeffisready") // only the first line may have one
	p.sync("info string error: unknown command")
}

// The value of an option keeps the blanks and quotes within it.
func TestOptionValuesAsSent(t *testing.T) {
	p := newPeer(t)
	p.send(`  setoption  name   EvalFile   value  my  "own"	net`)
	want := `"my  \"own\"\tnet": no such evaluation`
	if got := p.last("info string error: setoption: EvalFile: "); !strings.HasSuffix(got, want) {
		t.Errorf("%q, want %s", got, want)
	}
	p.send("setoption name clear   hash", "setoption name Hash value  2 ", "setoption name UCI_ShowWDL value TRUE ")
	p.sync()
}
