package notation

import "strings"

// fields are the texts of a FEN's parts, whatever dialect they came in.
type fields struct {
	board, side, pool, captured, halfmove, fullmove string
}

// split tells the dialects apart by the place of the side to move and the number of fields:
//
//	board side pool [halfmove fullmove]              ours
//	board side pool captured [halfmove fullmove]     six fields
//	board pool side - - [halfmove fullmove]          seven fields
func split(fen string) (fields, error) {
	f := strings.FieldsFunc(fen, func(r rune) bool { return r == ' ' || r == '\t' })
	for i, name := range [...]string{"board", "side", "pool"} {
		if len(f) <= i {
			return fields{}, &FENError{name, "", "missing"}
		}
	}
	if sideIsThird(f) {
		return splitSeven(f)
	}
	out := fields{board: f[0], side: f[1], pool: f[2], captured: "-"}
	rest := f[3:]
	if hasCaptured(rest) {
		out.captured, rest = rest[0], rest[1:]
	}
	return out, out.counters(rest)
}

// sideIsThird reports the seven-field dialect. A pool may itself be "b" or "r" (one black elephant or chariot),
// so where both fields could be the side the two dashes decide.
func sideIsThird(f []string) bool {
	if !isSide(f[2]) {
		return false
	}
	return !isSide(f[1]) || len(f) >= 5 && f[3] == "-" && f[4] == "-"
}

func isSide(s string) bool { return s == "w" || s == "r" || s == "b" }

func splitSeven(f []string) (fields, error) {
	out := fields{board: f[0], pool: f[1], side: f[2], captured: "-"}
	rest := f[3:]
	if len(rest) == 0 {
		return out, out.counters(rest)
	}
	for i := range 2 {
		if len(rest) <= i {
			return out, &FENError{"captured", "", "missing: this form has two dashes after the side"}
		}
		if rest[i] != "-" {
			return out, &FENError{"captured", rest[i], "this form has two dashes after the side"}
		}
	}
	return out, out.counters(rest[2:])
}

// hasCaptured reports whether the fields after the pool begin with a list of captured
// identities. Two fields are always the counters.
func hasCaptured(rest []string) bool {
	return len(rest) != 0 && len(rest) != 2 && !isDigit(rest[0][0])
}

// counters takes the last two fields, both there or both missing.
func (out *fields) counters(rest []string) error {
	switch len(rest) {
	case 0:
		out.halfmove, out.fullmove = "0", "1"
		return nil
	case 1:
		return &FENError{"fullmove", "", "missing after halfmove " + quote(rest[0])}
	case 2:
		out.halfmove, out.fullmove = rest[0], rest[1]
		return nil
	default:
		return &FENError{"trailing text", strings.Join(rest[2:], " "), "nothing may follow the last field"}
	}
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }
