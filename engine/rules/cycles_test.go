package rules_test

import (
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
	"jieqi/engine/notation"
	"jieqi/engine/plain"
	"jieqi/engine/rules"
	"pgregory.net/rapid"
)

// Made-up repetitions: in a position of a random game each side walks one piece in a circle
// until the game is over, the second side preferably the piece that the first one attacks.
// Every verdict for a chase or a check, and a share of the draws, is compared with the slow
// second opinion.
func TestCyclesAgainstPlain(t *testing.T) {
	const (
		tries = 400 // per position
		share = 16  // one in so many draws by repetition is compared
	)
	reasons := map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 5))
		start := randomPosition(rng, rapid.IntRange(0, 250).Draw(t, "plies"))
		g := rules.NewGame(rules.Rules{}, start)
		for range tries {
			hunter := circle(rng, start, pick(rng, faceUp(start, start.Side())))
			if len(hunter) == 0 {
				continue
			}
			g.Reset(rules.Rules{}, start)
			v, over := playCircles(g, hunter, circle(rng, start, prey(rng, start, hunter)))
			if !over || v.Reason == rules.Repetition && rng.IntN(share) != 0 {
				continue
			}
			reasons[v.Reason.String()]++
			comparePlain(t, start, g.Moves(), v)
		}
	})
	t.Log("compared:", reasons)
	if reasons[rules.PerpetualCheck.String()]+reasons[rules.PerpetualChase.String()] == 0 {
		t.Error("no perpetual check or chase among the compared")
	}
}

// randomPosition plays so many random plies from the start, fewer if the game ends.
func randomPosition(rng *rand.Rand, plies int) *board.Position {
	p := *board.StartPosition()
	for range plies {
		before := p
		ply, ok := boardtest.Ply(rng, &p)
		if !ok {
			return &before
		}
		var u board.Undo
		p.MakeTold(ply, &u)
	}
	return &p
}

func faceUp(p *board.Position, c board.Color) board.Bitboard {
	return p.ColorSet(c).AndNot(p.Pieces(c, board.FaceDown))
}

// prey returns a piece of the side not to move: its general when the hunter's first step gives
// check, otherwise one that the hunter then attacks, more often than not.
func prey(rng *rand.Rand, p *board.Position, hunter []board.Point) board.Point {
	all := faceUp(p, p.Side().Other())
	q := moved(p, hunter[0], hunter[1])
	if q == nil {
		return pick(rng, all)
	}
	if q.InCheck() {
		return q.General(q.Side())
	}
	if hit := q.AttacksFrom(hunter[1]).And(all); !hit.Empty() && rng.IntN(4) != 0 {
		return pick(rng, hit)
	}
	return pick(rng, all)
}

// circle returns the points of a closed walk of the face-up piece on home, two to four of them,
// or nothing. The walk need not be playable.
func circle(rng *rand.Rand, p *board.Position, home board.Point) []board.Point {
	walk := []board.Point{home}
	for range 1 + max(0, rng.IntN(5)-2) {
		q := moved(p, home, walk[len(walk)-1])
		if q == nil {
			q = p
		}
		targets := q.Destinations(walk[len(walk)-1]).AndNot(q.Occupied())
		if targets.Empty() {
			return nil
		}
		walk = append(walk, pick(rng, targets))
	}
	return walk
}

func pick(rng *rand.Rand, set board.Bitboard) board.Point {
	for range rng.IntN(set.Count()) {
		set.PopFirst()
	}
	return set.First()
}

// moved returns p with a piece on another point and the other side to move, nil when that is
// no position.
func moved(p *board.Position, from, to board.Point) *board.Position {
	s := p.Setup()
	pc := s.Pieces[from]
	s.Pieces[from] = board.NoPiece
	s.Pieces[to] = pc
	s.Side = pc.Color().Other()
	q, err := board.New(s)
	if err != nil {
		return nil
	}
	return q
}

// playCircles plays both walks round and round until the game is over. It reports false when
// a step is not a legal quiet move.
func playCircles(g *rules.Game, mover, other []board.Point) (rules.Verdict, bool) {
	if len(other) == 0 {
		return rules.Verdict{}, false
	}
	for i := 0; ; i++ {
		if v := g.Verdict(); v.Over() {
			return v, v.Reason != rules.NoLegalMove
		}
		walk := mover
		if i%2 == 1 {
			walk = other
		}
		n := len(walk)
		m := board.MakeMove(walk[i/2%n], walk[(i/2+1)%n])
		p := g.Position()
		if !p.IsLegal(m) || p.IsCapture(m) || p.IsReveal(m) {
			return rules.Verdict{}, false
		}
		g.Play(board.Ply{Move: m, Reveal: board.NoKind, Victim: board.NoKind})
	}
}

func comparePlain(t *rapid.T, start *board.Position, moves []board.Move, v rules.Verdict) {
	fen := notation.FormatFEN(start)
	second, err := plain.NewGame(fen, 0)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	for _, m := range moves {
		if err := second.Play(m.String()); err != nil {
			t.Fatalf("%s moves %v: %v", fen, moves, err)
		}
	}
	if result, reason := second.Verdict(); result != v.Outcome.String() || reason != v.Reason.String() {
		t.Fatalf("%s moves %v: %v, the second opinion is %s by %s", fen, moves, v, result, reason)
	}
}
