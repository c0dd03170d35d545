package revealprice

import (
	"slices"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
)

// question is a reveal to audit: what the mover knew, and what it chose.
type question struct {
	view *rules.Game
	move board.Move
	ply  int // of the game, from 0
}

// drawReveal draws one of the reveals that a search chose in the game; nil if none of them can be audited.
func drawReveal(source deal.Source, label string, g *dataset.Game) (*question, error) {
	var plies []int
	for i := range g.Plies {
		if p := &g.Plies[i]; searched(p) && p.Flags&dataset.Reveal != 0 {
			plies = append(plies, i)
		}
	}
	random := source.Stream("reveal of "+label, g.Index)
	for len(plies) > 0 {
		i := int(random.Uintn(uint64(len(plies))))
		view, err := viewAt(g, plies[i])
		if err != nil {
			return nil, err
		}
		if gamble(view.Position()) {
			return &question{view: view, move: g.Plies[plies[i]].Move, ply: plies[i]}, nil
		}
		plies = slices.Delete(plies, i, i+1)
	}
	return nil, nil
}

// gamble reports whether a reveal at p has an alternative and more than one outcome.
func gamble(p *board.Position) bool {
	pool, kinds := p.Pool(p.Side()), 0
	for _, n := range pool {
		if n > 0 {
			kinds++
		}
	}
	return kinds > 1 && p.CountLegal() > 1
}
