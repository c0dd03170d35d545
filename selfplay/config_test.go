package selfplay

import (
	"context"
	"strings"
	"testing"
)

func TestConfigRefuses(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"phrase":             func(c *Config) { c.Phrase = "" },
		"salt":               func(c *Config) { c.Salt = "" },
		"nodes":              func(c *Config) { c.Nodes = 0 },
		"games 0":            func(c *Config) { c.Games = 0 },
		"indices go":         func(c *Config) { c.First = 1<<64 - 1 },
		"workers 0":          func(c *Config) { c.Workers = 0 },
		"rules preset":       func(c *Config) { c.Rules = "chess" },
		"hash_mb -1":         func(c *Config) { c.HashMB = -1 },
		"max_plies 5000":     func(c *Config) { c.MaxPlies = 5000 },
		"block_games 0":      func(c *Config) { c.BlockGames = 0 },
		"shard_games 6":      func(c *Config) { c.ShardGames = 6 },
		"opening of 9":       func(c *Config) { c.Opening.MinPlies = 9 },
		"opening.tries 0":    func(c *Config) { c.Opening.Tries = 0 },
		"per_mille 500":      func(c *Config) { c.Win.PerMille = 500 },
		"fewer workers":      func(c *Config) { c.HashMB = 1 << 30 },
		"play_out_every -20": func(c *Config) { c.Win.PlayOutEvery = -20 },
	} {
		c := testConfig(4)
		change(&c)
		_, err := Run(context.Background(), c, testFactory(), t.TempDir(), nil)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one about %q", err, want)
		}
	}
}

// TestConfigHash changes settings one at a time: what shapes games shows, what does not shape them
// does not.
func TestConfigHash(t *testing.T) {
	base := testConfig(4)
	for name, change := range map[string]func(*Config){
		"nodes":     func(c *Config) { c.Nodes++ },
		"table":     func(c *Config) { c.HashMB++ },
		"length":    func(c *Config) { c.MaxPlies++ },
		"rules":     func(c *Config) { c.Rules = "guangdong" },
		"opening":   func(c *Config) { c.Opening.Tries++ },
		"win":       func(c *Config) { c.Win.PlayOutEvery++ },
		"heuristic": func(c *Config) { c.Search.NullMove = !c.Search.NullMove },
	} {
		c := base
		change(&c)
		if c.Hash() == base.Hash() {
			t.Errorf("%s does not show in the hash", name)
		}
	}
	same := base
	same.Workers, same.Games, same.First, same.ShardGames, same.Resume = 64, 9, 100, 32, true
	if same.Hash() != base.Hash() {
		t.Error("workers, range or shards show in the hash")
	}
}

func TestMemoryGrowsByWorkersWithinTheBudget(t *testing.T) {
	runsAtOnce(t, 65)
	c := Default()
	c.Workers = 1
	one := c.Memory()
	c.Workers = 65
	if each := (c.Memory() - one) / 64; each > 16*mebibyte {
		t.Errorf("a worker is estimated at %d bytes, more than 16 MB", each)
	}
	if c.Memory() < one+64*4*mebibyte {
		t.Error("the tables alone take more than the estimate")
	}
}
