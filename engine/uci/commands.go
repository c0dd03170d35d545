package uci

import (
	"fmt"
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// identify answers uci.
func (s *session) identify(string) error {
	name := s.server.Name
	if name == "" {
		name = "jieqi"
	}
	s.out.printf("id name %s", name)
	s.out.printf("id author the jieqi authors")
	for _, o := range options {
		s.out.printf("option name %s %s", o.name, o.declare(s))
	}
	s.out.printf("uciok")
	return nil
}

func (s *session) ready(string) error {
	s.out.printf("readyok")
	return nil
}

// ignore accepts commands of the protocol that have nothing to do here.
func (s *session) ignore(string) error { return nil }

func (s *session) newGame(string) error {
	s.halt()
	s.game, s.refused = rules.NewGame(s.rules, board.StartPosition()), nil
	return s.engine.NewGame()
}

// position replaces the game. If anything is wrong with the new one, the old one stays to be looked at, but is not
// searched: a move for it would be taken for one in the position that was meant. A running search goes on: it has
// a copy.
func (s *session) position(args string) error {
	g, err := parsePosition(strings.Join(strings.Fields(args), " "), s.rules)
	if err != nil {
		s.refuse(err)
		return err
	}
	s.game, s.refused = g, nil
	return nil
}

// refuse remembers why the position that the peer means now is not known.
func (s *session) refuse(err error) { s.refused = fmt.Errorf("position: %w", err) }
