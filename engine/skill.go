package engine

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// Skill makes an Engine weaker, by one mechanism: it looks at fewer nodes, and draws its move from the best few that
// are nearly as good as the best.
type Skill struct {
	Level int // from 0, the weakest, to MaxSkill, which changes nothing
	// Phrase is what the draws follow from, with the position and the plies played: an Engine with one thread answers
	// equal games alike as long as its phrase is the same.
	Phrase string
}

// MaxSkill is the level of full strength.
const MaxSkill = 20

const (
	skillNodes  = 3000 // of level 0: enough for an iteration of so many lines
	skillDouble = 5    // levels that double the nodes: 41,600 at level 19
	skillLines  = 4    // moves that are drawn from at level 19 at most; one more for every two levels below
	skillMargin = 20   // centipawns for each level below MaxSkill by which a move may be worse than the best
)

// nodes returns how many nodes a search has.
func (k Skill) nodes() uint64 {
	root := [skillDouble]uint64{1000, 1149, 1320, 1516, 1741} // thousandths: 2 to the power of none to four fifths
	return skillNodes << (k.Level / skillDouble) * root[k.Level%skillDouble] / 1000
}

// lines returns how many moves are drawn from at most.
func (k Skill) lines() int { return skillLines + (MaxSkill-1-k.Level)/2 }

// margin returns by how much a move may be worse than the best and still be drawn.
func (k Skill) margin() score.Value { return score.Value(skillMargin * (MaxSkill - k.Level)) }

// ranking is the best moves of the last finished iteration, the best first.
type ranking struct {
	wanted int // lines that whoever asked for the search is told of
	info   func(search.Info)
	best   []rules.Choice
}

// take keeps a line, and passes on what was asked for.
func (l *ranking) take(i search.Info) {
	if i.MultiPV <= l.wanted && l.info != nil {
		l.info(i)
	}
	if i.MultiPV == 1 {
		l.best = l.best[:0]
	}
	l.best = append(l.best, rules.Choice{Move: i.PV[0], Score: i.Score, PV: append([]board.Move(nil), i.PV...)})
}

// search is Search at less than full strength.
func (k Skill) search(ctx context.Context, s *search.Searcher, g *rules.Game, l rules.Limits, info func(search.Info)) rules.Choice {
	seen := ranking{wanted: max(l.MultiPV, 1), info: info}
	if most := k.nodes(); l.Nodes == 0 || l.Nodes > most {
		l.Nodes = most
	}
	l.MultiPV = max(l.MultiPV, k.lines())
	c := s.Search(ctx, g, l, seen.take)
	if len(seen.best) == 0 {
		return c // not one iteration was finished
	}
	drawn := k.draw(seen.best[:min(len(seen.best), k.lines())], g)
	c.Move, c.Score, c.PV = drawn.Move, drawn.Score, drawn.PV
	return c
}

// draw picks one of the moves that are not worse than the best by more than the margin, each the likelier the less it is
// worse.
func (k Skill) draw(best []rules.Choice, g *rules.Game) rules.Choice {
	top := best[0].Score
	for _, c := range best {
		top = max(top, c.Score)
	}
	weight := func(c *rules.Choice) uint64 { return uint64(max(k.margin()+1-(top-c.Score), 0)) }
	total := uint64(0)
	for i := range best {
		total += weight(&best[i])
	}
	at := k.random(g) % total // of some thousands at most: the remainder favours none to speak of
	for i := range best {
		w := weight(&best[i])
		if at < w {
			return best[i]
		}
		at -= w
	}
	return best[0]
}

// random returns the number that the draw in g's position follows from.
func (k Skill) random(g *rules.Game) uint64 {
	input := binary.LittleEndian.AppendUint64([]byte(k.Phrase), g.Position().Key())
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(input, uint64(g.Plies())))
	return binary.LittleEndian.Uint64(sum[:])
}
