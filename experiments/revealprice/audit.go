package revealprice

import (
	"context"
	"slices"
	"time"

	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// Sizes of the tables in megabytes.
const (
	hashMB      = 32
	smallHashMB = 1 // of the reference searched again
)

// auditor prices reveals, with searchers of its own.
type auditor struct {
	depth   int
	most    uint64
	methods [len(methods)]*search.Searcher
	shallow *search.Searcher // of alpha and the reference
	small   *search.Searcher // as shallow, with a small table
	star1   *search.Searcher
}

func newAuditor(f engine.Factory, o search.Options, depth int, most uint64) *auditor {
	a := &auditor{depth: depth, most: most}
	for i, m := range methods {
		o.Chance = m
		a.methods[i] = search.New(f.New, o, hashMB)
	}
	o.Chance = search.Shallow
	a.shallow = a.methods[slices.Index(methods[:], search.Shallow)]
	a.star1 = a.methods[slices.Index(methods[:], search.Star1)]
	a.small = search.New(f.New, o, smallHashMB)
	return a
}

// audit prices a reveal by every method and by the reference, with star1 inside too if asked for. It ends
// with an error when ctx does.
func (a *auditor) audit(ctx context.Context, q *question, star1 bool) (*Audited, error) {
	p := q.view.Position()
	r := &Audited{Ply: q.ply, FEN: notation.FormatFEN(p), Move: q.move.String()}
	others := slices.DeleteFunc(p.LegalMoves(nil), func(m board.Move) bool { return m == q.move })
	a.shallow.NewGame()
	best := a.shallow.Search(ctx, q.view, rules.Limits{Depth: a.depth, SearchMoves: others}, nil)
	r.Alpha, r.Other = best.Score, best.Move.String()

	kinds := a.identities(ctx, q, r)
	if ctx.Err() != nil {
		return nil, context.Cause(ctx) // they may be missing
	}
	for _, s := range a.methods {
		r.Prices = append(r.Prices, a.price(ctx, s, q, r.Alpha, kinds))
	}
	r.True = a.reference(ctx, a.shallow, q, kinds, 0)
	r.Small = a.reference(ctx, a.small, q, kinds, 0)
	if star1 {
		r.Star1 = a.reference(ctx, a.star1, q, kinds, a.most)
	}
	return r, context.Cause(ctx)
}

// identities lists what may turn up, the likeliest first, in r too.
func (a *auditor) identities(ctx context.Context, q *question, r *Audited) []board.Kind {
	var kinds []board.Kind
	side := q.view.Position().Side()
	for _, o := range a.shallow.Price(ctx, q.view, q.move, -score.Infinity, rules.Limits{Depth: 1}).Outcomes {
		kinds = append(kinds, o.Kind)
		r.Letters = append(r.Letters, board.MakePiece(side, o.Kind).String())
		r.Copies = append(r.Copies, int32(o.Copies))
	}
	return kinds
}

// price asks one method.
func (a *auditor) price(ctx context.Context, s *search.Searcher, q *question, alpha score.Value, kinds []board.Kind) Priced {
	s.NewGame()
	began := time.Now()
	p := s.Price(ctx, q.view, q.move, alpha, rules.Limits{Depth: a.depth, Nodes: a.most})
	priced := Priced{Value: p.Value, Depth: p.Depth, Nodes: p.Nodes, Seconds: time.Since(began).Seconds(),
		Counted: make([]*score.Value, len(kinds))}
	for _, o := range p.Outcomes {
		if o.Counted {
			priced.Counted[slices.Index(kinds, o.Kind)] = &o.Value
		}
	}
	return priced
}

// reference searches each identity by itself; nil if one takes more than most nodes, where 0 is any number.
func (a *auditor) reference(ctx context.Context, s *search.Searcher, q *question, kinds []board.Kind, most uint64) Reference {
	var values Reference
	for _, k := range kinds {
		s.NewGame()
		p := s.PriceOutcome(ctx, q.view, q.move, k, rules.Limits{Depth: a.depth, Nodes: most})
		if p.Depth < a.depth {
			return nil
		}
		values = append(values, p.Value)
	}
	return values
}
