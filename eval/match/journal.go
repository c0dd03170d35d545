package match

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"jieqi/dataset/durable"
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// Game is one finished game of a pair.
type Game struct {
	ARed   bool          `json:"a_red"`  // contender A played Red
	Result rules.Outcome `json:"result"` // red_wins, black_wins or draw
	Reason string        `json:"reason"` // in the words of `jieqi replay`
	Plies  int           `json:"plies"`  // length of the game
	Moves  string        `json:"moves"`  // with every identity, as `jieqi replay` reads them
	// Failed are the attempts in which a player failed; when there are two, the second is this game.
	Failed []Failure `json:"failed,omitempty"`
	Times  *Times    `json:"times,omitempty"` // of matches with a time limit
	// Scores and Depths are what the players said of each ply, in the mover's view and by what it knew; a player that says
	// nothing has zeros. Games of earlier versions have neither.
	Scores []score.Value `json:"scores,omitempty"`
	Depths []int         `json:"depths,omitempty"`
}

// Failure is an attempt at a game that ended because a player failed.
type Failure struct {
	By     string `json:"by"`     // "a" or "b"
	Reason string `json:"reason"` // illegal_move, crash, stall or time_loss
	What   string `json:"what"`   // what the player did
	Moves  string `json:"moves"`  // up to there, as in Game
}

// halfPoints returns what the game brought contender A: 0, 1 or 2 half points.
func (g *Game) halfPoints() int {
	if g.ARed {
		return g.Result.For(board.Red)
	}
	return g.Result.For(board.Black)
}

// side returns whose ply t is: the first is Red's.
func (g *Game) side(t int) string {
	if (t%2 == 0) == g.ARed {
		return sideA
	}
	return sideB
}

// lost reports whether a player's failure decided the game: it failed in the repetition too.
func (g *Game) lost() bool { return len(g.Failed) > 1 }

// Pair is one line of the journal: both games on one deal.
type Pair struct {
	Index int     `json:"pair"`
	Deal  string  `json:"deal"`
	Games [2]Game `json:"games"` // A plays Red in the first, Black in the second
}

// HalfPoints returns the half points of A in both games.
func (p *Pair) HalfPoints() (first, second int) {
	return p.Games[0].halfPoints(), p.Games[1].halfPoints()
}

// journalName is the file in a match's folder that has one Pair a line.
const journalName = "pairs.jsonl"

// journal is the open pairs.jsonl with what has been read from it or written to it.
type journal struct {
	file  *durable.Journal
	pairs map[int]*Pair
}

// openJournal opens the journal in dir for appending.
func openJournal(dir string) (*journal, error) {
	path := filepath.Join(dir, journalName)
	file, lines, err := durable.OpenJournal[Pair](path)
	if err != nil {
		return nil, fmt.Errorf("journal of the match: %w", err)
	}
	pairs, err := byIndex(path, lines)
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return &journal{file: file, pairs: pairs}, nil
}

// byIndex checks the pairs of the journal at path, one a line, and returns them by index.
func byIndex(path string, lines []Pair) (map[int]*Pair, error) {
	pairs := map[int]*Pair{}
	for i := range lines {
		p := &lines[i]
		if err := p.check(); err != nil {
			return nil, fmt.Errorf("%s: line %d: %w; remove that line to have its pair played again", path, i+1, err)
		}
		if pairs[p.Index] != nil {
			return nil, fmt.Errorf("%s: line %d: pair %d is there twice; remove one of them", path, i+1, p.Index)
		}
		pairs[p.Index] = p
	}
	return pairs, nil
}

// check reports why p is not a finished pair.
func (p *Pair) check() error {
	if p.Index < 0 || !p.Games[0].ARed || p.Games[1].ARed {
		return errors.New("not a finished pair: negative index or colours not swapped")
	}
	if p.Games[0].Result == rules.Ongoing || p.Games[1].Result == rules.Ongoing {
		return errors.New("not a finished pair: a game has no result")
	}
	return nil
}

// add appends a finished pair and returns once it is on disk.
func (j *journal) add(p *Pair) error {
	if err := j.file.Append(p); err != nil {
		return fmt.Errorf("journal pair %d: %w", p.Index, err)
	}
	j.pairs[p.Index] = p
	return nil
}

// prefix returns the pairs 0, 1, 2 … up to the first missing one, at most limit of them.
func (j *journal) prefix(limit int) []*Pair {
	var pairs []*Pair
	for i := 0; i < limit && j.pairs[i] != nil; i++ {
		pairs = append(pairs, j.pairs[i])
	}
	return pairs
}

// Read returns the finished pairs of the match in dir in pair order. It changes nothing there.
func Read(dir string) ([]*Pair, error) {
	path := filepath.Join(dir, journalName)
	lines, err := durable.ReadJournal[Pair](path)
	if err != nil {
		return nil, noMatch(dir, err)
	}
	pairs, err := byIndex(path, lines)
	if err != nil {
		return nil, err
	}
	return slices.SortedFunc(maps.Values(pairs), func(a, b *Pair) int { return a.Index - b.Index }), nil
}

// noMatch adds to the error of a missing file that there is no match in dir.
func noMatch(dir string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("no match in %s: %w", dir, err)
	}
	return err
}
