package uci

import (
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

const startBoard = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX"

// examples are positions as their side to move knows them.
var examples = []struct{ moves, fen string }{
	{"", startBoard + " w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"},
	{"b2e2R", "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 1 1"},
	{"b2e2R b7e7c", "xxxxkxxxx/9/4c2x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX w R1A2C2P5N2B2r2a2c1p5n2b2 2 2"},
	{"b2b9R", "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"},
	{"b2b9Rn", "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"},
	{"b2b9Rn a9b9r", "1rxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r1a2c2p5n1b2 0 2"},
	{"b2e2C h9g7r e2e6p", "xxxxkxx1x/9/1x4rx1/x1x1C1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C1P5N2B2r1a2c2p5n2b2 0 2"},
	{"b2e2C h9g7r e2e6p i6i5p", "xxxxkxx1x/9/1x4rx1/x1x1C1x2/8p/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R2A2C1P5N2B2r1a2c2p3n2b2 1 3"},
}

func TestPositionExamples(t *testing.T) {
	p := newPeer(t)
	for _, e := range examples {
		for _, start := range []string{"startpos", "fen " + examples[0].fen} {
			p.send("position " + strings.TrimSpace(start+" moves "+e.moves))
			if got := p.fen(); got != e.fen {
				t.Errorf("%s moves %s: %s\nwant %s", start, e.moves, got, e.fen)
			}
		}
	}
}

func TestBadPositionsChangeNothing(t *testing.T) {
	p := newPeer(t)
	p.send("position startpos moves b2e2R b7e7c")
	want := p.fen()
	for bad, says := range map[string]string{
		"position":                                        "startpos or fen",
		"position nonsense":                               "startpos or fen",
		"position startpos b2e2R moves":                   "after startpos",
		"position fen":                                    "fen",
		"position fen " + startBoard + " w -":             "pool",
		"position fen x w - 0 1":                          "board",
		"position startpos moves b2e2":                    "move 1",
		"position startpos moves b2e2Q":                   "move 1",
		"position startpos moves b2e2r":                   "move 1",
		"position startpos moves b2e2R b7e7C":             "move 2",
		"position startpos moves b2e2R h2e2R":             "move 2",
		"position startpos moves b2e2R b7e7c e2e9":        "move 3",
		"position startpos moves b2e2R b7e7c e2e8r":       "move 3",
		"position startpos moves b2b9Rx":                  "move 1",
		"position startpos moves b2b9Rk":                  "move 1",
		"position startpos moves b2b9RN":                  "move 1",
		"position startpos moves b2b9Rnn":                 "move 1",
		"position startpos moves \xff\xfe":                "move 1",
		"position startpos moves moves":                   "move 1",
		"position startpos moves b2e2R b7e7c e2e1 e7e1xX": "move 4",
	} {
		p.send(bad)
		lines := p.sync("info string error: position: ")
		if len(lines) != 1 || !strings.Contains(lines[0], says) {
			t.Errorf("%q: %q, want one error about %q", bad, lines, says)
		}
		if got := p.fen(); got != want {
			t.Fatalf("%q left %s, want %s", bad, got, want)
		}
	}
}

// TestOtherSidesVictims checks that what the opponent took is checked for sense and then has no
// effect on what is known and chosen.
func TestOtherSidesVictims(t *testing.T) {
	const line = "b2b9R%s a9b9r h2h9C%s i9h9p"
	var want *board.Position
	for _, pair := range [][2]string{{"", ""}, {"n", ""}, {"", "r"}, {"a", "p"}} {
		moves := strings.NewReplacer("R%s", "R"+pair[0], "C%s", "C"+pair[1]).Replace(line)
		g, err := parsePosition("startpos moves "+moves+" a0a1P", rules.Tiantian) // Black is to move
		if err != nil {
			t.Fatal(err)
		}
		if want == nil {
			want = g.Position()
		}
		if *g.Position() != *want {
			t.Errorf("victims %q change what Black knows", pair)
		}
	}
	if _, err := parsePosition("startpos moves b2b9RR a9b9r", rules.Tiantian); err == nil {
		t.Error("a victim of the wrong colour was accepted")
	}
	g, err := parsePosition("startpos moves b2b9Rn a9b9r", rules.Tiantian) // Red is to move
	if err != nil {
		t.Fatal(err)
	}
	if n := g.Position().PoolCount(board.Black, board.Horse); n != 1 {
		t.Errorf("%d horses left for Red, want 1: its own capture tells it", n)
	}
}

// TestIgnoredVictimsMakeNoDifference searches the same position twice.
func TestIgnoredVictimsMakeNoDifference(t *testing.T) {
	p := newPeer(t)
	var first []string
	for _, victim := range []string{"", "n", "r", "p"} {
		p.send("ucinewgame", "position startpos moves b2b9R"+victim, "go nodes 3000")
		lines := p.until("bestmove")
		for i, l := range lines {
			lines[i] = withoutTimes(l)
		}
		if first == nil {
			first = lines
		}
		if strings.Join(first, "\n") != strings.Join(lines, "\n") {
			t.Errorf("victim %q: %q\nwithout: %q", victim, lines, first)
		}
	}
}

// withoutTimes takes nps and time out of an info line.
func withoutTimes(l string) string {
	f := strings.Fields(l)
	for i := 0; i+1 < len(f); i++ {
		if f[i] == "nps" || f[i] == "time" {
			f[i+1] = "-"
		}
	}
	return strings.Join(f, " ")
}
