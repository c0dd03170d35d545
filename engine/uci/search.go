package uci

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

// search carries out go: it starts a job that ends with a bestmove line.
func (s *session) search(args string) error {
	if s.refused != nil {
		return s.decline(args)
	}
	g := parseGo(strings.Fields(args), s.game.Position())
	for _, err := range g.errs {
		s.out.fail(err)
	}
	if g.perft > 0 {
		return s.startPerft(g.perft)
	}
	l := g.limits
	l.MultiPV = s.multiPV
	j := newSearchJob(l)
	r := &report{out: s.out, wdl: s.showWDL, reveals: s.reveals, hit: j.hit, again: s.engine.PonderHit}
	game := s.game.PlayedOn()
	s.start(j, func(ctx context.Context) { s.answer(ctx, game, l, r) })
	return nil
}

// answer searches and prints the bestmove, which an endless search holds back until stop.
func (s *session) answer(ctx context.Context, game *rules.Game, l rules.Limits, r *report) {
	p := game.Position()
	if !p.HasLegalMove() {
		r.out.printf("info depth 0 score mate 0")
		r.out.printf("bestmove (none)")
		return
	}
	r.root = p
	choice, err := s.engine.Search(ctx, game, l, r.info)
	if err != nil {
		r.out.fail(fmt.Errorf("go: %w", err))
		choice = rules.Choice{Move: p.LegalMoves(nil)[0]}
	}
	holdBack(ctx, l, r.hit)
	if l.Mate > 0 && !l.MateFound(choice.Score) {
		r.out.printf("info string no mate in %d found", l.Mate)
	}
	r.out.printf("bestmove %s%s", choice.Move, ponderText(p, choice))
}

func newSearchJob(l rules.Limits) *job {
	return &job{infinite: l.Infinite, pondering: l.Ponder, hit: make(chan struct{})}
}

// holdBack waits until bestmove may be said: after stop, or after ponderhit, if the search is one of that kind.
func holdBack(ctx context.Context, l rules.Limits, hit <-chan struct{}) {
	switch {
	case l.Infinite:
		<-ctx.Done()
	case l.Ponder:
		select {
		case <-ctx.Done():
		case <-hit:
		}
	}
}

// decline answers a go that follows a refused position: what is wrong, and no move, when a move would be due.
func (s *session) decline(args string) error {
	g := parseGo(strings.Fields(args), s.game.Position())
	if g.perft > 0 {
		return s.refused
	}
	s.out.fail(s.refused)
	l, j := g.limits, newSearchJob(g.limits)
	s.start(j, func(ctx context.Context) {
		holdBack(ctx, l, j.hit)
		s.out.printf("bestmove (none)")
	})
	return nil
}

// ponderText returns " ponder MOVE" when the position after both moves is certain: neither may
// turn a piece up or take one face down.
func ponderText(root *board.Position, c rules.Choice) string {
	if len(c.PV) < 2 || c.PV[0] != c.Move || !certain(root, c.Move) {
		return ""
	}
	p := *root
	var u board.Undo
	p.Make(c.Move, board.NoKind, &u)
	if !p.IsLegal(c.PV[1]) || !certain(&p, c.PV[1]) {
		return ""
	}
	return " ponder " + c.PV[1].String()
}

// certain reports whether no identity is turned up or taken by m.
func certain(p *board.Position, m board.Move) bool {
	victim := p.At(m.To())
	return !p.IsReveal(m) && (victim == board.NoPiece || victim.Kind() != board.FaceDown)
}

func (s *session) stop(string) error {
	if s.job != nil {
		s.job.cancel()
	}
	return nil
}

func (s *session) ponderHit(string) error {
	j := s.job
	if j == nil || !j.pondering {
		return errors.New("not pondering")
	}
	j.pondering = false
	close(j.hit) // before the engine is told: see report.info
	s.engine.PonderHit()
	return nil
}

// report prints the progress of one search.
type report struct {
	out     *output
	wdl     bool
	reveals bool // beside the lines that begin with one
	root    *board.Position
	hit     <-chan struct{} // closed by ponderhit
	again   func()          // tells the engine of it
}

// info prints one line, and what it says of a reveal. A ponderhit that came before the engine had begun would be lost: it is
// repeated at the first line after it.
func (r *report) info(i search.Info) {
	select {
	case <-r.hit:
		r.again()
	default:
	}
	r.out.printf("%s", infoText(i, r.root, r.wdl))
	if r.reveals && len(i.Outcomes) > 0 {
		r.out.printf("%s", revealText(i, r.root.Side()))
	}
}
