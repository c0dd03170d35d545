package play

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"jieqi/cmd/internal/wire"
	"jieqi/dataset/durable"
	"jieqi/engine/board"
	"jieqi/engine/notation"
)

const note = "this file holds the deal: who reads it knows every face-down piece"

// saved is a game as it is kept on disk.
type saved struct {
	HoldsDeal    bool      `json:"holds_deal"` // true
	Note         string    `json:"note"`
	ID           string    `json:"id"`
	Colour       string    `json:"colour"`
	Opponent     string    `json:"opponent"`
	OpponentHash string    `json:"opponent_hash"`
	Level        int       `json:"level"`
	Practice     bool      `json:"practice"`
	Rules        string    `json:"rules"`
	Phrase       string    `json:"phrase"` // of the deal, number 0
	Draws        string    `json:"draws"`  // phrase of a weaker opponent's draws; apart from the deal's, of which it must know nothing
	Moves        []string  `json:"moves"`  // points alone: the rest follows from the deal
	Thoughts     []Thought `json:"thoughts"`
	Hints        int       `json:"hints"`
	Verdict      *Verdict  `json:"verdict"` // null while the game goes on
}

// Thought is what the opponent thought at one of its moves.
type Thought struct {
	Ply int `json:"ply"` // plies played before
	wire.Choice
}

// commitment is what is shown of a phrase before its game is over; see the package's documentation.
func commitment(phrase string) string {
	sum := sha256.Sum256([]byte("jieqi commitment " + phrase))
	return hex.EncodeToString(sum[:])
}

// secret returns so many random bytes in hex.
func secret(bytes int) string {
	b := make([]byte, bytes)
	rand.Read(b) // never fails
	return hex.EncodeToString(b)
}

// validID is the form of ids; nothing else is ever looked for on disk.
var validID = regexp.MustCompile(`^[0-9a-f]{32}$`)

// parseMove reads a move of a kept game.
func parseMove(text string) (board.Move, error) { return notation.ParseMove4(text) }

// archive is the folder of kept games: those that go on, and in a folder of their own those that are over. The empty one
// keeps nothing.
type archive string

const overFolder = "over"

func (a archive) path(id string) string     { return filepath.Join(string(a), id+".json") }
func (a archive) overPath(id string) string { return filepath.Join(string(a), overFolder, id+".json") }

// keep writes a game down. Of games that are over only the newest are kept.
func (a archive) keep(g *saved) error {
	if a == "" {
		return nil
	}
	if g.Verdict == nil {
		return durable.WriteJSON(a.path(g.ID), g)
	}
	if err := os.MkdirAll(filepath.Join(string(a), overFolder), 0o700); err != nil {
		return err
	}
	if err := durable.WriteJSON(a.overPath(g.ID), g); err != nil {
		return err
	}
	if err := os.Remove(a.path(g.ID)); err != nil && !os.IsNotExist(err) {
		return err
	}
	return a.prune()
}

// load returns a kept game; its error matches fs.ErrNotExist where there is none.
func (a archive) load(id string) (*saved, error) {
	if a == "" {
		return nil, fs.ErrNotExist
	}
	g, err := durable.ReadJSON[saved](a.path(id))
	if os.IsNotExist(err) {
		g, err = durable.ReadJSON[saved](a.overPath(id))
	}
	if err == nil && g.ID != id {
		return nil, fmt.Errorf("%s is game %q under another's name", a.path(id), g.ID)
	}
	return g, err
}

// open returns how many games are kept that are not over.
func (a archive) open() (n int, err error) {
	if a == "" {
		return 0, nil
	}
	entries, err := os.ReadDir(string(a))
	for _, e := range entries {
		if !e.IsDir() && filepath.Ext(e.Name()) == ".json" {
			n++
		}
	}
	return n, err
}

// prune deletes the oldest games that are over, beyond those that may be kept.
func (a archive) prune() error {
	dir := filepath.Join(string(a), overFolder)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) <= MaxKept {
		return err
	}
	age := func(e os.DirEntry) int64 {
		info, err := e.Info()
		if err != nil {
			return 0
		}
		return info.ModTime().UnixNano()
	}
	slices.SortFunc(entries, func(x, y os.DirEntry) int { return int(min(max(age(x)-age(y), -1), 1)) })
	for _, e := range entries[:len(entries)-MaxKept] {
		if err := os.Remove(filepath.Join(dir, e.Name())); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// secretBit returns 0 or 1.
func secretBit() byte {
	var b [1]byte
	rand.Read(b[:]) // never fails
	return b[0] & 1
}
