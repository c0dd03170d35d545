package tune

import (
	"fmt"
	"slices"
	"strings"

	"jieqi/engine"
	"jieqi/engine/search"
)

// Config is what a run is asked to do.
type Config struct {
	Evaluation engine.Factory // of both sides
	Only       []string       // names of the constants to look for; nil: all
	From       search.Constants
	Pairs      int     // N: of the whole run, 1 or more; the gains follow from it
	Batch      int     // pairs that push from the same constants, 1 or more
	Rate       float64 // of the last pair: the share of its step that a constant moves for each point and step, above 0
	Nodes      uint64  // of each search
	Phrase     string  // pair i plays its deal i, and pushes as it says
	Workers    int     // pairs at a time
}

// tunes reports whether a constant is looked for.
func (c *Config) tunes(name string) bool { return len(c.Only) == 0 || slices.Contains(c.Only, name) }

// Check reports what is wrong with c, in words of its fields.
func (c *Config) Check() error {
	if c.Pairs < 1 || c.Batch < 1 || !(c.Rate > 0) || c.Nodes < 1 {
		return fmt.Errorf("%d pairs in batches of %d at rate %v with %d nodes: want at least one of each and a rate above 0",
			c.Pairs, c.Batch, c.Rate, c.Nodes)
	}
	var known []string
	for one := range c.From.All() {
		known = append(known, one.Name)
	}
	for _, name := range c.Only {
		if !slices.Contains(known, name) {
			return fmt.Errorf("no constant is called %q: want some of %s", name, strings.Join(known, ", "))
		}
	}
	return nil
}

// settings are what the results in a folder depend on, as they stand in its settings.json.
type settings struct {
	Evaluation string         `json:"evaluation"` // hash
	Signature  uint64         `json:"signature"`  // of the search with its usual constants
	Only       []string       `json:"only"`
	From       map[string]int `json:"from"`
	Pairs      int            `json:"pairs"`
	Batch      int            `json:"batch"`
	Rate       float64        `json:"rate"`
	Nodes      uint64         `json:"nodes"`
	Phrase     string         `json:"phrase"`
}

func (c *Config) settings(signature uint64) settings {
	from := map[string]int{}
	for one := range c.From.All() {
		from[one.Name] = *one.Value
	}
	return settings{c.Evaluation.Hash, signature, c.Only, from, c.Pairs, c.Batch, c.Rate, c.Nodes, c.Phrase}
}
