package selfplay

import (
	"context"

	"jieqi/engine/deal"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// strays makes some moves of a game random ones. A search asks its evaluation about many positions that no sensible
// game contains; games with stray moves have such positions, and what a search says of them.
type strays struct {
	perMille int
	random   *deal.Stream // of the game being played
	drawn    []bool       // by ply after the opening: the move was drawn at random
	draws    moveDraw
}

// begin starts game i of source.
func (s *strays) begin(source deal.Source, i uint64) {
	s.random, s.drawn = source.Stream("stray", i), s.drawn[:0]
}

// over returns p with strays among its moves. Both sides of a game share them.
func (s *strays) over(p referee.Player) referee.Player { return straying{p, s} }

type straying struct {
	referee.Player
	strays *strays
}

// Choose is the player's, score and all, but for the move if that is to be a random one.
func (p straying) Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	choice, err := p.Player.Choose(ctx, view, l)
	if err != nil || ctx.Err() != nil {
		return choice, err
	}
	if p.strays.next() {
		choice.Move, choice.PV = p.strays.draws.from(view.Position(), p.strays.random), nil
	}
	return choice, nil
}

// next says whether the next move of the game is a random one.
func (s *strays) next() bool {
	random := s.perMille > 0 && s.random.Uintn(1000) < uint64(s.perMille)
	s.drawn = append(s.drawn, random)
	return random
}
