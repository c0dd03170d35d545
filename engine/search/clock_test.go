package search

import (
	"context"
	"testing"
	"time"

	"pgregory.net/rapid"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

func TestAllotmentStaysWithinTheClock(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var c rules.Clock
		left := time.Duration(rapid.Int64Range(20, 600_000).Draw(t, "left")) * time.Millisecond
		c.Time[board.Black] = left
		c.Inc[board.Black] = time.Duration(rapid.Int64Range(0, 10_000).Draw(t, "inc")) * time.Millisecond
		c.MovesToGo = rapid.IntRange(0, 40).Draw(t, "moves to go")
		overhead := time.Duration(rapid.Int64Range(0, 50).Draw(t, "overhead")) * time.Millisecond
		optimum, maximum := allot(&c, board.Black, rapid.IntRange(0, 400).Draw(t, "plies"), overhead)
		if optimum <= 0 || optimum > maximum {
			t.Fatalf("aim %v, at most %v", optimum, maximum)
		}
		if maximum > left {
			t.Fatalf("%v of %v left", maximum, left)
		}
		if left > 2*overhead && maximum+overhead > left {
			t.Fatalf("%v and %v overhead of %v left", maximum, overhead, left)
		}
	})
}

func TestMoveTimeIsKept(t *testing.T) {
	s := New(byHand, Main, 1)
	s.SetOverhead(5 * time.Millisecond)
	g := newGame(t, startFEN)
	began := time.Now()
	c := s.Search(context.Background(), g, rules.Limits{MoveTime: 40 * time.Millisecond}, nil)
	if took := time.Since(began); c.Move == board.NoMove || took > 2*time.Second || c.Nodes < 1 {
		t.Errorf("%v and %d nodes for a move time of 40 ms", took, c.Nodes)
	}
}

func TestPonderingWaitsForTheHit(t *testing.T) {
	s := New(byHand, Main, 1)
	g := newGame(t, startFEN)
	clock := rules.Clock{Time: [2]time.Duration{200 * time.Millisecond, time.Second}}
	hit := 120 * time.Millisecond
	time.AfterFunc(hit, s.PonderHit)
	began := time.Now()
	s.Search(context.Background(), g, rules.Limits{Clock: &clock, Ponder: true}, nil)
	if took := time.Since(began); took < hit*9/10 || took > 5*time.Second {
		t.Errorf("a ponder search hit after %v took %v", hit, took)
	}
}
