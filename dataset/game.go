package dataset

import (
	"errors"
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// MaxPlies is the most plies a recorded game may have. Under the longest no-capture limit of the
// presets a game cannot reach 4,000.
const MaxPlies = 4096

// Flags say what kind of ply a recorded ply is. Bits not named here are zero in a shard.
type Flags uint8

// The flags. All but Random, Tail and Unscored follow from the deal and the moves; [Verify] checks those.
const (
	InCheck     Flags = 1 << iota // the mover was in check
	Capture                       // the move took a piece
	Reveal                        // the move turned the mover up
	Random                        // the move was drawn at random
	Tail                          // played after the adjudicator had decided a game that was played out
	TakesHidden                   // the piece taken was face down
	Unscored                      // no search gave the position a score: it is zero, and nothing learns from it
	storedFlags       = InCheck | Capture | Reveal | Random | Tail | TakesHidden | Unscored

	// ScoreOnly marks, in samples alone, that the result says nothing beyond the score: tails, random
	// moves, and every ply of a game cut by length or forfeited.
	ScoreOnly Flags = 1 << 7
)

// Names lists the stable names of the flags that are set, such as "in_check"; ScoreOnly has none.
func (f Flags) Names() []string {
	var names []string
	for _, known := range flagNames {
		if f&known.flag != 0 {
			names = append(names, known.name)
		}
	}
	return names
}

// onDisk returns f as blocks and the content hash have it, and f of what they have: it is its own inverse.
// There, bit 6 is set where having a score is not what Random says: random moves have none and all others
// have one unless it is set. So games as they were played have the bytes that version 1 gave them.
func (f Flags) onDisk() Flags { return f ^ f&Random*(Unscored/Random) }

// Ply is one recorded move.
type Ply struct {
	Move  board.Move
	Score score.Value // the mover's own, in its own view; mates as package score writes them; zero when Unscored
	Flags Flags
}

// Game is one recorded game. What its pieces turn out to be follows from Deal and Plies.
type Game struct {
	Index   uint64 // of the game among those of its phrase; a self-play game plays the deal of the same index
	Deal    deal.Deal
	Opening int // number of random plies at the start
	Result  rules.Outcome
	Reason  rules.Reason
	Plies   []Ply
}

// AppendCanonical appends the bytes that the content hash covers: index u64, deal u64 (as
// deal.Pack), opening u8, result u8, reason u8, plies u16, then per ply move u16, score i16, flags
// u8; little-endian. Bit 6 of the flags is set where a random move has a score or another has none.
func (g *Game) AppendCanonical(dst []byte) []byte {
	r := record{Index: g.Index, Packed: g.Deal.Pack(), Opening: g.Opening, Result: g.Result, Reason: g.Reason,
		Plies: g.Plies}
	return r.appendCanonical(dst)
}

// unscored counts the plies without a score.
func (g *Game) unscored() (n uint64) {
	for i := range g.Plies {
		if g.Plies[i].Flags&Unscored != 0 {
			n++
		}
	}
	return n
}

// check reports what in g cannot be written to a shard. It does not look at the rules.
func (g *Game) check() error {
	switch {
	case !g.Deal.Complete():
		return errors.New("the deal is not complete")
	case len(g.Plies) > MaxPlies:
		return fmt.Errorf("%d plies, more than %d", len(g.Plies), MaxPlies)
	case g.Opening < 0 || g.Opening > min(len(g.Plies), 255):
		return fmt.Errorf("opening of %d plies in a game of %d", g.Opening, len(g.Plies))
	}
	if err := checkEnd(g.Result, g.Reason); err != nil {
		return err
	}
	for i := range g.Plies {
		if err := g.Plies[i].check(); err != nil {
			return fmt.Errorf("ply %d: %w", i, err)
		}
	}
	return nil
}

// checkVersion reports what in g a shard of a format version cannot say.
func (g *Game) checkVersion(version int) error {
	for i := range g.Plies {
		if version < 2 && g.Plies[i].Flags.onDisk()&Unscored != 0 {
			return fmt.Errorf("ply %d: only rescored games and those with stray moves have scores of random moves, or other moves without", i)
		}
	}
	return nil
}

func (p *Ply) check() error {
	switch {
	case p.Move.From() >= board.NoPoint || p.Move.To() >= board.NoPoint || p.Move.From() == p.Move.To():
		return errors.New("no move")
	case p.Move != board.MakeMove(p.Move.From(), p.Move.To()):
		return fmt.Errorf("move %#04x has bits beyond its points", uint16(p.Move))
	case p.Score >= score.Infinity || p.Score <= -score.Infinity:
		return fmt.Errorf("score %d out of range", p.Score)
	case p.Flags&^storedFlags != 0:
		return fmt.Errorf("flags %#02x unknown", uint8(p.Flags&^storedFlags))
	}
	return nil
}

// checkEnd reports a result or reason that no finished game has.
func checkEnd(result rules.Outcome, reason rules.Reason) error {
	switch {
	case result != rules.RedWins && result != rules.BlackWins && result != rules.Draw:
		return fmt.Errorf("result %q is not that of a finished game", result)
	case reason == rules.None || int(reason) >= rules.NumReasons:
		return fmt.Errorf("reason %q is not that of a finished game", reason)
	}
	return nil
}
