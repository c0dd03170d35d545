package play

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"jieqi/cmd/internal/wire"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// What a person may be told about an answer that cannot be followed.
var (
	ErrOver    = errors.New("the game is over")
	ErrNotNow  = errors.New("it is not your move")
	ErrIllegal = errors.New("that move is not legal")
	ErrNoBack  = errors.New("nothing can be taken back here")
)

var errStopped = errors.New("the game was stopped")

// Session is one game.
type Session struct {
	hall     *Hall
	opponent *Opponent
	colour   board.Color
	rules    rules.Rules
	deal     deal.Deal

	command sync.Mutex // held by one command at a time
	stop    context.CancelCauseFunc
	done    chan struct{} // closed when the referee has stopped

	mu        sync.Mutex
	saved     *saved
	sheet     *sheet
	asked     *question // nil: the player is not asked
	waiting   int
	failure   string
	used      time.Time
	aside     bool // put aside by the hall: whoever still holds it may look and do nothing
	listeners map[chan struct{}]bool
}

// question is the referee's, to the player.
type question struct {
	view   *rules.Game
	answer chan board.Move
}

// seat makes the session of a kept or a new game, which then begins.
func (h *Hall) seat(g *saved) (*Session, error) {
	s := &Session{hall: h, saved: g, waiting: -1, listeners: map[chan struct{}]bool{}, deal: deal.NewSource(g.Phrase).Deal(0)}
	var err error
	if s.rules, err = rules.Preset(g.Rules); err != nil {
		return nil, err
	}
	i := slices.IndexFunc(h.opponents, func(o Opponent) bool { return o.Name == g.Opponent && o.Hash == g.OpponentHash })
	if i < 0 {
		return nil, fmt.Errorf("the opponent %s of this game was not given when the server started", g.Opponent)
	}
	s.opponent = &h.opponents[i]
	if g.Colour == board.Black.String() {
		s.colour = board.Black
	}
	s.sheet, err = s.replay(g.Moves)
	return s, err
}

// replay plays moves on a table of its own and returns the sheet.
func (s *Session) replay(moves []string) (*sheet, error) {
	table, out := dealer.New(s.deal, s.rules), newSheet(s.colour)
	for i, text := range moves {
		m, err := parseMove(text)
		if err != nil {
			return nil, fmt.Errorf("move %d of a kept game: %w", i+1, err)
		}
		ply, err := table.Play(m)
		if err != nil {
			return nil, fmt.Errorf("a kept game: %w", err)
		}
		out.add(table, ply)
	}
	return out, nil
}

// begin sets the referee to work on the game as it stands.
func (s *Session) begin() {
	ctx, stop := context.WithCancelCause(s.hall.ctx)
	s.stop, s.done = stop, make(chan struct{})
	if s.saved.Verdict != nil {
		close(s.done)
		return
	}
	opening := make([]board.Move, 0, len(s.saved.Moves))
	for _, text := range s.saved.Moves {
		m, _ := parseMove(text) // replay has read it
		opening = append(opening, m)
	}
	go s.referee(ctx, opening, s.done)
}

// referee plays the game to its end, or until ctx ends.
func (s *Session) referee(ctx context.Context, opening []board.Move, done chan struct{}) {
	defer close(done)
	var players [board.NumColors]referee.Player
	players[s.colour], players[s.colour.Other()] = person{s}, machine{s}
	cfg := referee.Config{Rules: s.rules, Opening: opening, Watch: s.watch}
	record, err := referee.Play(ctx, cfg, s.deal, players[board.Red], players[board.Black])
	if err != nil && ctx.Err() != nil {
		return // kept as it stands
	}
	s.change(func() {
		s.asked, s.waiting = nil, -1
		if err != nil {
			s.hall.log("game %s: %v", s.saved.ID, err)
			s.failure = "the opponent failed; the game is kept and can be gone on with"
			return
		}
		if record.Forfeit != "" {
			s.hall.log("game %s: %s", s.saved.ID, record.Forfeit)
		}
		s.saved.Verdict = &Verdict{record.Verdict.Outcome, record.Verdict.Reason.String()}
		s.keep()
	})
}

// watch follows the referee's game.
func (s *Session) watch(t *dealer.Table, p referee.Played) {
	if p.Flags.Has(referee.Opening) {
		return // replayed before
	}
	s.change(func() {
		s.saved.Moves = append(s.saved.Moves, p.Ply.Move.String())
		s.sheet.add(t, p.Ply)
		s.waiting = -1
		s.keep()
	})
}

// change does something to the game and shows it.
func (s *Session) change(do func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	do()
	for l := range s.listeners {
		select {
		case l <- struct{}{}:
		default: // it has not looked yet, and will see this too
		}
	}
}

// keep writes the game down. A full disk does not end a game.
func (s *Session) keep() {
	s.failure = ""
	if err := s.hall.archive.keep(s.saved); err != nil {
		s.hall.log("game %s is not kept: %v", s.saved.ID, err)
		s.failure = "the server could not write the game down: it is lost when the server stops"
	}
}

// State returns what the player may be shown now.
func (s *Session) State() State {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.used = s.hall.now()
	return s.state()
}

// Watch returns a channel that says when there is a new State, and what ends that.
func (s *Session) Watch() (changed <-chan struct{}, end func()) {
	c := make(chan struct{}, 1)
	s.mu.Lock()
	s.listeners[c] = true
	s.mu.Unlock()
	return c, func() {
		s.mu.Lock()
		delete(s.listeners, c)
		s.mu.Unlock()
	}
}

// Move answers for the player.
func (s *Session) Move(m board.Move) error {
	s.command.Lock()
	defer s.command.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.saved.Verdict != nil:
		return ErrOver
	case s.asked == nil:
		return ErrNotNow
	case !s.asked.view.Position().IsLegal(m):
		return ErrIllegal
	}
	s.asked.answer <- m
	s.asked = nil
	return nil
}

// Resign ends the game in the opponent's favour.
func (s *Session) Resign() error {
	s.command.Lock()
	defer s.command.Unlock()
	s.halt()
	err := ErrOver
	s.change(func() {
		if s.saved.Verdict == nil && !s.aside {
			s.saved.Verdict, err = &Verdict{rules.WinFor(s.colour.Other()), resignation}, nil
			s.keep()
		}
	})
	return err
}

// Revive goes on with a game whose opponent failed.
func (s *Session) Revive() {
	s.command.Lock()
	defer s.command.Unlock()
	select {
	case <-s.done:
	default:
		return // it goes on
	}
	failed := false
	s.change(func() {
		failed = s.failure != "" && s.saved.Verdict == nil && !s.aside
		if failed {
			s.failure = ""
		}
	})
	if failed {
		s.begin()
	}
}

// halt stops the referee and waits until it has stopped.
func (s *Session) halt() {
	s.stop(errStopped)
	<-s.done
	s.mu.Lock()
	s.asked, s.waiting = nil, -1
	s.mu.Unlock()
}

// canTakeBack reports whether the player has a move to take back.
func (s *Session) canTakeBack() bool {
	return s.saved.Practice && s.saved.Verdict == nil && !s.aside && len(s.saved.Moves) > int(s.colour)
}

// TakeBack goes back to the player's last move before now, in a practice game.
func (s *Session) TakeBack() error {
	s.command.Lock()
	defer s.command.Unlock()
	s.mu.Lock()
	possible := s.canTakeBack()
	s.mu.Unlock()
	if !possible {
		return ErrNoBack
	}
	s.halt()
	var err error
	s.change(func() {
		if s.saved.Verdict != nil { // it ended meanwhile
			err = ErrOver
			return
		}
		plies := len(s.saved.Moves) - 1
		if plies%2 != int(s.colour) {
			plies--
		}
		var back *sheet
		if back, err = s.replay(s.saved.Moves[:plies]); err != nil {
			return
		}
		s.sheet, s.saved.Moves = back, slices.Clone(s.saved.Moves[:plies])
		s.saved.Thoughts = before(s.saved.Thoughts, plies)
		s.keep()
	})
	if s.saved.Verdict == nil {
		s.begin()
	}
	return err
}

// Hint searches what the player knows.
func (s *Session) Hint(ctx context.Context) (wire.Choice, error) {
	s.mu.Lock()
	if s.asked == nil {
		s.mu.Unlock()
		return wire.Choice{}, ErrNotNow
	}
	view := s.asked.view.Clone()
	s.mu.Unlock()
	leave, err := s.hall.desk.Enter(ctx, nil)
	if err != nil {
		return wire.Choice{}, err
	}
	c, err := s.hall.adviser.Choose(ctx, view, engine.Skill{Level: engine.MaxSkill})
	leave()
	if err != nil {
		return wire.Choice{}, err
	}
	s.change(func() {
		s.saved.Hints++
		s.keep()
	})
	return wire.ChoiceOf(c), nil
}
