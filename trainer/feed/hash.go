package feed

import (
	"crypto/sha256"
	"encoding/binary"
)

// seedOf derives random numbers for one purpose: the first four words of SHA-256 over the purpose
// and the given values.
func seedOf(purpose, content string, values ...uint64) (words [4]uint64) {
	h := sha256.New()
	h.Write([]byte(purpose + "\x00" + content + "\x00"))
	for _, v := range values {
		h.Write(binary.BigEndian.AppendUint64(nil, v))
	}
	sum := h.Sum(nil)
	for i := range words {
		words[i] = binary.BigEndian.Uint64(sum[8*i:])
	}
	return words
}

// mix stirs a word so that every input bit reaches every output bit (the finaliser of
// SplitMix64).
func mix(x uint64) uint64 {
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// mixAll folds words into one.
func mixAll(words ...uint64) uint64 {
	h := uint64(0x9e3779b97f4a7c15)
	for _, w := range words {
		h = mix(h ^ w)
	}
	return h
}
