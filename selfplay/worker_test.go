package selfplay

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// scripted answers with the first legal move and with scores that a function of the view gives.
type scripted struct {
	score func(view *rules.Game) score.Value
	err   error
	asked int
}

func (s *scripted) NewGame() error { return nil }

func (s *scripted) Choose(_ context.Context, view *rules.Game, _ rules.Limits) (rules.Choice, error) {
	s.asked++
	moves := view.Position().LegalMoves(nil)
	return rules.Choice{Move: moves[0], Score: s.score(view), Nodes: 7}, s.err
}

// redWins is the score of somebody who is sure of Red.
func redWins(view *rules.Game) score.Value {
	if view.Position().Side() == board.Red {
		return 2000
	}
	return -2000
}

func even(*rules.Game) score.Value { return 0 }

func scriptedWorker(c *Config, p *scripted) *Worker {
	w := NewWorker(c, testFactory())
	w.players = [board.NumColors]referee.Player{p, p}
	return w
}

func TestOpeningsAreDrawnWithinBounds(t *testing.T) {
	c := testConfig(1)
	w := scriptedWorker(&c, &scripted{score: even})
	lengths := map[int]int{}
	for i := range uint64(200) {
		d := w.source.Deal(i)
		moves, tries, err := w.opening(context.Background(), i, d)
		if err != nil || tries != 1 {
			t.Fatalf("%d draws, error %v", tries, err)
		}
		lengths[len(moves)]++
		again, _, err := scriptedWorker(&c, &scripted{score: even}).opening(context.Background(), i, d)
		if err != nil || !slices.Equal(moves, again) {
			t.Fatalf("game %d: opening %v, then %v, error %v", i, moves, again, err)
		}
	}
	for n := 4; n <= 8; n++ {
		if lengths[n] < 15 {
			t.Errorf("%d of 200 openings have %d plies", lengths[n], n)
		}
		delete(lengths, n)
	}
	if len(lengths) > 0 {
		t.Errorf("openings of other lengths: %v", lengths)
	}
}

// TestUnevenOpeningsAreDrawnAgain: the draws are all uneven but the sixth, or all uneven with the
// third least so.
func TestUnevenOpeningsAreDrawnAgain(t *testing.T) {
	c := testConfig(1)
	draw := func(attempt int) []board.Move {
		w := scriptedWorker(&c, nil)
		return w.draw(5, attempt, w.source.Deal(5))
	}
	for name, k := range map[string]struct {
		scores []score.Value
		tries  int
		chosen int
	}{
		"sixth is even":       {[]score.Value{3000, -3000, 900, -900, 3000, 100, 0, 0}, 6, 5},
		"third is least bad":  {[]score.Value{3000, -3000, -900, 2000, 3000, 1500, 1500, 1500}, 8, 2},
		"within the bound":    {[]score.Value{-511}, 1, 0},
		"just out of the 5 %": {[]score.Value{513, 0}, 2, 1},
	} {
		p := &scripted{}
		p.score = func(*rules.Game) score.Value { return k.scores[p.asked-1] }
		w := scriptedWorker(&c, p)
		moves, tries, err := w.opening(context.Background(), 5, w.source.Deal(5))
		if err != nil || tries != k.tries || p.asked != k.tries || !slices.Equal(moves, draw(k.chosen)) {
			t.Errorf("%s: %v after %d draws, error %v; want draw %d of %d", name, moves, tries, err, k.chosen, k.tries)
		}
	}
	if slices.Equal(draw(0), draw(1)) {
		t.Error("two attempts draw the same opening")
	}
}

func TestAdjudicationAndPlayingOut(t *testing.T) {
	c := testConfig(1)
	c.Opening.PerMille = 0
	w := scriptedWorker(&c, &scripted{score: redWins})
	p, err := w.Play(context.Background(), 19)
	if err != nil {
		t.Fatal(err)
	}
	g := p.Game
	if g.Reason != rules.Adjudicated || g.Result != rules.RedWins || len(g.Plies) != g.Opening+4 || p.Nodes != 4*7 {
		t.Errorf("%d plies with %d nodes, %v by %v; want %d plies, adjudicated for Red", len(g.Plies), p.Nodes, g.Result, g.Reason, g.Opening+4)
	}
	if p, err = w.Play(context.Background(), 20); err != nil {
		t.Fatal(err)
	}
	g = p.Game
	if g.Reason == rules.Adjudicated {
		t.Fatal("game 20 was not played out")
	}
	for i := range g.Plies {
		if tail := g.Plies[i].Flags&dataset.Tail != 0; tail != (i >= g.Opening+4) {
			t.Errorf("ply %d of %d: tail %v", i, len(g.Plies), tail)
		}
	}
	win := c.Win.rule()
	if who := decision(&g, win); who.Outcome != rules.RedWins || who.Plies != g.Opening+4 {
		t.Errorf("the decision reads %+v", who)
	}
	var s Summary
	s.judge(&g, win)
	g.Result = rules.RedWins
	s.judge(&g, win)
	g.Result = rules.BlackWins
	s.judge(&g, win)
	if wrong := s.Misjudged; s.PlayedOut != 3 || wrong < 1 || wrong > 2 {
		t.Errorf("summary %+v", s)
	}
}

func TestFailingPlayersEndTheRun(t *testing.T) {
	c := testConfig(1)
	for name, k := range map[string]struct {
		err  error
		want string
	}{
		"crash": {referee.ErrCrash, "crash"},
		"other": {errors.New("out of cheese"), "out of cheese"},
	} {
		p := &scripted{score: even}
		w := scriptedWorker(&c, p)
		w.cfg.Opening.Tries = 1
		p.err = k.err
		if _, err := w.Play(context.Background(), 3); err == nil || !strings.Contains(err.Error(), "game 3") || !strings.Contains(err.Error(), k.want) {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestProgress follows a run: it begins with the estimate of memory and ends complete.
func TestProgress(t *testing.T) {
	c := testConfig(12)
	c.Nodes = 20
	var calls []Progress
	s, err := Run(context.Background(), c, testFactory(), t.TempDir(), func(p Progress) { calls = append(calls, p) })
	if err != nil {
		t.Fatal(err)
	}
	first, last := calls[0], calls[len(calls)-1]
	if first.Memory != c.Memory() || first.Games != 0 || first.Total != 12 {
		t.Errorf("first call %+v", first)
	}
	if last.Games != 12 || last.Played != 12 || last.Positions != s.Positions || last.NodesPerS <= 0 || last.ETA != 0 || last.Draws < 12 {
		t.Errorf("last call %+v of %d positions", last, s.Positions)
	}
}
