package search

import (
	"context"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// Price is what one reveal was found to be worth.
type Price struct {
	Value    score.Value // in the view of the side that reveals
	Depth    int         // of the last finished iteration, plies; 0: none was finished, and there is no value
	Nodes    uint64      // those of an iteration cut short included
	Outcomes []Outcome   // every identity asked about, the likeliest first
}

// Outcome is an identity that a reveal may turn up.
type Outcome struct {
	Kind    board.Kind
	Copies  int         // left in the pool of the side that reveals
	Counted bool        // the method looked at it; it may have known enough before
	Value   score.Value // what it was counted as, in the view of the side that reveals; a bound where the method asked for no more
}

// uncounted marks an identity that a method has not looked at.
const uncounted = score.Infinity

// Price prices the reveal m of the game's current position, which must be legal, by the method of the Searcher's
// options in the window (alpha, ∞), in iterations of 1 ply and more until the depth or the nodes of l are used up:
// what a search of the root whose other moves are worth alpha would do with m. A value of at most alpha is a bound.
// One thread searches, from the state that earlier searches left ([Searcher.NewGame] clears it).
func (s *Searcher) Price(ctx context.Context, g *rules.Game, m board.Move, alpha score.Value, l rules.Limits) Price {
	w := s.workers[0]
	c := &w.frames[0].chance
	return s.deepen(ctx, g, m, alpha, l, func(depth int) score.Value {
		c.move = board.NoMove
		c.listIdentities(&w.pos)
		for i := range c.values {
			c.values[i] = uncounted
		}
		return w.priceReveal(m, alpha, score.Infinity, depth, 0)
	})
}

// PriceOutcome prices m as if it were known to turn up k, which must be left in the pool: in an open window and as
// deep as Price would search it to the same limits.
func (s *Searcher) PriceOutcome(ctx context.Context, g *rules.Game, m board.Move, k board.Kind, l rules.Limits) Price {
	w := s.workers[0]
	c := &w.frames[0].chance
	return s.deepen(ctx, g, m, -score.Infinity, l, func(depth int) score.Value {
		c.n, c.total = 0, 0
		c.add(k, uint8(w.pos.PoolCount(w.pos.Side(), k)))
		c.values[0] = w.searchAfter(m, k, -score.Infinity, score.Infinity, depth-1, 0)
		return c.values[0]
	})
}

// deepen readies a search of m alone and prices it by value, which fills the root's chance node, iteration after
// iteration.
func (s *Searcher) deepen(ctx context.Context, g *rules.Game, m board.Move, alpha score.Value, l rules.Limits,
	value func(depth int) score.Value) Price {
	l.SearchMoves = []board.Move{m}
	defer s.begin(ctx, g, l, nil)()
	w := s.workers[0]
	var p Price
	for d := 1; d <= s.depthLimit(); d++ {
		w.rootDepth = d
		w.openRoot(alpha, score.Infinity, d)
		v := value(d)
		if w.stopped {
			break
		}
		p.Value, p.Depth = v, d
		p.Outcomes = w.frames[0].chance.outcomes(p.Outcomes[:0])
	}
	p.Nodes = w.nodes
	return p
}

// outcomes appends the identities with what they were counted as.
func (c *chanceNode) outcomes(list []Outcome) []Outcome {
	for i, v := range c.values[:c.n] {
		list = append(list, Outcome{Kind: c.kinds[i], Copies: int(c.weights[i]), Counted: v != uncounted, Value: v})
	}
	return list
}
