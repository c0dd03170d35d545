package deal

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
)

// Stream is a reproducible sequence of random integers, fixed by a phrase, a label and an index.
// Not safe for concurrent use.
type Stream struct {
	input   []byte // label ‖ seed ‖ index ‖ counter of the next digest
	counter uint64
	digest  [sha256.Size]byte
	used    int // bytes of digest already given out
}

func newStream(label, seed string, i uint64) *Stream {
	input := make([]byte, 0, len(label)+len(seed)+16)
	input = append(input, label...)
	input = append(input, seed...)
	input = binary.BigEndian.AppendUint64(input, i)
	input = binary.BigEndian.AppendUint64(input, 0)
	return &Stream{input: input, used: sha256.Size}
}

// Uint64 returns the next 64 bits.
func (s *Stream) Uint64() uint64 {
	if s.used == sha256.Size {
		binary.BigEndian.PutUint64(s.input[len(s.input)-8:], s.counter)
		s.digest = sha256.Sum256(s.input)
		s.counter++
		s.used = 0
	}
	x := binary.BigEndian.Uint64(s.digest[s.used:])
	s.used += 8
	return x
}

// Uintn returns an unbiased number in [0, n). It panics if n is 0.
func (s *Stream) Uintn(n uint64) uint64 {
	excess := -n % n // 2^64 mod n: so many of the largest values would favour small results
	for {
		if x := s.Uint64(); x <= math.MaxUint64-excess {
			return x % n
		}
	}
}
