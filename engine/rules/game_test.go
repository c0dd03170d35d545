package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"pgregory.net/rapid"
)

// Along random games the history is what was played since the last irreversible ply, and it
// leads from Base to the current position.
func TestHistory(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		g := rules.NewGame(rules.Tiantian, board.StartPosition())
		reversible := 0
		for plies := range rapid.IntRange(0, 300).Draw(t, "plies") {
			if g.Plies() != plies || len(g.Moves()) != reversible || len(g.Keys()) != reversible+1 {
				t.Fatalf("after %d plies, %d of them reversible: Plies %d, %d moves, %d keys",
					plies, reversible, g.Plies(), len(g.Moves()), len(g.Keys()))
			}
			checkHistory(t, g)
			ply, ok := boardtest.Ply(rng, g.Position())
			if !ok {
				return
			}
			reversible++
			if g.Position().IsCapture(ply.Move) || g.Position().IsReveal(ply.Move) {
				reversible = 0
			}
			g.Play(ply)
		}
	})
}

func checkHistory(t *rapid.T, g *rules.Game) {
	p := *g.Base()
	for i, key := range g.Keys() {
		if p.Key() != key {
			t.Fatalf("key %d of the history is not that of the position", i)
		}
		if i < len(g.Moves()) {
			var u board.Undo
			p.Make(g.Moves()[i], board.NoKind, &u)
		}
	}
	if p != *g.Position() {
		t.Fatalf("the history leads to %s, not to %s", notation.FormatFEN(&p), notation.FormatFEN(g.Position()))
	}
}

// A repetition verdict falls exactly where some position stands on the board for the third
// time, counted by comparing whole positions.
func TestThirdOccurrence(t *testing.T) {
	const few = "3k1a3/9/9/9/9/9/9/9/9/3A1K3 w - 0 1"
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		p, err := notation.ParseFEN(few)
		if err != nil {
			t.Fatal(err)
		}
		g := rules.NewGame(rules.Rules{}, p)
		type placed struct {
			pieces [board.NumPoints]board.Piece
			side   board.Color
		}
		seen := map[placed]int{}
		for {
			s := g.Position().Setup()
			at := placed{s.Pieces, s.Side}
			seen[at]++
			v := g.Verdict()
			if v.Reason == rules.NoLegalMove {
				return
			}
			if third := seen[at] == 3; third != v.Over() {
				t.Fatalf("ply %d: occurrence %d of %s, verdict %v", g.Plies(), seen[at], notation.FormatFEN(g.Position()), v)
			}
			if v.Over() {
				return
			}
			ply, ok := boardtest.Ply(rng, g.Position())
			if !ok {
				t.Fatal("no legal move and no verdict")
			}
			g.Play(ply)
		}
	})
}

func TestCloneAndReset(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 3))
	g := newGame(t, "3k1a3/9/9/9/9/9/9/9/9/3A1K3 w - 0 1")
	for range 6 {
		ply, _ := boardtest.Ply(rng, g.Position())
		g.Play(ply)
	}
	c := g.Clone()
	before, moves, keys := *g.Position(), slices.Clone(g.Moves()), slices.Clone(g.Keys())
	for range 3 {
		ply, _ := boardtest.Ply(rng, c.Position())
		c.Play(ply)
	}
	if *g.Position() != before || !slices.Equal(g.Moves(), moves) || !slices.Equal(g.Keys(), keys) || g.Plies() != 6 {
		t.Error("playing on in a clone changed the original")
	}
	if c.Plies() != 9 || len(c.Moves()) != 9 || c.Rules() != g.Rules() {
		t.Errorf("the clone stands at ply %d with %d moves", c.Plies(), len(c.Moves()))
	}
	start := board.StartPosition()
	c.Reset(rules.Guangdong, start)
	if *c.Position() != *start || *c.Base() != *start || c.Plies() != 0 || len(c.Moves()) != 0 ||
		len(c.Keys()) != 1 || c.Rules() != rules.Guangdong {
		t.Error("a reset game is not a new game")
	}
}

func TestIllegalPlyPanics(t *testing.T) {
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	defer func() {
		if recover() == nil {
			t.Error("playing an illegal move did not panic")
		}
		if g.Plies() != 0 || *g.Position() != *board.StartPosition() {
			t.Error("the illegal move was partly applied")
		}
	}()
	g.Play(board.Ply{Move: board.MakeMove(0, 1), Reveal: board.NoKind, Victim: board.NoKind})
}

// The limit is checked last: a repetition or the lack of a legal move on the same ply comes first.
func TestNoCaptureLimit(t *testing.T) {
	tests := []struct {
		name, fen, moves string
		limit            int
		want             rules.Verdict
		ply              int
	}{
		{"80 plies", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 79 60", "a0a1", 80, rules.Verdict{Outcome: rules.Draw, Reason: rules.NoCaptureLimit}, 1},
		{"79 plies", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 78 60", "a0a1", 80, rules.Verdict{}, -1},
		{"120 plies", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 118 60", "a0a1 d9d8", 120, rules.Verdict{Outcome: rules.Draw, Reason: rules.NoCaptureLimit}, 2},
		{"no limit", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 500 60", "a0a1", 0, rules.Verdict{}, -1},
		{"already reached", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 80 60", "", 80, rules.Verdict{Outcome: rules.Draw, Reason: rules.NoCaptureLimit}, 0},
		{"a capture resets", "3k5/9/9/9/9/9/9/9/n8/R4K3 w - 79 60", "a0a1", 80, rules.Verdict{}, -1},
		{"a reveal does not", "3k5/9/9/9/9/9/X8/9/9/5K3 w RP 79 60", "a3a4R", 80, rules.Verdict{Outcome: rules.Draw, Reason: rules.NoCaptureLimit}, 1},
		{"no legal move first", "3k5/9/4P4/9/9/9/9/9/4R4/4K4 w - 79 60", "e7e8", 80, rules.Verdict{Outcome: rules.RedWins, Reason: rules.NoLegalMove}, 1},
		{"repetition first", "3k5/9/9/9/2c6/R8/9/9/9/5K3 w - 72 60", "a4a5 c5c4 a5a4 c4c5 a4a5 c5c4 a5a4 c4c5", 80,
			rules.Verdict{Outcome: rules.BlackWins, Reason: rules.PerpetualChase}, 8},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := notation.ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			g := rules.NewGame(rules.Rules{NoCaptureLimit: tt.limit}, p)
			c := testCase{name: tt.name, moves: strings.Fields(tt.moves)}
			if v, ply := c.play(t, g); v != tt.want || ply != tt.ply {
				t.Errorf("%v after %d plies, want %v after %d", v, ply, tt.want, tt.ply)
			}
		})
	}
}

// A game that is over with moves left goes on without limit and history; others go on as they are.
func TestPlayedOn(t *testing.T) {
	twice := strings.Repeat("a0a1 d9d8 a1a0 d8d9 ", 2)
	for _, tt := range []struct {
		name, fen, moves string
		drops            bool
	}{
		{"going on", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 78 60", "a0a1", false},
		{"at the limit", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 79 60", "a0a1", true},
		{"behind the limit", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 85 60", "", true},
		{"repeated twice", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 0 60", twice[:len(twice)/2], false},
		{"repeated a third time", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 0 60", twice, true},
		{"repeated a fourth time", "3k5/9/9/9/9/9/9/9/9/R4K3 w - 0 60", twice + twice[:len(twice)/2], true},
		{"a chase, which would be lost", "3k5/9/9/9/2c6/R8/9/9/9/5K3 w - 0 60", "a4a5 c5c4 a5a4 c4c5 a4a5 c5c4 a5a4 c4c5", true},
		{"no legal move", "3k5/9/4P4/9/9/9/9/9/4R4/4K4 w - 79 60", "e7e8", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			g := newGame(t, tt.fen)
			c := testCase{name: tt.name, moves: strings.Fields(tt.moves)}
			c.play(t, g)
			before := len(g.Moves())
			on := g.PlayedOn()
			if *on.Position() != *g.Position() || on.Plies() != g.Plies() || len(g.Moves()) != before {
				t.Error("not the same position, or the game it came from has changed")
			}
			if dropped := len(on.Moves()) == 0 && on.Rules().NoCaptureLimit == 0; dropped != tt.drops {
				t.Errorf("without limit and history: %v, want %v", dropped, tt.drops)
			}
			if v := on.Verdict(); tt.drops && v != (rules.Verdict{}) {
				t.Errorf("over at once: %v", v)
			}
		})
	}
}

// A view, its history and its verdict cost no allocation once the buffers have grown.
func TestNoAllocation(t *testing.T) {
	start := board.StartPosition()
	g := rules.NewGame(rules.Tiantian, start)
	seed := uint64(0)
	rng := rand.New(rand.NewPCG(0, 0))
	if n := testing.AllocsPerRun(50, func() { playGame(g, start, rng); seed++ }); n != 0 {
		t.Errorf("%v allocations a game, want none", n)
	}
	if seed < 50 {
		t.Errorf("only %d games", seed)
	}
}

// playGame plays a random game to its end and returns its plies.
func playGame(g *rules.Game, start *board.Position, rng *rand.Rand) int {
	g.Reset(rules.Tiantian, start)
	for !g.Verdict().Over() {
		ply, _ := boardtest.Ply(rng, g.Position())
		g.Play(ply)
	}
	return g.Plies()
}

// Three games side by side, as a dealer keeps them, with a verdict after each ply.
func BenchmarkThreeGames(b *testing.B) {
	start := board.StartPosition()
	var games [3]*rules.Game
	for i := range games {
		games[i] = rules.NewGame(rules.Tiantian, start)
	}
	rng := rand.New(rand.NewPCG(1, 4))
	b.ReportAllocs()
	plies := 0
	for range b.N {
		if games[0].Verdict().Over() {
			for _, g := range games {
				g.Reset(rules.Tiantian, start)
			}
		}
		ply, _ := boardtest.Ply(rng, games[0].Position())
		for _, g := range games {
			g.Play(ply)
		}
		plies++
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}
