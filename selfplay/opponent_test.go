package selfplay

import (
	"context"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

func materialFactory() engine.Factory {
	return engine.Factory{Name: "material", Hash: "material-test", New: func() search.Evaluator { return hce.New(&hce.MaterialOnly) }}
}

// versus is a configuration in which the test's network meets another.
func versus(games int) Config {
	c, other := testConfig(games), materialFactory()
	c.Opponent = &other
	return c
}

// TestOpponent: games between two name both, are sound, and do not depend on workers.
func TestOpponent(t *testing.T) {
	c, dir := versus(24), t.TempDir()
	s := mustRun(t, c, dir)
	mustVerify(t, dir)
	c.Workers = 1
	if other := mustRun(t, c, t.TempDir()); other.ContentHash != s.ContentHash {
		t.Errorf("content hash %s with 2 workers, %s with 1", s.ContentHash, other.ContentHash)
	}
	if alone := mustRun(t, testConfig(24), t.TempDir()); alone.ContentHash == s.ContentHash {
		t.Error("the opponent plays as the network does")
	}
	set, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	if h := set.Headers()[0]; h.Network != "hce-test" || h.Opponent != "material-test" {
		t.Errorf("header %+v", h)
	}
	if s.Networks["hce-test"] != 24 || s.Networks["material-test"] != 24 {
		t.Errorf("games by network: %v", s.Networks)
	}
}

// TestSeatsAreKept: a search of the view that the mover had, by the network that the block says has scored it, gives the
// score that was recorded in the first move behind the opening, before which tables are empty.
func TestSeatsAreKept(t *testing.T) {
	c, dir := versus(12), t.TempDir()
	mustRun(t, c, dir)
	set, err := dataset.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	scored := map[string]int{}
	for _, g := range allGames(t, dir) {
		block := slices.IndexFunc(set.Blocks(), func(b dataset.BlockInfo) bool { return b.First <= g.Index && g.Index <= b.Last })
		by, f := set.Blocks()[block].ScoredBy(g.Index, g.Opening), testFactory()
		if by == "material-test" {
			f = materialFactory()
		}
		scored[by]++
		replayer := NewReplayer(f, engine.Options{HashMB: c.HashMB, Threads: 1, Search: c.Search}, c.Nodes)
		copied := g
		err := replayer.Game(context.Background(), &copied, rules.Tiantian, func(ply int) bool { return ply == g.Opening },
			func(ply int, choice rules.Choice) {
				if choice.Score != g.Plies[ply].Score {
					t.Errorf("game %d, ply %d: %s says %d, recorded was %d", g.Index, ply, by, choice.Score, g.Plies[ply].Score)
				}
			})
		if err != nil {
			t.Fatal(err)
		}
	}
	if scored["hce-test"] == 0 || scored["material-test"] == 0 {
		t.Errorf("first moves by player: %v", scored)
	}
}

// TestOpponentOfItself is self-play as ever.
func TestOpponentOfItself(t *testing.T) {
	c, same := testConfig(8), testFactory()
	plain := mustRun(t, c, t.TempDir())
	c.Opponent = &same
	dir := t.TempDir()
	if s := mustRun(t, c, dir); s.ContentHash != plain.ContentHash {
		t.Errorf("content hash %s, alone %s", s.ContentHash, plain.ContentHash)
	}
	other := materialFactory()
	c.Opponent, c.Resume = &other, true
	if _, err := Run(t.Context(), c, testFactory(), dir, nil); err == nil || !strings.Contains(err.Error(), "opponent") {
		t.Errorf("resumed against another opponent: error %v", err)
	}
}
