package lineage

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// Why a hold-out is refused.
var (
	ErrSeen    = errors.New("trained on deals of the hold-out")
	ErrUnknown = errors.New("its file does not say all that it was trained on")
)

// Lineage is what a network comes from. The zero value vouches for nothing. Lineages share memory and are never changed.
type Lineage struct {
	Complete bool   `json:"complete"`       // nothing else was trained on
	Data     []Data `json:"data,omitempty"` // by split, each split once
}

// None returns the lineage of what was never trained on games.
func None() Lineage { return Lineage{Complete: true} }

// IsZero reports whether l says nothing at all, as encoding/json asks.
func (l Lineage) IsZero() bool { return !l.Complete && len(l.Data) == 0 }

// With returns the lineage of what has l and is trained on d further.
func (l Lineage) With(d Data) Lineage {
	out := Lineage{Complete: l.Complete, Data: slices.Clone(l.Data)}
	at, found := slices.BinarySearchFunc(out.Data, d, compare)
	if found {
		out.Data[at] = New(slices.Concat(out.Data[at].Phrases, d.Phrases), d.Salts, d.Gate, d.Validation)
	} else {
		out.Data = slices.Insert(out.Data, at, d)
	}
	return out
}

// Union returns the lineage of what comes from l and from m.
func (l Lineage) Union(m Lineage) Lineage {
	l.Complete = l.Complete && m.Complete
	for _, d := range m.Data {
		l = l.With(d)
	}
	return l
}

// Judge returns an error unless the gate's share of h was withheld from everything in l: one that matches ErrSeen, or
// ErrUnknown if only what l does not tell of may have seen it.
func (l Lineage) Judge(h Data) error {
	for i := range l.Data {
		if err := l.Data[i].seen(&h); err != nil {
			return err
		}
	}
	if !l.Complete {
		return ErrUnknown
	}
	return nil
}

// Admit is Judge for those who may be told to trust: with trust it lets a hold-out pass that only ErrUnknown speaks
// against, and reports that it took it on trust.
func (l Lineage) Admit(h Data, trust bool) (trusted bool, err error) {
	err = l.Judge(h)
	if !errors.Is(err, ErrUnknown) {
		return false, err
	}
	if !trust {
		return false, fmt.Errorf("%w; if it cannot have seen the hold-out, say so by --trust-holdout, in a run by gate.trust_holdout", err)
	}
	return true, nil
}

// Equal reports whether l and m say the same.
func (l Lineage) Equal(m Lineage) bool {
	return l.Complete == m.Complete && slices.EqualFunc(l.Data, m.Data, func(a, b Data) bool {
		return sameSplit(&a, &b) && slices.Equal(a.Phrases, b.Phrases)
	})
}

// MaxText bounds the text of a lineage: names of some hundred runs.
const MaxText = 32 << 10

// Text returns l as JSON, "" for the zero value. It fails if that is longer than MaxText, which no reader takes.
func (l Lineage) Text() (string, error) {
	if l.IsZero() {
		return "", nil
	}
	if err := l.Check(); err != nil {
		return "", err
	}
	text, err := json.Marshal(l)
	return string(text), err
}

// Parse is the inverse of Text and accepts nothing else.
func Parse(text string) (Lineage, error) {
	var l Lineage
	if text == "" {
		return l, nil
	}
	if len(text) > MaxText {
		return l, fmt.Errorf("lineage: %d bytes, at most %d are read", len(text), MaxText)
	}
	d := json.NewDecoder(bytes.NewReader([]byte(text)))
	d.DisallowUnknownFields()
	if err := d.Decode(&l); err != nil {
		return Lineage{}, fmt.Errorf("lineage: %w", err)
	}
	if again, err := l.Text(); err != nil {
		return Lineage{}, err
	} else if again != text {
		return Lineage{}, errors.New("lineage: not in canonical form")
	}
	return l, nil
}

// Check reports a lineage that is not as New and With make it, or too long to be kept.
func (l Lineage) Check() error {
	for i := range l.Data {
		if err := l.Data[i].check(); err != nil {
			return fmt.Errorf("lineage: %w", err)
		}
		if i > 0 && compare(l.Data[i-1], l.Data[i]) >= 0 {
			return errors.New("lineage: splits out of order")
		}
	}
	text, err := json.Marshal(l)
	if err != nil {
		return fmt.Errorf("lineage: %w", err)
	}
	if len(text) > MaxText {
		return fmt.Errorf("lineage: phrases and salts of all data take %d bytes, at most %d can be kept with a network: "+
			"train on games of fewer phrases", len(text), MaxText)
	}
	return nil
}
