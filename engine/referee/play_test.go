package referee

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// stub is a player that a test scripts.
type stub struct {
	games  int
	choose func(view *rules.Game, l rules.Limits) (rules.Choice, error)
	failed error // of NewGame
}

func (s *stub) NewGame() error {
	s.games++
	return s.failed
}

func (s *stub) Choose(_ context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	return s.choose(view, l)
}

// chooser returns a player that picks legal moves at random and gives them the score that value says.
func chooser(seed uint64, value func(view *rules.Game) score.Value) *stub {
	random := deal.NewSource("players").Stream("stub", seed)
	return &stub{choose: func(view *rules.Game, _ rules.Limits) (rules.Choice, error) {
		list := view.Position().LegalMoves(nil)
		m := list[random.Uintn(uint64(len(list)))]
		return rules.Choice{Move: m, Score: value(view), Depth: 3, Nodes: uint64(len(list))}, nil
	}}
}

func even(*rules.Game) score.Value { return 0 }

// redAhead is a score of so many centipawns for Red, in the mover's view.
func redAhead(cp score.Value) func(*rules.Game) score.Value {
	return func(view *rules.Game) score.Value {
		if view.Position().Side() == board.Red {
			return cp
		}
		return -cp
	}
}

func someDeal(i uint64) deal.Deal { return deal.NewSource("games").Deal(i) }

func mustPlay(t *testing.T, cfg Config, d deal.Deal, red, black Player) *Record {
	t.Helper()
	cfg.Rules = rules.Tiantian
	r, err := Play(context.Background(), cfg, d, red, black)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// replay checks that a record is a legal game of its deal and returns the verdict at its end.
func replay(t *testing.T, r *Record) rules.Verdict {
	t.Helper()
	table := dealer.New(r.Deal, r.Rules)
	for i, p := range r.Plies {
		if v := table.Verdict(); v.Over() {
			t.Fatalf("the game goes on after %s at ply %d", v, i)
		}
		ply, err := table.Play(p.Ply.Move)
		if err != nil || ply != p.Ply {
			t.Fatalf("ply %d: recorded %+v, dealt %+v, %v", i+1, p.Ply, ply, err)
		}
		if p.Flags.Has(Opening) != (i < r.Opening) {
			t.Fatalf("ply %d of an opening of %d has flags %b", i+1, r.Opening, p.Flags)
		}
	}
	return table.Verdict()
}

func TestPlaysToTheEnd(t *testing.T) {
	reasons := map[rules.Reason]int{}
	for i := range uint64(60) {
		red, black := chooser(2*i, even), chooser(2*i+1, even)
		r := mustPlay(t, Config{}, someDeal(i), red, black)
		if v := replay(t, r); !v.Over() || v != r.Verdict || r.Deal != someDeal(i) {
			t.Errorf("game %d: record says %s, the rules %s", i, r.Verdict, v)
		}
		if red.games != 1 || black.games != 1 || r.Adjudication.Made() || r.Forfeit != "" {
			t.Errorf("game %d: %+v", i, r)
		}
		reasons[r.Verdict.Reason]++
	}
	if reasons[rules.NoLegalMove] == 0 || reasons[rules.NoCaptureLimit] == 0 {
		t.Errorf("random games end by %v", reasons)
	}
}

func TestRecordsWhatPlayersSay(t *testing.T) {
	r := mustPlay(t, Config{MaxPlies: 7}, someDeal(1), chooser(1, redAhead(30)), chooser(2, redAhead(30)))
	if len(r.Plies) != 7 || r.Verdict != (rules.Verdict{Outcome: rules.Draw, Reason: rules.LengthLimit}) {
		t.Fatalf("%d plies, %s", len(r.Plies), r.Verdict)
	}
	for i, p := range r.Plies {
		want := score.Value(30)
		if i%2 == 1 {
			want = -30
		}
		if p.Score != want || p.Depth != 3 || p.Nodes == 0 || p.Flags != 0 {
			t.Errorf("ply %d: %+v", i+1, p)
		}
	}
}

func TestRecordIsAFunctionOfItsInputs(t *testing.T) {
	clock := func() time.Time { return time.Time{} }
	cfg := Config{Now: clock, Win: DefaultWin}
	first := mustPlay(t, cfg, someDeal(4), chooser(1, even), chooser(2, even))
	again := mustPlay(t, cfg, someDeal(4), chooser(1, even), chooser(2, even))
	if !reflect.DeepEqual(first, again) {
		t.Error("the same game differs the second time")
	}
}

// TestPlayersSeeTheirOwnView follows a game from the players' seats.
func TestPlayersSeeTheirOwnView(t *testing.T) {
	var seen []board.Position
	watch := func(p *stub) *stub {
		inner := p.choose
		p.choose = func(view *rules.Game, l rules.Limits) (rules.Choice, error) {
			seen = append(seen, *view.Position())
			return inner(view, l)
		}
		return p
	}
	r := mustPlay(t, Config{}, someDeal(2), watch(chooser(3, even)), watch(chooser(4, even)))
	table := dealer.New(r.Deal, r.Rules)
	differ := false
	for i, p := range r.Plies {
		mover := table.Public().Position().Side()
		if seen[i] != *table.View(mover).Position() {
			t.Fatalf("ply %d: %s was shown something else than its own view", i+1, mover)
		}
		differ = differ || seen[i] != *table.View(mover.Other()).Position()
		if _, err := table.Play(p.Ply.Move); err != nil {
			t.Fatal(err)
		}
	}
	if !differ {
		t.Error("the two views never differed: the game shows nothing")
	}
}

func opening(t *testing.T, n int) []board.Move {
	t.Helper()
	r := mustPlay(t, Config{MaxPlies: n}, someDeal(3), chooser(5, even), chooser(6, even))
	var moves []board.Move
	for _, p := range r.Plies {
		moves = append(moves, p.Ply.Move)
	}
	return moves
}

func TestOpening(t *testing.T) {
	moves := opening(t, 5)
	r := mustPlay(t, Config{Opening: moves, MaxPlies: 9}, someDeal(3), chooser(1, even), chooser(2, even))
	if replay(t, r); r.Opening != 5 || len(r.Plies) != 9 {
		t.Fatalf("opening of %d in %d plies", r.Opening, len(r.Plies))
	}
	for i, m := range moves {
		if p := r.Plies[i]; p.Ply.Move != m || p.Flags != Opening || p.Nodes != 0 {
			t.Errorf("ply %d: %+v", i+1, p)
		}
	}
	r = mustPlay(t, Config{Opening: moves, MaxPlies: 3}, someDeal(3), unasked(t), unasked(t))
	if r.Opening != 3 || len(r.Plies) != 3 || r.Verdict.Reason != rules.LengthLimit {
		t.Errorf("opening of %d in %d plies, %s", r.Opening, len(r.Plies), r.Verdict)
	}
	cfg := Config{Rules: rules.Tiantian, Opening: append(moves[:2:2], moves[0])}
	if r, err := Play(context.Background(), cfg, someDeal(3), unasked(t), unasked(t)); r != nil || !errors.Is(err, dealer.ErrIllegal) {
		t.Errorf("an opening that is not legal: %v, error %v", r, err)
	}
}

// unasked is a player that must not be asked.
func unasked(t *testing.T) *stub {
	return &stub{choose: func(*rules.Game, rules.Limits) (rules.Choice, error) {
		t.Error("the player was asked")
		return rules.Choice{}, nil
	}}
}

func TestForfeits(t *testing.T) {
	from := board.MakePoint(4, 0)
	for _, c := range []struct {
		name   string
		bad    func(*rules.Game, rules.Limits) (rules.Choice, error)
		reason rules.Reason
		what   string
	}{
		{"no move", func(*rules.Game, rules.Limits) (rules.Choice, error) { return rules.Choice{}, nil },
			rules.IllegalMove, "black: illegal move: 0000 as ply 2"},
		{"enemy's move", func(*rules.Game, rules.Limits) (rules.Choice, error) {
			return rules.Choice{Move: board.MakeMove(from, board.MakePoint(4, 1))}, nil
		}, rules.IllegalMove, "e0e1"},
		{"crash", func(*rules.Game, rules.Limits) (rules.Choice, error) {
			return rules.Choice{}, fmt.Errorf("exit status 2: %w", ErrCrash)
		}, rules.Crash, "exit status 2"},
		{"stall", func(*rules.Game, rules.Limits) (rules.Choice, error) {
			return rules.Choice{}, fmt.Errorf("5 s after the deadline: %w", ErrStall)
		}, rules.Stall, "5 s after"},
	} {
		r := mustPlay(t, Config{}, someDeal(0), chooser(1, even), &stub{choose: c.bad})
		want := rules.Verdict{Outcome: rules.RedWins, Reason: c.reason}
		if r.Verdict != want || len(r.Plies) != 1 || !strings.Contains(r.Forfeit, c.what) {
			t.Errorf("%s: %s after %d plies, %q; want %s, %q", c.name, r.Verdict, len(r.Plies), r.Forfeit, want, c.what)
		}
	}
}

func TestOtherErrorsEndPlay(t *testing.T) {
	broken := errors.New("disk full")
	bad := &stub{choose: func(*rules.Game, rules.Limits) (rules.Choice, error) { return rules.Choice{}, broken }}
	r, err := Play(context.Background(), Config{Rules: rules.Tiantian}, someDeal(0), chooser(1, even), bad)
	if r != nil || !errors.Is(err, broken) || !strings.Contains(err.Error(), "after 1 plies: black:") {
		t.Errorf("record %v, error %v", r, err)
	}
	bad = &stub{failed: broken}
	if r, err := Play(context.Background(), Config{Rules: rules.Tiantian}, someDeal(0), chooser(1, even), bad); r != nil || !errors.Is(err, broken) {
		t.Errorf("record %v, error %v", r, err)
	}
}

func TestCancelLeavesNoHalfGame(t *testing.T) {
	why := errors.New("stop asked")
	for _, stopAt := range []int{0, 1, 6} {
		ctx, cancel := context.WithCancelCause(context.Background())
		inner, plies := chooser(1, even), 0
		p := &stub{choose: func(view *rules.Game, l rules.Limits) (rules.Choice, error) {
			if plies++; plies == stopAt {
				cancel(why)
				return rules.Choice{}, nil // what a player cut short may return
			}
			return inner.choose(view, l)
		}}
		if stopAt == 0 {
			cancel(why)
		}
		r, err := Play(ctx, Config{Rules: rules.Tiantian}, someDeal(0), p, p)
		if r != nil || !errors.Is(err, why) || plies != stopAt {
			t.Errorf("stop at %d: record %v, error %v, asked %d times", stopAt, r, err, plies)
		}
		cancel(nil)
	}
}
