package notation

import (
	"fmt"

	"jieqi/engine/board"
)

// parsePool reads identities with their counts, such as "R2A1c5": any order, each letter once,
// a letter without digit counts one, "-" is the empty list.
func parsePool(field, s string) ([board.NumColors]board.Pool, error) {
	var pools [board.NumColors]board.Pool
	if s == "-" {
		return pools, nil
	}
	var named [board.NumColors][board.NumKinds]bool
	for i := 0; i < len(s); i++ {
		k, c, ok := identity(s[i])
		if !ok {
			return pools, &FENError{field, s, quote(s[i:i+1]) + " is no identity (want R A C P N B or r a c p n b)"}
		}
		if named[c][k] {
			return pools, &FENError{field, s, quote(s[i:i+1]) + " is named twice"}
		}
		named[c][k] = true
		n := byte(1)
		letter := s[i]
		if i+1 < len(s) && isDigit(s[i+1]) {
			i++
			n = s[i] - '0'
		}
		if n > board.FullCount[k] {
			return pools, &FENError{field, s, fmt.Sprintf("%d of %c, the set has %d", n, letter, board.FullCount[k])}
		}
		pools[c][k] = n
	}
	return pools, nil
}

// identity returns the kind and colour of a letter that a face-down piece can turn out to be.
func identity(b byte) (board.Kind, board.Color, bool) {
	k, c, ok := board.KindOfLetter(b)
	return k, c, ok && k != board.General && k != board.FaceDown
}
