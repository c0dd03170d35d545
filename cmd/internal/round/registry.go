package round

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// The kinds of fact in a registry.
const (
	FactShards   = "shards"
	FactNetwork  = "network"
	FactGate     = "gate"
	FactPromoted = "promoted"
	FactRejected = "rejected"
)

// Fact is one line of a run's registry. Fields that do not apply to its kind are left out.
type Fact struct {
	Kind        string  `json:"kind"`
	Round       int     `json:"round"`
	Network     string  `json:"network,omitempty"`      // the candidate
	Champion    string  `json:"champion,omitempty"`     // who played the games, or the incumbent
	Games       uint64  `json:"games,omitempty"`        // of self-play
	Positions   uint64  `json:"positions,omitempty"`    // of self-play
	ContentHash string  `json:"content_hash,omitempty"` // of self-play
	Score       float64 `json:"score,omitempty"`        // of the candidate in its gate, 0 to 1
	Elo         float64 `json:"elo,omitempty"`
	LossT       float64 `json:"loss_t,omitempty"`
	Reason      string  `json:"reason,omitempty"`
}

// Registry is what a run knows about itself, in the order in which it happened.
type Registry struct {
	path  string
	Facts []Fact
}

// OpenRegistry reads the registry of a run; a missing file is an empty registry. A last line torn
// by a kill is cut off.
func OpenRegistry(path string) (*Registry, error) {
	r := &Registry{path: path}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return r, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read the registry: %w", err)
	}
	whole := bytes.LastIndexByte(data, '\n') + 1
	dec := json.NewDecoder(bytes.NewReader(data[:whole]))
	dec.DisallowUnknownFields()
	for {
		var f Fact
		if err := dec.Decode(&f); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("%s: fact %d: %w", path, len(r.Facts)+1, err)
		}
		r.Facts = append(r.Facts, f)
	}
	if whole < len(data) {
		if err := os.Truncate(path, int64(whole)); err != nil {
			return nil, fmt.Errorf("cut the torn last line of %s: %w", path, err)
		}
	}
	return r, nil
}

// Add appends a fact and returns once it is on disk. A fact of the same kind and round
// that is there already is not written twice: a killed stage states its fact again.
func (r *Registry) Add(f Fact) error {
	if _, ok := r.Find(f.Kind, f.Round); ok {
		return nil
	}
	line, err := json.Marshal(f)
	if err != nil {
		return fmt.Errorf("encode a fact: %w", err)
	}
	file, err := os.OpenFile(r.path, os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o644)
	if err != nil {
		return fmt.Errorf("open the registry: %w", err)
	}
	_, err = file.Write(append(line, '\n'))
	if err == nil {
		err = file.Sync()
	}
	if cerr := file.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return fmt.Errorf("write to %s: %w", r.path, err)
	}
	r.Facts = append(r.Facts, f)
	return nil
}

// Find returns the fact of a kind in a round.
func (r *Registry) Find(kind string, round int) (Fact, bool) {
	for _, f := range r.Facts {
		if f.Kind == kind && f.Round == round {
			return f, true
		}
	}
	return Fact{}, false
}

// Champion returns the network promoted last before the given round, or first where none was.
func (r *Registry) Champion(before int, first string) string {
	champion := first
	for _, f := range r.Facts {
		if f.Kind == FactPromoted && f.Round < before {
			champion = f.Network
		}
	}
	return champion
}

// repairChampion makes the champion pointer agree with the registry, which is written first.
func repairChampion(f Folder, champion string) error {
	now, err := os.ReadFile(f.ChampionFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the champion pointer: %w", err)
	}
	if strings.TrimSpace(string(now)) == champion {
		return nil
	}
	return writeWhole(f.ChampionFile(), []byte(champion+"\n"))
}
