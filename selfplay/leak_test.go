package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// What must not depend on what a side was not told: its choice with score, node count and line, and
// the sample a trainer gets from its ply.
type seen struct {
	move   board.Move
	score  score.Value
	nodes  uint64
	line   string
	sample dataset.Sample
}

// A cheat is how the tests of the test leak: it may replace the view a player gets after the plies played, which
// name all identities, and change its answer.
type cheat struct {
	view   func(t *dealer.Table, played []board.Ply, side board.Color) *rules.Game
	answer func(d *deal.Deal, c *rules.Choice)
}

// honest is no cheat at all.
var honest = cheat{
	view:   func(t *dealer.Table, _ []board.Ply, side board.Color) *rules.Game { return t.View(side) },
	answer: func(*deal.Deal, *rules.Choice) {},
}

// fixedGame is a game on a list of moves that does not depend on what the players choose.
type fixedGame struct {
	deal  deal.Deal
	moves []board.Move
	seen  []seen
}

// ask has both sides choose at each of their plies, the last one included, and notes what they see.
func (g *fixedGame) ask(t *testing.T, players [2]referee.Player, how cheat) {
	t.Helper()
	table := dealer.New(g.deal, rules.Tiantian)
	for _, p := range players {
		if err := p.NewGame(); err != nil {
			t.Fatal(err)
		}
	}
	var played []board.Ply
	for i, m := range g.moves {
		side := board.Color(i & 1)
		c, err := players[side].Choose(context.Background(), how.view(table, played, side), rules.Limits{Nodes: leakNodes})
		if err != nil {
			t.Fatal(err)
		}
		how.answer(&g.deal, &c)
		g.seen = append(g.seen, seen{move: c.Move, score: c.Score, nodes: c.Nodes, line: fmt.Sprint(c.PV)})
		ply, err := table.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		played = append(played, ply)
	}
}

// addSamples writes all games, with the scores seen, into a shard and reads their samples back.
func addSamples(t *testing.T, games []*fixedGame) {
	t.Helper()
	cfg, f := testConfig(len(games)), testFactory()
	path := filepath.Join(t.TempDir(), "leak"+dataset.ShardExt)
	w, err := dataset.Create(path, cfg.header(&f, 0, len(games)))
	if err != nil {
		t.Fatal(err)
	}
	for i, g := range games {
		game := dataset.Game{Index: uint64(i), Deal: g.deal, Result: rules.Draw, Reason: rules.LengthLimit}
		for ply, m := range g.moves {
			game.Plies = append(game.Plies, dataset.Ply{Move: m, Score: g.seen[ply].score})
		}
		if err := errors.Join(game.Annotate(), w.Add(&game)); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	readSamples(t, path, games)
}

func readSamples(t *testing.T, path string, games []*fixedGame) {
	t.Helper()
	set, err := dataset.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	n := 0
	for b := range set.Blocks() {
		samples, err := set.Samples(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range samples {
			s.DealKey = 0 // a hash of the deal that keeps splits apart: the one thing that may differ
			games[s.Game].seen[s.Ply].sample = s
			n++
		}
	}
	if want := set.Positions(); uint64(n) != want {
		t.Fatalf("%d samples of %d positions", n, want)
	}
}

// untold returns the home points whose pieces' identities side c has not been told before the last
// of the moves: pieces still face down, and its own taken face down. They are listed by colour, as
// only pieces of one colour can change places. What is told is said here in words of the test's own:
// by board.Ply.Told, which is under test, everything that it tells would be told rightly.
func untold(d deal.Deal, moves []board.Move, c board.Color) [2][]board.Point {
	told := map[board.Point]bool{}
	table := dealer.New(d, rules.Tiantian)
	for i, m := range moves[:len(moves)-1] {
		mover := board.Color(i & 1)
		ply, err := table.Play(m)
		if err != nil {
			panic(err)
		}
		if ply.Reveal != board.NoKind {
			told[m.From()] = true
		}
		if ply.Victim != board.NoKind && mover == c {
			told[m.To()] = true
		}
	}
	var out [2][]board.Point
	for color := range out {
		for _, pt := range deal.Points(board.Color(color)) {
			if !told[pt] {
				out[color] = append(out[color], pt)
			}
		}
	}
	return out
}

// permute exchanges identities among the untold points at random.
func permute(d deal.Deal, points [2][]board.Point, rng *rand.Rand) deal.Deal {
	for _, pts := range points {
		for i := len(pts) - 1; i > 0; i-- {
			d = d.Swap(pts[i], pts[rng.IntN(i+1)])
		}
	}
	return d
}

const (
	leakNodes = 40
	leakPlies = 60
)

// fixedMoves is a list of moves that is legal on d: captures half of the time, so that pieces are
// taken face down.
func fixedMoves(d deal.Deal, rng *rand.Rand) []board.Move {
	table := dealer.New(d, rules.Tiantian)
	var moves []board.Move
	for len(moves) < leakPlies && !table.Verdict().Over() {
		p := table.Public().Position()
		choices := p.LegalMoves(nil)
		if takes := p.LegalCaptures(nil); len(takes) > 0 && rng.IntN(2) == 0 {
			choices = takes
		}
		m := choices[rng.IntN(len(choices))]
		if _, err := table.Play(m); err != nil {
			panic(err)
		}
		moves = append(moves, m)
	}
	return moves
}

// leak plays n games twice, on a deal and on one that differs only in what one side was not told
// before the last ply, and describes the first difference that this side could notice; "" if there
// is none.
func leak(t *testing.T, n int, how cheat) string {
	t.Helper()
	players := [2]referee.Player{}
	for c := range players {
		players[c] = engine.New(testFactory(), engine.Options{HashMB: 1, Threads: 1, Search: search.Main})
	}
	var one, two []*fixedGame
	changed := 0
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 11))
		d := deal.NewSource("leak").Deal(uint64(i))
		moves := fixedMoves(d, rng)
		moves = moves[:1+rng.IntN(len(moves))]
		other := permute(d, untold(d, moves, observer(moves)), rng)
		if other != d {
			changed++
		}
		one = append(one, &fixedGame{deal: d, moves: moves})
		two = append(two, &fixedGame{deal: other, moves: moves})
		one[i].ask(t, players, how)
		two[i].ask(t, players, how)
	}
	if changed < n*9/10 {
		t.Errorf("only %d of %d deals were changed: the test does not test", changed, n)
	}
	addSamples(t, one)
	addSamples(t, two)
	for i := range one {
		if what := one[i].difference(two[i]); what != "" {
			return fmt.Sprintf("game %d: %s", i, what)
		}
	}
	return ""
}

// observer is the side whose knowledge is tested: the one to move at the last ply.
func observer(moves []board.Move) board.Color { return board.Color((len(moves) - 1) & 1) }

// difference compares what the observer saw at its plies.
func (g *fixedGame) difference(o *fixedGame) string {
	for ply := int(observer(g.moves)); ply < len(g.moves); ply += 2 {
		if g.seen[ply] != o.seen[ply] {
			return fmt.Sprintf("%v notices at ply %d of %d: %+v, %+v", observer(g.moves), ply, len(g.moves), g.seen[ply], o.seen[ply])
		}
	}
	return ""
}

func TestNoSideNoticesWhatItWasNotTold(t *testing.T) {
	if what := leak(t, 120, honest); what != "" {
		t.Error(what)
	}
}

func TestPlantedLeaksAreFound(t *testing.T) {
	for name, how := range map[string]cheat{
		"a node count that knows a face-down piece": {view: honest.view, answer: func(d *deal.Deal, c *rules.Choice) {
			if k := d.At(c.Move.From()); k != board.NoKind {
				c.Nodes += uint64(k)
			}
		}},
		"the opponent's view": {answer: honest.answer, view: func(t *dealer.Table, _ []board.Ply, side board.Color) *rules.Game {
			return t.View(side.Other())
		}},
		"every victim, whoever took it": {answer: honest.answer, view: func(_ *dealer.Table, played []board.Ply, _ board.Color) *rules.Game {
			g := rules.NewGame(rules.Tiantian, board.StartPosition())
			for _, ply := range played {
				g.Play(ply)
			}
			return g
		}},
	} {
		if what := leak(t, 30, how); what == "" {
			t.Errorf("%s goes unnoticed", name)
		}
	}
}
