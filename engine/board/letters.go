package board

import "strings"

const kindLetters = "KABNRCPX" // in the order of Kind

// Letter returns the upper-case letter of k: K A B N R C P, X for FaceDown, or '-' for NoKind.
func (k Kind) Letter() byte {
	if int(k) >= len(kindLetters) {
		return '-'
	}
	return kindLetters[k]
}

// String returns the kind's letter as text.
func (k Kind) String() string { return string(rune(k.Letter())) }

// Letter returns the piece's letter: upper case Red, lower case Black, '.' for NoPiece.
func (p Piece) Letter() byte {
	if p >= NoPiece {
		return '.'
	}
	if p.Color() == Black {
		return p.Kind().Letter() + 'a' - 'A'
	}
	return p.Kind().Letter()
}

// String returns the piece's letter as text.
func (p Piece) String() string { return string(rune(p.Letter())) }

// KindOfLetter returns the kind and colour that a letter names (X and x included);
// ok is false when it names none.
func KindOfLetter(b byte) (kind Kind, color Color, ok bool) {
	if b >= 'a' && b <= 'z' {
		b, color = b-('a'-'A'), Black
	}
	i := strings.IndexByte(kindLetters, b)
	if i < 0 {
		return NoKind, Red, false
	}
	return Kind(i), color, true
}
