package revealprice

import (
	"errors"
	"fmt"

	"jieqi/dataset/durable"
	"jieqi/engine/score"
)

// Audited is an audited reveal, a line of the journal. Values are centipawns in the view of the side that reveals.
type Audited struct {
	Reveal  int         `json:"reveal"` // number in the study
	Games   string      `json:"games"`  // method whose game it is of
	Game    uint64      `json:"game"`   // index among them
	Ply     int         `json:"ply"`    // of that game, from 0
	FEN     string      `json:"fen"`    // what the side that reveals knew
	Move    string      `json:"move"`
	Alpha   score.Value `json:"alpha"` // of the best other move
	Other   string      `json:"other"` // that move
	Letters []string    `json:"letters"`
	Copies  []int32     `json:"copies"` // of each identity left in the pool, the likeliest first
	Prices  []Priced    `json:"prices"` // by method
	True    Reference   `json:"true"`
	Small   Reference   `json:"small_table"`
	Star1   Reference   `json:"star1"` // inner reveals by star1; empty where not asked for or not affordable
}

// Priced is what a method said.
type Priced struct {
	Value   score.Value    `json:"value"`
	Depth   int            `json:"depth"` // reached; 0: nothing was
	Nodes   uint64         `json:"nodes"`
	Seconds float64        `json:"seconds"`
	Counted []*score.Value `json:"counted"` // by identity; null where it was not looked at
}

// Reference is the value of each identity.
type Reference []score.Value

// openJournal opens the journal at path and checks what is in it.
func openJournal(path string) (*durable.Journal, []Audited, error) {
	file, list, err := durable.OpenJournal[Audited](path)
	if err != nil {
		return nil, nil, fmt.Errorf("journal of the audit: %w", err)
	}
	seen := map[int]bool{}
	for i := range list {
		a := &list[i]
		if !a.whole() || seen[a.Reveal] {
			err := fmt.Errorf("%s: line %d: not an audited reveal, or one that is there twice; remove that line to have it audited again", path, i+1)
			return nil, nil, errors.Join(err, file.Close())
		}
		seen[a.Reveal] = true
	}
	return file, list, nil
}

// whole reports whether a has all that a report reads of it.
func (a *Audited) whole() bool {
	n := len(a.Copies)
	if a.Reveal < 0 || n == 0 || len(a.Letters) != n || len(a.True) != n || len(a.Prices) != len(methods) {
		return false
	}
	for i := range a.Prices {
		if len(a.Prices[i].Counted) != n {
			return false
		}
	}
	for _, copies := range a.Copies {
		if copies < 1 {
			return false
		}
	}
	for _, r := range []Reference{a.Small, a.Star1} {
		if len(r) != 0 && len(r) != n {
			return false
		}
	}
	return true
}
