package crosscheck

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/plain"
	"jieqi/engine/rules"
)

// checker plays games one after the other, in step through the dealer and through plain.
type checker struct {
	source deal.Source
	rules  rules.Rules
	start  string // FEN

	table  *dealer.Table
	slow   *plain.Game
	played []string // moves so far, all identities named
	fast   []board.Move
	codes  [2][]uint16 // legal moves of the two sides of the comparison
}

func newChecker(source deal.Source, r rules.Rules) *checker {
	return &checker{
		source: source,
		rules:  r,
		start:  notation.FormatFEN(board.StartPosition()),
		table:  dealer.New(source.Deal(0), r),
	}
}

// game plays and checks game i. A disagreement is part of the result and no error.
func (c *checker) game(ctx context.Context, i uint64) (result, error) {
	r := result{index: i}
	d := c.source.Deal(i)
	if err := c.begin(d); err != nil {
		return r, err
	}
	choose := newChooser(c.source.Stream("crosscheck", i), i%restlessEvery == restlessEvery-1)
	for {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		verdict, wrong := c.compare()
		r.moves++
		r.verdicts[verdict.Reason]++
		if wrong == "" && !choose.goesOn(verdict) {
			return r, nil
		}
		if wrong == "" {
			wrong = c.play(choose.move(c.table.Public(), c.fast))
		}
		if wrong != "" {
			r.disagreement = fmt.Sprintf("game %d after %d plies: %s\ndeal  %s\nmoves %s",
				i, len(c.played), wrong, d, strings.Join(c.played, " "))
			return r, nil
		}
	}
}

// begin sets both sides to the start of a game.
func (c *checker) begin(d deal.Deal) (err error) {
	c.table.Reset(d, c.rules)
	c.played = c.played[:0]
	if c.slow, err = plain.NewGame(c.start, c.rules.NoCaptureLimit); err != nil {
		return fmt.Errorf("plain: %w", err)
	}
	return nil
}

// play makes the move on both sides and says what went wrong, if anything did.
func (c *checker) play(m board.Move) string {
	before := *c.table.Public().Position()
	ply, err := c.table.Play(m)
	if err != nil {
		return "dealer: " + err.Error()
	}
	text := notation.FormatPly(&before, ply)
	c.played = append(c.played, text)
	if err := c.slow.Play(text); err != nil {
		return "plain: " + err.Error()
	}
	return ""
}

// compare lists the legal moves into c.fast, and says in what the two sides differ, if in anything.
func (c *checker) compare() (verdict rules.Verdict, wrong string) {
	verdict = c.table.Verdict()
	for v, view := range [...]*rules.Game{c.table.Public(), c.table.View(board.Red), c.table.View(board.Black)} {
		if fast, slow := notation.FormatFEN(view.Position()), c.slow.FEN(plain.View(v)); fast != slow {
			return verdict, fmt.Sprintf("view %d is %s, plain says %s", v, fast, slow)
		}
	}
	if wrong = c.compareMoves(); wrong != "" {
		return verdict, wrong
	}
	outcome, reason := c.slow.Verdict()
	if outcome != verdict.Outcome.String() || reason != verdict.Reason.String() {
		return verdict, fmt.Sprintf("verdict is %s (%s), plain says %s (%s)", verdict.Outcome, verdict.Reason, outcome, reason)
	}
	return verdict, ""
}

// compareMoves lists the legal moves twice.
func (c *checker) compareMoves() string {
	c.fast = c.table.Public().Position().LegalMoves(c.fast[:0])
	fast, slow := c.codes[0][:0], c.codes[1][:0]
	for _, m := range c.fast {
		fast = append(fast, uint16(m.From())<<8|uint16(m.To()))
	}
	for _, m := range c.slow.Legal() {
		slow = append(slow, uint16(m.From)<<8|uint16(m.To))
	}
	slices.Sort(fast)
	slices.Sort(slow)
	c.codes = [2][]uint16{fast, slow}
	if slices.Equal(fast, slow) {
		return ""
	}
	return fmt.Sprintf("legal moves are %v, plain says %v", c.fast, c.slow.Legal())
}
