package selfplay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/search"
)

// Rescoring says how recorded positions are searched again. DefaultRescoring gives a usable one but for Nodes.
type Rescoring struct {
	Nodes     uint64         // searched for each position, exactly
	PerMille  int            // share of the positions that are searched; the others stay without a score
	HashMB    int            // table, emptied before each search
	Search    search.Options // of all searches
	Generator string         // what searches: the program's version
	Workers   int            // games at once, no more than run at the same time; the scores do not depend on it
	Resume    bool           // continue what the folder holds
}

// DefaultRescoring searches every position, as self-play does.
func DefaultRescoring() Rescoring {
	return Rescoring{PerMille: 1000, HashMB: Default().HashMB, Search: search.Main, Workers: 1}
}

// Check reports settings that cannot work.
func (c *Rescoring) Check() error {
	switch {
	case c.Nodes < 1:
		return errors.New("rescore: nodes must be at least 1")
	case c.PerMille < 1 || c.PerMille > 1000:
		return fmt.Errorf("rescore: sample %d outside 1..1000 per mille", c.PerMille)
	case c.HashMB < 0:
		return fmt.Errorf("rescore: hash %d MB is negative", c.HashMB)
	case c.Workers < 1 || c.Workers > maxWorkers:
		return fmt.Errorf("rescore: workers %d outside 1..%d", c.Workers, maxWorkers)
	}
	return nil
}

// hash identifies what a label scale depends on: the settings of the searches, and whose games they are. 16 hex
// digits.
func (c *Rescoring) hash(parent *dataset.Header) string {
	text, err := json.Marshal(struct {
		Nodes           uint64
		HashMB          int
		Search          search.Options
		Network, Config string // of the games
	}{c.Nodes, c.HashMB, c.Search, parent.Network, parent.Config})
	if err != nil {
		panic(err) // plain data always encodes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// header is that of the copy of a parent shard: the same games, deals and split, other scores.
func (c *Rescoring) header(f *engine.Factory, parent *dataset.ShardInfo) dataset.Header {
	h := parent.Header
	h.Rescored = dataset.Rescored{
		Nodes: c.Nodes, PerMille: c.PerMille, Series: h.Series(), Generator: h.Generator, Network: h.Network,
		Config: h.Config, Content: parent.Content,
	}
	h.Generator, h.Network, h.Opponent, h.Config = c.Generator, f.Hash, "", c.hash(&parent.Header)
	return h
}

// memory estimates what rescoring takes at most, in bytes.
func (c *Rescoring) memory() uint64 {
	worker := uint64(c.HashMB)*mebibyte + perEngine
	workers := atOnce(c.Workers)
	waiting := uint64(rescoreAhead+workers) * dataset.MaxPlies / 10 * perPly // games are a tenth as long, or less
	return baseMemory + uint64(workers)*worker + waiting
}
