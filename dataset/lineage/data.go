package lineage

import (
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// buckets is how many a salt puts deals into: shares are per mille.
const buckets = 1000

// Data is games by where their deals come from, and how they are split: each salt puts a deal into one of a thousand
// buckets. A deal is the gate's if any of the salts puts it among the first Gate of them; if none does, it is
// validation's if any puts it among the next Validation. Package dataset splits by the same rule.
type Data struct {
	Phrases    []string `json:"phrases"`    // that the deals follow from; sorted, each once
	Salts      []string `json:"salts"`      // of the split by deal; sorted, each once
	Gate       int      `json:"gate"`       // per mille; withheld from training
	Validation int      `json:"validation"` // per mille; not trained on, but the best parameters are chosen by it
}

// New returns the data of some phrases and salts, in any order, and a split.
func New(phrases, salts []string, gate, validation int) Data {
	return Data{Phrases: distinct(phrases), Salts: distinct(salts), Gate: gate, Validation: validation}
}

// distinct returns the texts among all, sorted, each once.
func distinct(all []string) []string {
	return slices.Compact(slices.Sorted(slices.Values(all)))
}

// check reports what New makes impossible, and shares beyond the whole.
func (d *Data) check() error {
	for _, texts := range [][]string{d.Phrases, d.Salts} {
		if len(texts) == 0 {
			return errors.New("data without a phrase or without a salt")
		}
		for i, text := range texts {
			if !utf8.ValidString(text) {
				return fmt.Errorf("%q is not UTF-8", text)
			}
			if i > 0 && texts[i-1] >= text {
				return fmt.Errorf("%q behind %q: want them sorted, each once", text, texts[i-1])
			}
		}
	}
	if d.Gate < 0 || d.Validation < 0 || d.Gate > buckets || d.Validation > buckets-d.Gate {
		return fmt.Errorf("a split of gate %d and validation %d per mille", d.Gate, d.Validation)
	}
	return nil
}

// sameSplit reports whether a and b withhold the same deals of the same phrases.
func sameSplit(a, b *Data) bool {
	return slices.Equal(a.Salts, b.Salts) && a.Gate == b.Gate && a.Validation == b.Validation
}

// compare orders data by split.
func compare(a, b Data) int {
	if c := slices.Compare(a.Salts, b.Salts); c != 0 {
		return c
	}
	return slices.Compare([]int{a.Gate, a.Validation}, []int{b.Gate, b.Validation})
}

// seen returns why deals of the gate's share of h may have been trained on in d, nil if none can have been.
func (d *Data) seen(h *Data) error {
	phrase := slices.IndexFunc(h.Phrases, func(p string) bool { return slices.Contains(d.Phrases, p) })
	if phrase < 0 || h.Gate == 0 {
		return nil
	}
	const way = "or give games of another phrase"
	for _, salt := range h.Salts {
		if !slices.Contains(d.Salts, salt) {
			return fmt.Errorf("%w of phrase %q: that training withheld deals by salt %q, the hold-out takes others by salt %q; "+
				"take games of that salt alone, %s", ErrSeen, h.Phrases[phrase], d.Salts, salt, way)
		}
	}
	if h.Gate > d.Gate {
		return fmt.Errorf("%w of phrase %q: that training withheld %d per mille of the deals, the hold-out takes %d; "+
			"take no more than were withheld (--gate-share, split.gate), %s", ErrSeen, h.Phrases[phrase], d.Gate, h.Gate, way)
	}
	return nil
}
