package match

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"jieqi/engine/board"
	"jieqi/engine/rules"
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

// Pair is one line of the journal: both games on one deal.
type Pair struct {
	Index int     `json:"pair"`
	Deal  string  `json:"deal"`
	Games [2]Game `json:"games"` // A plays Red in the first, Black in the second
}

// halfPoints returns the half points of A in both games.
func (p *Pair) halfPoints() (first, second int) {
	return p.Games[0].halfPoints(), p.Games[1].halfPoints()
}

// journal is the open pairs.jsonl with what has been read from it or written to it.
type journal struct {
	file  *os.File
	pairs map[int]*Pair
}

// openJournal reads dir/pairs.jsonl, cuts a torn last line off and leaves it open for appending.
func openJournal(dir string) (*journal, error) {
	path := filepath.Join(dir, "pairs.jsonl")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("open the journal: %w", err)
	}
	j := &journal{file: f}
	if err := j.load(); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", path, err), f.Close())
	}
	return j, nil
}

func (j *journal) load() error {
	data, err := io.ReadAll(j.file)
	if err != nil {
		return err
	}
	pairs, whole, err := parseJournal(data)
	if err != nil {
		return err
	}
	j.pairs = pairs
	if err := j.file.Truncate(whole); err != nil {
		return fmt.Errorf("cut the torn last line: %w", err)
	}
	_, err = j.file.Seek(whole, io.SeekStart)
	return err
}

// parseJournal reads the whole lines of a journal and returns their pairs by index, and how many
// bytes those lines take. What follows the last line feed was torn by a kill.
func parseJournal(data []byte) (pairs map[int]*Pair, whole int64, err error) {
	pairs = map[int]*Pair{}
	end := bytes.LastIndexByte(data, '\n') + 1
	for n, line := range bytes.SplitAfter(data[:end], []byte{'\n'}) {
		if len(line) == 0 {
			continue
		}
		p, err := parsePair(line)
		if err != nil {
			return nil, 0, fmt.Errorf("line %d: %w; remove that line to have its pair played again", n+1, err)
		}
		if pairs[p.Index] != nil {
			return nil, 0, fmt.Errorf("line %d: pair %d is there twice; remove one of them", n+1, p.Index)
		}
		pairs[p.Index] = p
	}
	return pairs, int64(end), nil
}

// parsePair reads one line of a journal.
func parsePair(line []byte) (*Pair, error) {
	dec := json.NewDecoder(bytes.NewReader(line))
	dec.DisallowUnknownFields()
	var p Pair
	if err := dec.Decode(&p); err != nil {
		return nil, fmt.Errorf("not a finished pair: %w", err)
	}
	if p.Index < 0 || !p.Games[0].ARed || p.Games[1].ARed {
		return nil, errors.New("not a finished pair: negative index or colours not swapped")
	}
	if p.Games[0].Result == rules.Ongoing || p.Games[1].Result == rules.Ongoing {
		return nil, errors.New("not a finished pair: a game has no result")
	}
	return &p, nil
}

// add appends a finished pair and returns once it is on disk.
func (j *journal) add(p *Pair) error {
	line, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encode pair %d: %w", p.Index, err)
	}
	if _, err := j.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("journal pair %d: %w", p.Index, err)
	}
	if err := j.file.Sync(); err != nil {
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
	path := filepath.Join(dir, "pairs.jsonl")
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("no match in %s: %w", dir, err)
	}
	pairs, _, err := parseJournal(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return slices.SortedFunc(maps.Values(pairs), func(a, b *Pair) int { return a.Index - b.Index }), nil
}
