package notation

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"jieqi/engine/board"
)

// ByteOrderMark is what some editors put before a text.
const ByteOrderMark = "\ufeff"

// ParseFEN reads a position in any of the dialects. Missing counters mean "0 1"; a byte order mark
// before it is dropped. Every error is a *FENError.
func ParseFEN(s string) (*board.Position, error) {
	f, err := split(strings.TrimPrefix(s, ByteOrderMark))
	if err != nil {
		return nil, err
	}
	setup, err := f.setup()
	if err != nil {
		return nil, err
	}
	p, err := board.New(setup)
	if err != nil {
		return nil, f.refusal(err)
	}
	if err := f.checkCaptured(&setup); err != nil {
		return nil, err
	}
	return p, nil
}

// setup reads each field by itself; board.New judges them together.
func (f *fields) setup() (board.Setup, error) {
	var s board.Setup
	var err error
	if s.Pieces, err = parseBoard(f.board); err != nil {
		return s, err
	}
	switch f.side {
	case "w", "r":
		s.Side = board.Red
	case "b":
		s.Side = board.Black
	default:
		return s, &FENError{"side", f.side, `want "w" or "r" (red) or "b" (black)`}
	}
	if s.Pools, err = parsePool("pool", f.pool); err != nil {
		return s, err
	}
	if s.Halfmove, err = parseCounter("halfmove", f.halfmove); err != nil {
		return s, err
	}
	s.Fullmove, err = parseCounter("fullmove", f.fullmove)
	s.Fullmove = max(s.Fullmove, 1) // some programs count from 0
	return s, err
}

// refusal turns what the board says about a whole setup into an error about a field's text.
func (f *fields) refusal(err error) error {
	var bad *board.SetupError
	if !errors.As(err, &bad) {
		return &FENError{"board", f.board, err.Error()}
	}
	value := map[string]string{
		"board": f.board, "side": f.side, "pool": f.pool, "halfmove": f.halfmove, "fullmove": f.fullmove,
	}[bad.Field]
	return &FENError{bad.Field, value, bad.Reason}
}

// checkCaptured refuses a captured list that, with the pool and the face-up pieces, holds more
// of a kind than the set has. Nothing is subtracted: the pool already leaves these out.
func (f *fields) checkCaptured(s *board.Setup) error {
	taken, err := parsePool("captured", f.captured)
	if err != nil {
		return err
	}
	seen := taken
	for _, pc := range s.Pieces {
		if pc != board.NoPiece && pc.Kind() != board.FaceDown {
			seen[pc.Color()][pc.Kind()]++
		}
	}
	for c := range s.Pools {
		for _, k := range board.PoolKinds {
			n := seen[c][k] + s.Pools[c][k]
			if taken[c][k] > 0 && n > board.FullCount[k] {
				return &FENError{"captured", f.captured, fmt.Sprintf(
					"%d of %c on the board, in the pool and captured, the set has %d",
					n, board.MakePiece(board.Color(c), k).Letter(), board.FullCount[k])}
			}
		}
	}
	return nil
}

// parseBoard reads ten ranks, rank 9 first.
func parseBoard(s string) ([board.NumPoints]board.Piece, error) {
	var out [board.NumPoints]board.Piece
	ranks := strings.Split(s, "/")
	if len(ranks) != board.Ranks {
		return out, &FENError{"board", s, fmt.Sprintf("%d ranks, want %d", len(ranks), board.Ranks)}
	}
	for i, text := range ranks {
		rank := board.Ranks - 1 - i
		if err := parseRank(text, rank, out[rank*board.Files:][:board.Files]); err != nil {
			return out, err
		}
	}
	return out, nil
}

func parseRank(text string, rank int, out []board.Piece) error {
	n := 0
	put := func(pc board.Piece) {
		if n < len(out) {
			out[n] = pc
		}
		n++
	}
	for i := range len(text) {
		b := text[i]
		if '1' <= b && b <= '9' {
			for range b - '0' {
				put(board.NoPiece)
			}
			continue
		}
		k, c, ok := board.KindOfLetter(b)
		if !ok {
			return &FENError{"board", text, fmt.Sprintf("rank %d: %s is no piece", rank, quote(text[i:i+1]))}
		}
		put(board.MakePiece(c, k))
	}
	if n != len(out) {
		return &FENError{"board", text, fmt.Sprintf("rank %d has %d points, want %d", rank, n, len(out))}
	}
	return nil
}

// parseCounter reads a plain decimal number; board.New knows its range.
func parseCounter(field, s string) (int, error) {
	if strings.Trim(s, "0123456789") != "" {
		return 0, &FENError{field, s, "want a number in digits"}
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		return 0, &FENError{field, s, "too large"}
	}
	return n, nil
}

// FormatFEN writes p in the five-field form.
func FormatFEN(p *board.Position) string { return Dialect{}.Format(p) }

func appendRank(b []byte, rank []board.Piece) []byte {
	empty := byte(0)
	for _, pc := range rank {
		if pc == board.NoPiece {
			empty++
			continue
		}
		if empty > 0 {
			b = append(b, '0'+empty)
			empty = 0
		}
		b = append(b, pc.Letter())
	}
	if empty > 0 {
		b = append(b, '0'+empty)
	}
	return b
}
