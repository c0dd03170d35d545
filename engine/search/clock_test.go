package search

import (
	"context"
	"math/rand/v2"
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

func TestMoveTimeIsUsedAndKept(t *testing.T) {
	const nps = 500_000
	s := New(byHand, Main, 1)
	simulated(s, nps)
	random := rand.New(rand.NewPCG(3, 1))
	randomGame(random, 80, func(g *rules.Game) bool {
		const aim = 20 * time.Millisecond
		s.workers[0].nodes = 0
		c := s.Search(context.Background(), g, rules.Limits{MoveTime: aim}, nil)
		step := (pollMask + 1) * time.Second / nps
		if took := time.Duration(c.Nodes) * time.Second / nps; !c.Score.IsMate() && took < aim || took > aim+step {
			t.Errorf("a search for %v took %v", aim, took)
		}
		return true
	})
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

// simulated lets a searcher's clock run by its own nodes, so that games on a clock are the same every time.
func simulated(s *Searcher, nps int) {
	zero := time.Now()
	s.timer.now = func() time.Time {
		return zero.Add(time.Duration(s.workers[0].nodes) * time.Second / time.Duration(nps))
	}
}

// clockGame plays a game at 6 s + 0.06 s and returns the time each side has left and the plies played.
func clockGame(t *testing.T, random *rand.Rand) (left [2]time.Duration, plies int) {
	const nps = 30_000
	inc := 60 * time.Millisecond
	var players [2]*Searcher
	for c := range players {
		players[c] = New(byHand, Main, 1)
		players[c].SetOverhead(20 * time.Millisecond)
		simulated(players[c], nps)
	}
	left = [2]time.Duration{6 * time.Second, 6 * time.Second}
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	for ; !g.Verdict().Over(); plies++ {
		c := g.Position().Side()
		s := players[c]
		s.workers[0].nodes = 0
		clock := rules.Clock{Time: left, Inc: [2]time.Duration{inc, inc}}
		choice := s.Search(context.Background(), g, rules.Limits{Clock: &clock}, nil)
		if left[c] -= time.Duration(choice.Nodes) * time.Second / nps; left[c] < 0 {
			t.Fatalf("%v lost on time after %d plies", c, plies)
		}
		left[c] += inc
		ply := board.Ply{Move: choice.Move, Reveal: board.NoKind, Victim: board.NoKind}
		if g.Position().IsReveal(choice.Move) {
			ply.Reveal = randomKind(random, g.Position().Pool(c))
		}
		g.Play(ply)
	}
	return left, plies
}

func TestLongGamesUseTheirClock(t *testing.T) {
	if testing.Short() {
		t.Skip("plays whole games")
	}
	random := rand.New(rand.NewPCG(7, 4))
	long := 0
	for game := 0; game < 15 && long == 0; game++ {
		left, plies := clockGame(t, random)
		if plies < 100 {
			continue
		}
		long++
		total := 6*time.Second + time.Duration(plies/2)*60*time.Millisecond
		for c, d := range left {
			if d > total/8 {
				t.Errorf("after %d plies %v has %v of %v left", plies, board.Color(c), d, total)
			}
		}
	}
	if long == 0 {
		t.Error("no game was long")
	}
}
