package deal

import (
	"crypto/sha256"
	"encoding/hex"

	"jieqi/engine/board"
)

// seedDigits is the length of a seed in hex digits.
const seedDigits = 12

// dealLabel is the label of the streams that deals are made from; other uses of a source take other labels.
const dealLabel = "deal"

// Source makes deals and streams from one phrase. It is a value, safe for concurrent use.
type Source struct {
	seed string // the hex digits that stand for the phrase
}

// NewSource returns the source of a phrase.
func NewSource(phrase string) Source {
	sum := sha256.Sum256([]byte(phrase))
	return Source{hex.EncodeToString(sum[:])[:seedDigits]}
}

// Stream returns the random sequence number i under a label such as "opening".
// Label "deal" gives the integers that deal i was made from.
func (s Source) Stream(label string, i uint64) *Stream { return newStream(label, s.seed, i) }

// Deal returns deal number i; all deals are equally likely.
func (s Source) Deal(i uint64) Deal {
	var d Deal
	random := s.Stream(dealLabel, i)
	for side := range board.NumColors {
		shuffle(random, d.kinds[side*perSide:(side+1)*perSide])
	}
	return d
}

// shuffle fills kinds with the fifteen identities of a side in random order.
func shuffle(random *Stream, kinds []board.Kind) {
	n := 0
	for _, k := range board.PoolKinds {
		for range board.FullCount[k] {
			kinds[n] = k
			n++
		}
	}
	for j := len(kinds) - 1; j > 0; j-- {
		k := random.Uintn(uint64(j) + 1)
		kinds[j], kinds[k] = kinds[k], kinds[j]
	}
}
