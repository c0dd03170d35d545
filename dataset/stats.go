package dataset

import (
	"context"
	"slices"

	"jieqi/engine/rules"
)

// Stats is what the games of a set amount to.
type Stats struct {
	Games            uint64            `json:"games"`
	Positions        uint64            `json:"positions"`
	Bytes            uint64            `json:"bytes"` // of all shard files
	Shards           int               `json:"shards"`
	Blocks           int               `json:"blocks"`
	Results          Results           `json:"results"`
	ContentHash      string            `json:"content_hash"`
	BytesPerPosition float64           `json:"bytes_per_position"`
	PliesPerGame     float64           `json:"plies_per_game"`
	ShortestGame     int               `json:"shortest_game"` // plies
	LongestGame      int               `json:"longest_game"`
	Reasons          map[string]uint64 `json:"reasons"` // games by why they ended
	Plies            map[string]uint64 `json:"plies"`   // by flag; a ply may count under several
	Networks         map[string]uint64 `json:"networks"`
	Salts            []string          `json:"salts"`
	Series           int               `json:"series"`
	Split            Split             `json:"split"`
	Parts            map[string]Count  `json:"parts"` // by part of the split
}

// Count is how many different deals there are among so many games.
type Count struct {
	Deals uint64 `json:"deals"`
	Games uint64 `json:"games"`
}

var flagNames = []struct {
	flag Flags
	name string
}{
	{InCheck, "in_check"}, {Capture, "capture"}, {Reveal, "reveal"}, {Random, "random"}, {Tail, "tail"},
	{TakesHidden, "takes_hidden"}, {Unscored, "unscored"},
}

// Stats reads every game of the set.
func (s *Set) Stats(ctx context.Context, split Split) (Stats, error) {
	if err := split.Check(); err != nil {
		return Stats{}, err
	}
	c := statsCount{
		Stats: Stats{Shards: len(s.shards), Blocks: len(s.blocks), Salts: s.Salts(), Reasons: map[string]uint64{},
			Plies: map[string]uint64{}, Networks: map[string]uint64{}, Split: split, Parts: map[string]Count{}},
		salts: s.Salts(),
	}
	for _, sh := range s.shards {
		c.Bytes += uint64(sh.size)
	}
	err := s.pass(ctx, "count games", func(b int) error {
		if b == 0 || s.blocks[b].Series != s.blocks[b-1].Series {
			c.Series++
		}
		for _, network := range [...]string{s.blocks[b].Network, s.blocks[b].Opponent} {
			if network != "" {
				c.Networks[network] += uint64(s.blocks[b].Games)
			}
		}
		return s.records(b, c.add)
	})
	if err != nil {
		return Stats{}, err
	}
	c.finish()
	c.ContentHash, err = s.ContentHash(ctx)
	return c.Stats, err
}

// statsCount gathers Stats game by game.
type statsCount struct {
	Stats
	salts   []string
	deals   [NumParts][]uint64 // deal keys of the games, eight bytes each
	reasons [rules.NumReasons]uint64
	flags   [8]uint64
	parts   [NumParts]Count
}

func (c *statsCount) add(r *record) error {
	if err := checkEnd(r.Result, r.Reason); err != nil {
		return err
	}
	if c.Games == 0 || len(r.Plies) < c.ShortestGame {
		c.ShortestGame = len(r.Plies)
	}
	c.LongestGame = max(c.LongestGame, len(r.Plies))
	c.Games++
	c.Positions += uint64(len(r.Plies))
	c.Results.add(r.Result)
	c.reasons[r.Reason]++
	for t := range r.Plies {
		for bit := range c.flags {
			c.flags[bit] += uint64(r.Plies[t].Flags >> bit & 1)
		}
	}
	key := lowestKey(c.salts, r.Packed)
	part := c.Split.Part(key)
	c.parts[part].Games++
	c.deals[part] = append(c.deals[part], key)
	return nil
}

func (c *statsCount) finish() {
	for i, n := range c.reasons {
		if n > 0 {
			c.Reasons[rules.Reason(i).String()] = n
		}
	}
	for _, f := range flagNames {
		for bit := range c.flags {
			if f.flag == 1<<bit {
				c.Plies[f.name] = c.flags[bit]
			}
		}
	}
	for i, n := range c.parts {
		slices.Sort(c.deals[i])
		n.Deals = uint64(len(slices.Compact(c.deals[i])))
		c.Parts[Part(i).String()] = n
	}
	c.PliesPerGame = float64(c.Positions) / float64(max(c.Games, 1))
	c.BytesPerPosition = float64(c.Bytes) / float64(max(c.Positions, 1))
}
