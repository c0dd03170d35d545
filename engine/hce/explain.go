package hce

import (
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Breakdown is an evaluation by term, in Red's view, in hundredths of a centipawn.
type Breakdown struct {
	Terms [NumTerms]int32
	Total score.Value // what Evaluate says, turned to Red's view
}

var termNames = [NumTerms]string{
	Material: "material", Unseen: "unseen", Mobility: "mobility", Threats: "threats",
	Palace: "palace", Lines: "lines", Soldiers: "soldiers", Tempo: "tempo",
}

// String returns the term's name, such as "mobility".
func (t Term) String() string {
	if int(t) < NumTerms {
		return termNames[t]
	}
	return "invalid term"
}

// Breakdown evaluates p from nothing, whatever Reset and Push have led to.
func (e *Evaluator) Breakdown(p *board.Position) Breakdown {
	fresh := newEvaluator(e.tables)
	fresh.Reset(p)
	b := Breakdown{Total: fresh.Evaluate(p)}
	if p.Side() == board.Black {
		b.Total = -b.Total
	}
	for t, v := range fresh.sums(p) {
		b.Terms[t] = v * 100 / stageOne
	}
	return b
}

// sums returns the terms in Red's view, in units of 1/stageOne centipawn.
func (e *Evaluator) sums(p *board.Position) (out [NumTerms]int32) {
	f := &e.frames[len(e.frames)-1]
	s := e.look(p)
	e.tables.collect(&e.view, p, &e.terms)
	for term, l := range &e.terms {
		out[term] = s.blend(l)
	}
	out[Material] = s.blend(f.material)
	out[Unseen] = f.faceDown(board.Red, p, s) - f.faceDown(board.Black, p, s)
	return out
}

// Explain returns the breakdown of p as text, one term a line in centipawns of Red's view.
func (e *Evaluator) Explain(p *board.Position) string { return e.Breakdown(p).String() }

// String returns one line a term and one for the total.
func (b Breakdown) String() string {
	var s strings.Builder
	for t, v := range b.Terms {
		fmt.Fprintf(&s, "%-9s %8.2f\n", Term(t), float64(v)/100)
	}
	fmt.Fprintf(&s, "%-9s %8d cp for red\n", "total", b.Total)
	return s.String()
}
