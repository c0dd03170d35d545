package dataset

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// Part is a share of the deals.
type Part uint8

// The parts. Gate is the hold-out that only the gate and the quantisation report read; Validation
// serves curves, keeping the best and any tuning; Train is the rest.
const (
	Train Part = iota
	Validation
	Gate
	NumParts = int(iota)
)

var partNames = [NumParts]string{Train: "train", Validation: "validation", Gate: "gate"}

// String returns "train", "validation" or "gate".
func (p Part) String() string {
	if int(p) < len(partNames) {
		return partNames[p]
	}
	return "invalid part"
}

// ParsePart reads what String writes.
func ParsePart(name string) (Part, error) {
	i := slices.Index(partNames[:], name)
	if i < 0 {
		return 0, fmt.Errorf("no part is called %.40q: want train, validation or gate", name)
	}
	return Part(i), nil
}

// Split says how many of each thousand buckets of deals go where: the first Gate buckets to the
// gate, the next Validation to validation, the rest to training. In a [Set] of several salts, each of which puts
// a deal into a bucket, the lowest of them counts: a deal is held out if any salt says so.
type Split struct {
	Gate       int `toml:"gate" json:"gate"`             // per mille
	Validation int `toml:"validation" json:"validation"` // per mille
}

// DefaultSplit keeps 20 ‰ each out of training.
var DefaultSplit = Split{Gate: 20, Validation: 20}

// Check reports shares that are negative or leave nothing to train on.
func (s Split) Check() error {
	switch {
	case s.Gate < 0:
		return fmt.Errorf("split: a gate share of %d per mille is negative", s.Gate)
	case s.Validation < 0:
		return fmt.Errorf("split: a validation share of %d per mille is negative", s.Validation)
	case s.Gate >= buckets || s.Validation >= buckets-s.Gate: // their sum may be too large for an int
		return fmt.Errorf("split: gate %d and validation %d per mille leave nothing for training",
			s.Gate, s.Validation)
	}
	return nil
}

// Part returns the part that samples with the given deal key belong to.
func (s Split) Part(dealKey uint64) Part {
	switch b := Bucket(dealKey); {
	case b < s.Gate:
		return Gate
	case b < s.Gate+s.Validation:
		return Validation
	}
	return Train
}

const buckets = 1000

// Bucket returns the bucket of a deal key, 0 to 999.
func Bucket(dealKey uint64) int { return int(dealKey % buckets) }

// dealKey is the first eight bytes, big-endian, of SHA-256(salt ‖ 0 ‖ packed deal, big-endian).
func dealKey(salt string, packed uint64) uint64 {
	buf := make([]byte, 0, 64)
	buf = append(append(buf, salt...), 0)
	buf = binary.BigEndian.AppendUint64(buf, packed)
	sum := sha256.Sum256(buf)
	return binary.BigEndian.Uint64(sum[:])
}

// lowestKey returns the key by which a deal takes sides in a set of several salts: of its keys under each, that in
// the lowest bucket, and the first of those. With one salt it is dealKey.
func lowestKey(salts []string, packed uint64) uint64 {
	lowest := dealKey(salts[0], packed)
	for _, salt := range salts[1:] {
		if key := dealKey(salt, packed); Bucket(key) < Bucket(lowest) {
			lowest = key
		}
	}
	return lowest
}
