package selfplay

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

// Config says which games are played and how. Default gives a usable one but for Games and Phrase.
type Config struct {
	First  uint64 `toml:"first"`  // index of the first game
	Games  int    `toml:"games"`  // number of games
	Phrase string `toml:"phrase"` // source of deals and openings
	Salt   string `toml:"salt"`   // of the split by deal
	Nodes  uint64 `toml:"nodes"`  // searched for each move, exactly

	Rules    string  `toml:"rules"`     // preset
	HashMB   int     `toml:"hash_mb"`   // table of each side
	MaxPlies int     `toml:"max_plies"` // drawn by length then
	Opening  Opening `toml:"opening"`
	Win      Win     `toml:"win"`
	Stray    int     `toml:"stray_per_mille"` // moves after the opening that are drawn at random, once they were searched

	Split  dataset.Split  `toml:"-"` // by which the summary counts the deals; no game depends on it
	Search search.Options `toml:"-"`
	// Opponent plays against the network, each with every second game's Red (dataset.Seats), and scores its own plies; nil,
	// or of the network's hash: the network plays itself.
	Opponent *engine.Factory `toml:"-" json:"-"`

	Generator  string `toml:"-"`           // what plays: the program's version
	Crew       Crew   `toml:"-" json:"-"`  // who plays; nil: Workers goroutines of this process
	Workers    int    `toml:"workers"`     // games at once, no more than run at the same time; the games do not depend on it
	ShardGames int    `toml:"shard_games"` // games in a shard, a multiple of BlockGames
	BlockGames int    `toml:"block_games"` // games in a block
	Resume     bool   `toml:"-"`           // continue what the folder holds
}

// Opening is how the random plies at the start are drawn.
type Opening struct {
	MinPlies int `toml:"min_plies"`
	MaxPlies int `toml:"max_plies"`
	PerMille int `toml:"per_mille"` // drawn again when the mover expects less than this, or more than 1000 less this
	Tries    int `toml:"tries"`     // at most; the most even of them is played when none is within bounds
}

// Win is when a won game is cut short, and how often it is played out all the same.
type Win struct {
	PerMille     int `toml:"per_mille"`      // expected score that both sides must agree on
	Plies        int `toml:"plies"`          // for so many plies in a row; 0: games are never cut short
	PlayOutEvery int `toml:"play_out_every"` // games whose index is a multiple of it are played to their real end; 0: none
}

// Default returns the usual settings.
func Default() Config {
	return Config{
		Salt: "jieqi", Nodes: 5000, Rules: rules.Tiantian.Name, HashMB: 2, MaxPlies: 400,
		Opening: Opening{MinPlies: 4, MaxPlies: 8, PerMille: 50, Tries: 8},
		Win:     Win{PerMille: referee.DefaultWin.PerMille, Plies: referee.DefaultWin.Plies, PlayOutEvery: 20},
		Split:   dataset.DefaultSplit, Search: search.Main, Workers: 1, ShardGames: 4096, BlockGames: dataset.DefaultBlockGames,
	}
}

const maxWorkers = 1 << 12

// maxIndex leaves room above the last game, so that no sum of an index and a count wraps.
const maxIndex = 1<<63 - 1

// Check reports settings that cannot work.
func (c *Config) Check() error {
	if _, err := rules.Preset(c.Rules); err != nil {
		return fmt.Errorf("self-play: %w", err)
	}
	switch {
	case c.Phrase == "":
		return errors.New("self-play: no phrase given: deals come from one")
	case c.Salt == "":
		return errors.New("self-play: no salt given: the split by deal needs one")
	case c.Nodes < 1:
		return errors.New("self-play: nodes must be at least 1")
	case c.HashMB < 0:
		return fmt.Errorf("self-play: hash_mb %d is negative", c.HashMB)
	}
	if err := inRange("games", c.Games, 1, 1<<40); err != nil {
		return err
	}
	if c.First > maxIndex-uint64(c.Games) {
		return fmt.Errorf("self-play: first %d with %d games: indices go up to %d", c.First, c.Games, uint64(maxIndex))
	}
	if err := inRange("workers", c.Workers, 1, maxWorkers); err != nil {
		return err
	}
	if err := inRange("max_plies", c.MaxPlies, 1, dataset.MaxPlies); err != nil {
		return err
	}
	if err := inRange("block_games", c.BlockGames, 1, 1024); err != nil {
		return err
	}
	if err := inRange("stray_per_mille", c.Stray, 0, 1000); err != nil {
		return err
	}
	if c.ShardGames < c.BlockGames || c.ShardGames%c.BlockGames != 0 {
		return fmt.Errorf("self-play: shard_games %d is no multiple of block_games %d", c.ShardGames, c.BlockGames)
	}
	return errors.Join(c.Opening.check(), c.Win.check())
}

func (o *Opening) check() error {
	if o.MinPlies < 0 || o.MaxPlies < o.MinPlies {
		return fmt.Errorf("self-play: opening of %d to %d plies", o.MinPlies, o.MaxPlies)
	}
	return errors.Join(
		inRange("opening.max_plies", o.MaxPlies, 0, 255),
		inRange("opening.per_mille", o.PerMille, 0, 499),
		inRange("opening.tries", o.Tries, 1, 1000))
}

// rule is the referee's.
func (w *Win) rule() referee.WinRule { return referee.WinRule{PerMille: w.PerMille, Plies: w.Plies} }

func (w *Win) check() error {
	return errors.Join(
		inRange("win.per_mille", w.PerMille, 501, 1000),
		inRange("win.plies", w.Plies, 0, dataset.MaxPlies),
		inRange("win.play_out_every", w.PlayOutEvery, 0, 1<<40))
}

func inRange(name string, v, low, high int) error {
	if v < low || v > high {
		return fmt.Errorf("self-play: %s %d outside %d..%d", name, v, low, high)
	}
	return nil
}

// Hash identifies the settings that shape a game: 16 hex digits. Neither workers nor folders, nor
// the range of games or how they are cut into shards, take part.
func (c *Config) Hash() string {
	text, err := json.Marshal(struct {
		Nodes    uint64
		Rules    string
		HashMB   int
		MaxPlies int
		Opening  Opening
		Win      Win
		Search   search.Options
		Stray    int `json:",omitempty"` // undisturbed games keep the hash they had before there were others
	}{c.Nodes, c.Rules, c.HashMB, c.MaxPlies, c.Opening, c.Win, c.Search, c.Stray})
	if err != nil {
		panic(err) // plain data always encodes
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}

// Header is that of the run's shards, but for First and Games, when f plays.
func (c *Config) Header(f *engine.Factory) dataset.Header { return c.header(f, 0, 1) }

// header is that of a shard of the run.
func (c *Config) header(f *engine.Factory, first uint64, games int) dataset.Header {
	return dataset.Header{
		Generator: c.Generator, Rules: c.Rules, Network: f.Hash, Config: c.Hash(), Phrase: c.Phrase, Salt: c.Salt,
		Opponent: c.opponent(f), PlayOut: c.playOut(), Stray: c.Stray, BlockGames: c.BlockGames, First: first, Games: games,
	}
}

// opponent is the header's Opponent.
func (c *Config) opponent(f *engine.Factory) string {
	if c.Opponent == nil || c.Opponent.Hash == f.Hash {
		return ""
	}
	return c.Opponent.Hash
}

// playOut is the header's PlayOut: without adjudication every game is played out.
func (c *Config) playOut() int {
	if c.Win.Plies == 0 {
		return 0
	}
	return c.Win.PlayOutEvery
}
