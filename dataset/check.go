package dataset

import (
	"crypto/sha256"
	"errors"
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
)

// referee replays recorded games the slow way, with every view and verdict, and compares: with what
// the shard says, and with the fast replay that samples come from.
type referee struct {
	rules  rules.Rules
	source deal.Source
	table  *dealer.Table
	fast   replay
	stray  Flags                // Random if moves behind the opening may be random ones
	scored func(g *Game) []bool // which positions must have a score
	wanted []bool               // by scored, for the game being checked
}

// newReferee returns a referee for the games of shards with header h, which has been checked.
func newReferee(h *Header) *referee {
	preset, err := rules.Preset(h.Rules)
	if err != nil {
		panic(err) // Header.check asked the same
	}
	r := &referee{rules: preset, source: deal.NewSource(h.Phrase), scored: searched}
	if h.Stray > 0 {
		r.stray = Random
	}
	if h.Rescored != (Rescored{}) {
		draw := NewDraw(h.Phrase, h.Rescored.PerMille)
		r.scored = func(g *Game) []bool { return draw.Game(g.Index, len(g.Plies), nil) }
	}
	return r
}

// searched says which positions of a game as it was played have a score: all but those of the random opening.
func searched(g *Game) []bool {
	scored := make([]bool, len(g.Plies))
	for t := g.Opening; t < len(scored); t++ {
		scored[t] = true
	}
	return scored
}

// check reports the first thing about g that is not as the rules have it.
func (r *referee) check(g *Game) error {
	if want := r.source.Deal(g.Index); g.Deal != want {
		return fmt.Errorf("its deal is %v; the phrase's deal of that index is %v", g.Deal, want)
	}
	if r.table == nil {
		r.table = dealer.New(g.Deal, r.rules)
	}
	r.table.Reset(g.Deal, r.rules)
	r.fast.start(g.Deal)
	r.wanted = r.scored(g)
	for t := range g.Plies {
		if err := r.ply(g, t); err != nil {
			return fmt.Errorf("ply %d: %w", t, err)
		}
	}
	return checkVerdict(g, r.table.Verdict())
}

func (r *referee) ply(g *Game, t int) error {
	p := &g.Plies[t]
	if v := r.table.Verdict(); v.Over() {
		return fmt.Errorf("the game was already over: %v", v)
	}
	view := r.table.View(moverAt(t)).Position()
	if view.Pack() != *r.fast.view() {
		return errors.New("the two replays differ in the mover's view")
	}
	flags := p.Flags&(Tail|r.stray) | expectedFlags(view, p.Move)
	if t < g.Opening {
		flags |= Random
	}
	if !r.wanted[t] {
		flags |= Unscored
	}
	switch {
	case p.Flags != flags:
		return fmt.Errorf("flags %08b, want %08b", p.Flags, flags)
	case p.Flags&Unscored != 0 && p.Score != 0:
		return fmt.Errorf("score %d of a ply without one", p.Score)
	case t > 0 && g.Plies[t-1].Flags&Tail != 0 && p.Flags&Tail == 0:
		return errors.New("the adjudicated tail ends before the game does")
	case p.Flags&Tail != 0 && g.Reason == rules.Adjudicated:
		return errors.New("a tail in a game that ended by adjudication")
	}
	ply, _, err := r.fast.look(p.Move)
	if err != nil {
		return err
	}
	if _, err := r.table.Play(p.Move); err != nil {
		return err
	}
	r.fast.play(ply)
	return nil
}

// expectedFlags derives from the board what the flags of m must be; m need not be legal.
func expectedFlags(p *board.Position, m board.Move) Flags {
	var f Flags
	if !p.Checkers().Empty() {
		f |= InCheck
	}
	if p.IsReveal(m) {
		f |= Reveal
	}
	if p.IsCapture(m) {
		f |= Capture
		if p.At(m.To()).Kind() == board.FaceDown {
			f |= TakesHidden
		}
	}
	return f
}

// checkVerdict compares how g says it ended with what the rules say of its last position.
func checkVerdict(g *Game, v rules.Verdict) error {
	if v.Over() {
		if v.Outcome != g.Result || v.Reason != g.Reason {
			return fmt.Errorf("recorded as %v, the rules say %v", rules.Verdict{Outcome: g.Result, Reason: g.Reason}, v)
		}
		return nil
	}
	switch {
	case g.Reason < rules.Adjudicated:
		return fmt.Errorf("recorded as %v, but the game is not over", rules.Verdict{Outcome: g.Result, Reason: g.Reason})
	case g.Reason == rules.LengthLimit && g.Result != rules.Draw:
		return fmt.Errorf("cut by length, yet recorded as %v", g.Result)
	}
	return nil
}

// hashAll returns the SHA-256 of the parts one after the other.
func hashAll(parts [][]byte) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, p := range parts {
		h.Write(p)
	}
	h.Sum(sum[:0])
	return sum
}
