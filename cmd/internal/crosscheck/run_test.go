package crosscheck

import (
	"context"
	"errors"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/plain"
	"jieqi/engine/rules"
)

func mustRun(t *testing.T, cfg Config) Summary {
	t.Helper()
	sum, err := Run(context.Background(), cfg, nil)
	if err != nil {
		t.Fatal(err)
	}
	return sum
}

func TestNoDisagreement(t *testing.T) {
	games := uint64(240)
	if testing.Short() {
		games = 40
	}
	sum := mustRun(t, Config{Games: games, Phrase: "crosscheck", Workers: 2, Rules: rules.Tiantian})
	if sum.Disagreements != 0 || sum.Games != games || sum.Moves < 100*games {
		t.Errorf("%+v\n%s", sum, sum.First)
	}
	var compared uint64
	for _, n := range sum.Verdicts {
		compared += n
	}
	if compared != sum.Moves {
		t.Errorf("%d verdicts for %d moves", compared, sum.Moves)
	}
	for r := rules.None; r <= rules.PerpetualChase; r++ {
		if sum.Verdicts[r] == 0 {
			t.Errorf("no verdict %s among %v", r, sum.Verdicts)
		}
	}
}

func TestWorkersDoNotMatter(t *testing.T) {
	cfg := Config{Games: 24, Phrase: "workers", Rules: rules.Guangdong}
	want := mustRun(t, cfg)
	for _, cfg.Workers = range []int{1, 2, 3, 7, 64} {
		if got := mustRun(t, cfg); got != want {
			t.Errorf("%d workers: %+v, want %+v", cfg.Workers, got, want)
		}
	}
	cfg.Phrase = "other"
	if mustRun(t, cfg) == want {
		t.Error("another phrase gives the same games")
	}
}

func TestProgressAndCancel(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	var last uint64
	sum, err := Run(ctx, Config{Games: 1 << 40, Phrase: "endless", Workers: 3, Rules: rules.Tiantian}, func(games, moves uint64) {
		if games != last+1 || moves < games {
			t.Errorf("%d games and %d moves after %d games", games, moves, last)
		}
		if last = games; games == 3 {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || sum.Games != last || sum.Games < 3 {
		t.Errorf("error %v, %d games, %d reported", err, sum.Games, last)
	}
}

// planted returns a checker at the start of a game whose slow side starts from another FEN or has
// another limit.
func planted(t *testing.T, fen string, limit int) *checker {
	t.Helper()
	c := newChecker(deal.NewSource("planted"), rules.Tiantian)
	if err := c.begin(c.source.Deal(0)); err != nil {
		t.Fatal(err)
	}
	var err error
	if c.slow, err = plain.NewGame(fen, limit); err != nil {
		t.Fatal(err)
	}
	return c
}

const startFEN = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"

func TestFindsDisagreements(t *testing.T) {
	quiet := board.MakeMove(board.MakePoint(1, 2), board.MakePoint(1, 3))
	want := func(got, want string) {
		t.Helper()
		if (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("got %q, want one about %q", got, want)
		}
	}

	c := planted(t, startFEN, 80)
	_, wrong := c.compare()
	want(wrong, "")
	want(c.play(quiet), "")

	c = planted(t, startFEN, 1)
	want(c.play(quiet), "")
	_, wrong = c.compare()
	want(wrong, "verdict is ongoing (none), plain says draw (no_capture_limit)")

	c = planted(t, strings.Replace(startFEN, "r2", "r1", 1), 80)
	_, wrong = c.compare()
	want(wrong, "view 0 is xxxxkxxxx/")

	c = planted(t, strings.Replace(startFEN, "1X5X1", "1X7", 1), 80)
	want(c.compareMoves(), "legal moves are ")

	c = planted(t, strings.Replace(startFEN, "R2A2C2P5N2B2", "R0A0C0P0N0B0", 1), 80)
	want(c.play(quiet), "plain: move")
	want(c.play(quiet), "dealer: illegal move")
}

func TestDisagreementNamesTheGame(t *testing.T) {
	c := newChecker(deal.NewSource("planted"), rules.Tiantian)
	c.start = strings.Replace(startFEN, "r2", "r1", 1)
	r, err := c.game(context.Background(), 5)
	deal := "\ndeal  " + c.source.Deal(5).String() + "\nmoves "
	if err != nil || !strings.HasPrefix(r.disagreement, "game 5 after 0 plies: view 0 is") || !strings.Contains(r.disagreement, deal) {
		t.Errorf("%v, %s", err, r.disagreement)
	}
}

func TestFirstIsTheLowestGame(t *testing.T) {
	var sum tally
	for _, i := range []uint64{7, 3, 9, 0, 5} {
		r := result{index: i, moves: 10}
		if i != 0 {
			r.disagreement = strings.Repeat("x", int(i))
		}
		sum.add(r)
	}
	if sum.Disagreements != 4 || sum.First != "xxx" || sum.Games != 5 || sum.Moves != 50 {
		t.Errorf("%+v", sum)
	}
}
