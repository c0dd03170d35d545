package uci

import (
	"strings"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// identify answers uci.
func (s *session) identify([]string) error {
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

func (s *session) ready([]string) error {
	s.out.printf("readyok")
	return nil
}

// ignore accepts commands of the protocol that have nothing to do here.
func (s *session) ignore([]string) error { return nil }

func (s *session) newGame([]string) error {
	s.halt()
	s.game = rules.NewGame(s.rules, board.StartPosition())
	return s.engine.NewGame()
}

// position replaces the game, or keeps the one it had if anything is wrong with the new one. A
// running search goes on: it has a copy.
func (s *session) position(args []string) error {
	g, err := parsePosition(strings.Join(args, " "), s.rules)
	if err != nil {
		return err
	}
	s.game = g
	return nil
}
