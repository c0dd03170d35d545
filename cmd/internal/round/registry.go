package round

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"jieqi/dataset/durable"
)

// The kinds of fact in a registry.
const (
	FactRun      = "run" // the first line
	FactSet      = "set"
	FactShards   = "shards"
	FactNetwork  = "network"
	FactGate     = "gate"
	FactPromoted = "promoted"
	FactRejected = "rejected"
	FactMeasured = "measured"
)

// Fact is one line of a run's registry. Fields that do not apply to its kind are left out: the results
// of games are pointers, because 0 is one.
type Fact struct {
	Kind        string   `json:"kind"`
	Round       int      `json:"round"`
	Network     string   `json:"network,omitempty"`      // the candidate, or who was measured
	Champion    string   `json:"champion,omitempty"`     // who played the games, the incumbent, or the yardstick
	Games       uint64   `json:"games,omitempty"`        // of self-play
	Positions   uint64   `json:"positions,omitempty"`    // of self-play
	ContentHash string   `json:"content_hash,omitempty"` // of self-play
	Score       *float64 `json:"score,omitempty"`        // of the network in its gate or against the yardstick, 0 to 1
	Elo         *float64 `json:"elo,omitempty"`
	LossT       *float64 `json:"loss_t,omitempty"` // of a gate
	Reason      string   `json:"reason,omitempty"`
	Config      string   `json:"config,omitempty"`          // SHA-256 of run.toml as the run began with it, in hex
	Key         string   `json:"key,omitempty"`             // of a setting that changed before the round
	Value       string   `json:"value,omitempty"`           // its value from that round on, in TOML
	Trusted     string   `json:"trusted_holdout,omitempty"` // who stood in the gate without saying all that it was trained on
}

// Facts are what a run knows about itself, in the order in which it happened.
type Facts []Fact

// ReadFacts returns the facts of the registry at path and changes nothing there; a missing file has
// none. A last line torn by a kill, or just being written, is left out.
func ReadFacts(path string) (Facts, error) {
	facts, err := durable.ReadJournal[Fact](path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("registry: %w", err)
	}
	return facts, nil
}

// Find returns the fact of a kind in a round.
func (facts Facts) Find(kind string, round int) (Fact, bool) {
	for _, f := range facts {
		if f.Kind == kind && f.Round == round {
			return f, true
		}
	}
	return Fact{}, false
}

// decided reports whether a round has ended with a promotion or a rejection.
func (facts Facts) decided(round int) bool {
	_, promoted := facts.Find(FactPromoted, round)
	_, rejected := facts.Find(FactRejected, round)
	return promoted || rejected
}

// stuck reports whether rounds n-1 and n were rejected, and nothing was changed behind them.
func (facts Facts) stuck(n int) bool {
	for _, f := range facts {
		if f.Kind == FactSet && f.Round > n {
			return false
		}
	}
	_, before := facts.Find(FactRejected, n-1)
	_, now := facts.Find(FactRejected, n)
	return before && now
}

// Champion returns the network that the last round before the given one promoted; where none did, what
// played the first round, and first where none is played yet. Rounds count, not lines: a fact stated again
// stands behind those of later rounds.
func (facts Facts) Champion(before int, first string) string {
	champion, promoted := first, 0
	for _, f := range facts {
		if f.Kind == FactShards && f.Round == 1 && promoted == 0 {
			champion = f.Champion
		}
		if f.Kind == FactPromoted && promoted <= f.Round && f.Round < before {
			champion, promoted = f.Network, f.Round
		}
	}
	return champion
}

// Registry is the registry of a run, open for adding to it.
type Registry struct {
	Facts
	journal *durable.Journal
}

// OpenRegistry opens the registry at path, made empty if there is none.
func OpenRegistry(path string) (*Registry, error) {
	journal, facts, err := durable.OpenJournal[Fact](path)
	if err != nil {
		return nil, fmt.Errorf("registry: %w", err)
	}
	return &Registry{Facts: facts, journal: journal}, nil
}

// Add appends a fact and returns once it is on disk. A fact of the same kind and round
// that is there already is not written twice, settings aside: a killed stage states its fact again.
func (r *Registry) Add(f Fact) error {
	if _, ok := r.Find(f.Kind, f.Round); ok && f.Kind != FactSet {
		return nil
	}
	if err := r.journal.Append(f); err != nil {
		return fmt.Errorf("registry: %w", err)
	}
	r.Facts = append(r.Facts, f)
	return nil
}

// begin writes the first line of a new registry: which run.toml is the run's, whose settings are c. A registry from before
// there was such a line, or that has lost it, gets it now, if the first round was begun with these settings.
func (r *Registry) begin(f Folder, c Config) error {
	if _, ok := r.Find(FactRun, 0); ok {
		return nil
	}
	first, err := r.At(c, 1)
	if err != nil {
		return err
	}
	if _, err := f.Round(1).checkSettings(first); err != nil {
		return err
	}
	text, err := os.ReadFile(f.ConfigFile())
	if err != nil {
		return err
	}
	return r.Add(Fact{Kind: FactRun, Config: digest(text)})
}

// Close closes the registry.
func (r *Registry) Close() error { return r.journal.Close() }

// repairChampion makes the champion pointer agree with the registry, which is written first.
func repairChampion(f Folder, champion string) error {
	now, err := os.ReadFile(f.ChampionFile())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("read the champion pointer: %w", err)
	}
	if strings.TrimSpace(string(now)) == champion {
		return nil
	}
	return durable.WriteFile(f.ChampionFile(), []byte(champion+"\n"))
}
