// The exhaustive prover of forced mates that other tests judge by, against the definition.

package search

import (
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// prover decides by looking at every legal move whether a mate is forced when each identity that any
// reveal may turn up has to do, the defender's reveals included. It shares no code with the search: all
// it takes from one, if it is given its table, is which move to try first.
type prover struct {
	hints   *table
	memo    map[uint64]distance
	replies [score.MaxPly]board.Move // what last refuted an attack, by plies left
	limit   int                      // plies without a capture that draw
	budget  int                      // positions still to be looked at; below 0 it has given up and its answers count for nothing
}

// distance is what is known of a position: mate within yes plies, none within no.
type distance struct{ yes, no int8 }

func newProver(hints *table, budget int) *prover {
	return &prover{hints: hints, memo: map[uint64]distance{}, limit: rules.Tiantian.NoCaptureLimit, budget: budget}
}

// forced reports whether the side to move mates within plies, if that is odd, or is mated within plies,
// if it is even, whatever the defender plays and whatever reveals turn up.
func (v *prover) forced(p *board.Position, plies int) bool {
	if plies == 0 || p.Halfmove() >= v.limit {
		return plies%2 == 0 && !p.HasLegalMove()
	}
	if v.budget--; v.budget < 0 {
		return false
	}
	if p.Halfmove()+plies >= v.limit { // the counter is not part of the key
		return v.try(p, plies)
	}
	key := p.Key() ^ uint64(plies&1)
	known, ok := v.memo[key]
	if !ok {
		known = distance{yes: score.MaxPly - 1, no: -1}
	}
	for n := max(int(known.no)+1, 0); n <= plies && n < int(known.yes); n++ { // short mates are cheap to find
		if n&1 != plies&1 {
			continue
		}
		if v.try(p, n) {
			known.yes = int8(n)
		} else {
			known.no = int8(n)
		}
	}
	if v.budget >= 0 {
		v.memo[key] = known
	}
	return plies >= int(known.yes)
}

// try is forced without memory.
func (v *prover) try(p *board.Position, plies int) bool {
	if plies == 0 {
		return !p.HasLegalMove()
	}
	attacking := plies&1 == 1
	var buffer [board.MaxMoves]board.Move
	moves := p.LegalMoves(buffer[:0])
	if plies > 1 {
		v.sort(p, moves, plies)
	}
	for _, m := range moves {
		if v.every(p, m, plies-1) == attacking {
			if !attacking {
				v.replies[plies] = m
			}
			return attacking
		}
	}
	return !attacking
}

// every reports whether the mate is forced within plies after m with each identity that it can turn up.
func (v *prover) every(p *board.Position, m board.Move, plies int) bool {
	q := *p
	var u board.Undo
	if !p.IsReveal(m) {
		q.Make(m, board.NoKind, &u)
		return v.forced(&q, plies)
	}
	for _, k := range board.PoolKinds {
		if p.PoolCount(p.Side(), k) == 0 {
			continue
		}
		q.Make(m, k, &u)
		holds := v.forced(&q, plies)
		q.Unmake(&u)
		if !holds {
			return false
		}
	}
	return true
}

// sort puts the moves likely to decide first: the table's; of an attacker checks, of a defender what
// refuted last.
func (v *prover) sort(p *board.Position, moves []board.Move, plies int) {
	e, _ := v.hints.probe(p.Key())
	front := 0
	bring := func(i int) {
		m := moves[i]
		copy(moves[front+1:i+1], moves[front:i])
		moves[front] = m
		front++
	}
	for i, m := range moves {
		if m == e.move || plies&1 == 0 && m == v.replies[plies] {
			bring(i)
		}
	}
	for i := front; i < len(moves) && plies&1 == 1; i++ {
		if checksAlways(p, moves[i]) {
			bring(i)
		}
	}
}

// checksAlways reports whether m gives check with every identity that it can turn up.
func checksAlways(p *board.Position, m board.Move) bool {
	if !p.IsReveal(m) {
		return p.GivesCheck(m, board.NoKind)
	}
	for _, k := range board.PoolKinds {
		if p.PoolCount(p.Side(), k) > 0 && !p.GivesCheck(m, k) {
			return false
		}
	}
	return true
}

// mates is what prover.forced says, by definition: no order, no memory.
func mates(p *board.Position, plies int) bool {
	if plies == 0 {
		return !p.HasLegalMove()
	}
	attacking := plies%2 == 1
	for _, m := range p.LegalMoves(nil) {
		every := true
		for k := range board.NoKind + 1 {
			if p.IsReveal(m) != (k < board.NoKind) || k < board.NoKind && p.PoolCount(p.Side(), k) == 0 {
				continue
			}
			q := *p
			var u board.Undo
			q.Make(m, k, &u)
			every = every && mates(&q, plies-1)
		}
		if every == attacking {
			return attacking
		}
	}
	return !attacking
}

func TestProverKeepsToTheDefinition(t *testing.T) {
	holds := map[int]int{}
	n := 0
	finales(13, func(end []*rules.Game) bool {
		for _, g := range end[:4] {
			p := g.Position()
			if board.Perft(p, 2, board.PerftMode{}) > 1500 {
				continue
			}
			n++
			v := newProver(nil, 1<<30)
			for _, plies := range []int{3, 1, 2, 0} {
				want := mates(p, plies)
				if got := v.forced(p, plies); got != want {
					t.Errorf("%s: mate within %d plies: %v, by definition %v", notation.FormatFEN(p), plies, got, want)
				}
				if want {
					holds[plies]++
				}
			}
		}
		return n < 150
	})
	if holds[1] < 20 || holds[2] < 5 || holds[3] < 20 {
		t.Errorf("mates by plies: %v of %d", holds, n)
	}
}
