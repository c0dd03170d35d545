package cluster

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"jieqi/cmd/internal/version"
	"jieqi/engine"
	"jieqi/engine/rules"
	"jieqi/eval/match"
	"jieqi/selfplay"
)

// itemGames is how many games an item has at most: seconds of a core, a few kilobytes.
const itemGames = 32

// maxHashMB is the largest table of a side that a worker makes because it is told to.
const maxHashMB = 1024

// maxOrder is the most bytes of an order that a worker reads.
const maxOrder = 1 << 16

// order is what the hub puts into the queue: one item of a job. The job comes along whole, so that a worker need remember
// nothing.
type order struct {
	Job  job  `json:"job"`
	Item item `json:"item"`
}

// job is everything that decides what an item's games are. Either Games or Pairs is set.
type job struct {
	Generator string    `json:"generator"` // the program that the games are those of
	Games     *gamesJob `json:"games,omitempty"`
	Pairs     *pairsJob `json:"pairs,omitempty"`
}

// gamesJob is the games of a self-play run.
type gamesJob struct {
	Config   selfplay.Config `json:"config"`
	Network  network         `json:"network"`
	Opponent *network        `json:"opponent,omitempty"`
}

// pairsJob is the pairs of a match by nodes between two evaluations, which play as in every gate.
type pairsJob struct {
	Rules  string  `json:"rules"`
	Nodes  uint64  `json:"nodes"`
	Phrase string  `json:"phrase"`
	A      network `json:"a"`
	B      network `json:"b"`
}

// network names an evaluation, and identifies it.
type network struct {
	Name string `json:"name"`
	Hash string `json:"hash"`
}

func networkOf(f *engine.Factory) network { return network{f.Name, f.Hash} }

// item is what is given to one worker at a time: games First to First+Count-1, or pair First.
type item struct {
	First uint64 `json:"first"`
	Count int    `json:"count"`
}

// name identifies the item in its job, in subjects and as a file.
func (it item) name() string { return fmt.Sprintf("%012d-%02d", it.First, it.Count) }

// end is the index behind the last.
func (it item) end() uint64 { return it.First + uint64(it.Count) }

// parseItem is the inverse of name.
func parseItem(name string) (it item, err error) {
	if _, err = fmt.Sscanf(name, "%d-%d", &it.First, &it.Count); err != nil || it.name() != name {
		return item{}, fmt.Errorf("%.40q names no item", name)
	}
	return it, nil
}

// newGamesJob is the job of a self-play run; what does not shape games is left out, so that a run that goes on has the same.
func newGamesJob(c *selfplay.Config, f *engine.Factory) job {
	plain := selfplay.Config{
		Games: 1, Phrase: c.Phrase, Salt: c.Salt, Nodes: c.Nodes, Rules: c.Rules, HashMB: c.HashMB, MaxPlies: c.MaxPlies,
		Opening: c.Opening, Win: c.Win, Stray: c.Stray, Search: c.Search, Generator: c.Generator,
		Workers: 1, ShardGames: c.BlockGames, BlockGames: c.BlockGames,
	}
	g := &gamesJob{Config: plain, Network: networkOf(f)}
	if c.Opponent != nil {
		o := networkOf(c.Opponent)
		g.Opponent = &o
	}
	return job{Generator: version.Generator(), Games: g}
}

// newPairsJob is the job of a match. Only the evaluations of this program play elsewhere, by nodes.
func newPairsJob(c *match.Config) (job, error) {
	if c.Limits.Nodes == 0 || c.Limits.MoveTime > 0 || c.Limits.Clock != nil {
		return job{}, errors.New("other machines play matches by nodes alone: a clock would measure the machines")
	}
	p := &pairsJob{
		Rules: c.Rules.Name, Nodes: c.Limits.Nodes, Phrase: c.Phrase,
		A: network{c.A.Name, c.A.Hash}, B: network{c.B.Name, c.B.Hash},
	}
	return job{Generator: version.Generator(), Pairs: p}, nil
}

// id identifies the job: 16 hex digits.
func (j *job) id() string {
	text, err := json.Marshal(j)
	if err != nil {
		panic(err) // plain data always encodes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// check reports an order that nobody can play.
func (o *order) check() error {
	switch {
	case (o.Job.Games == nil) == (o.Job.Pairs == nil):
		return errors.New("an order is of games or of pairs")
	case o.Item.Count < 1 || o.Item.Count > itemGames || o.Item.First > 1<<62:
		return fmt.Errorf("an order of %d games from %d on", o.Item.Count, o.Item.First)
	case o.Job.Pairs != nil && (o.Item.Count != 1 || o.Item.First > match.MaxPairs):
		return fmt.Errorf("an order of %d pairs from %d on", o.Item.Count, o.Item.First)
	}
	if g := o.Job.Games; g != nil {
		if g.Config.HashMB > maxHashMB {
			return fmt.Errorf("an order with tables of %d MB, more than %d", g.Config.HashMB, maxHashMB)
		}
		return g.Config.Check()
	}
	if o.Job.Pairs.Nodes == 0 {
		return errors.New("an order of pairs without nodes")
	}
	_, err := rules.Preset(o.Job.Pairs.Rules)
	return err
}

// networks are those that the job's players need.
func (j *job) networks() []network {
	switch {
	case j.Pairs != nil:
		return []network{j.Pairs.A, j.Pairs.B}
	case j.Games.Opponent != nil:
		return []network{j.Games.Network, *j.Games.Opponent}
	}
	return []network{j.Games.Network}
}
