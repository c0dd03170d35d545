package notation

import "strconv"

// FENError says which field of a FEN was refused and why.
type FENError struct {
	Field  string // "board", "side", "pool", "captured", "halfmove", "fullmove", or "trailing text"
	Value  string // the text of that field, or of the one rank at fault
	Reason string
}

// Error returns `fen: FIELD "VALUE": REASON`.
func (e *FENError) Error() string {
	return "fen: " + e.Field + " " + quote(e.Value) + ": " + e.Reason
}

// PlyError says which move text was refused and why. It does not know the move's place in a
// list; whoever reads the list adds it.
type PlyError struct {
	Text   string
	Reason string
}

// Error returns `"TEXT": REASON`.
func (e *PlyError) Error() string { return quote(e.Text) + ": " + e.Reason }

// maxQuoted keeps an error about hostile input to one short line.
const maxQuoted = 100 // bytes

func quote(s string) string {
	if len(s) <= maxQuoted {
		return strconv.Quote(s)
	}
	return strconv.Quote(s[:maxQuoted]) + "…"
}
