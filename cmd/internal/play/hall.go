package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"runtime"
	"sync"
	"time"

	"jieqi/cmd/internal/desk"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// The bounds of a Hall.
const (
	MaxLive = 256  // games in memory
	MaxKept = 1000 // games on disk that are not over, and as many that are
)

// Errors of a Hall.
var (
	ErrNoGame = errors.New("there is no such game")
	ErrFull   = errors.New("too many games are being played: try again later")
	ErrKept   = fmt.Errorf("%d games are not over: end some first; whoever runs the server may delete some from its folder of games", MaxKept)
)

// Config says what a Hall is made of.
type Config struct {
	Opponents []Opponent // at least one; games choose by number
	Adviser   Opponent   // gives hints
	Rules     rules.Rules
	Folder    string                           // of kept games; this process's alone. Empty: games are kept in memory alone
	Log       func(format string, args ...any) // for whoever runs the server; nil: nobody
}

// Hall is the games of many people.
type Hall struct {
	opponents []Opponent
	adviser   Opponent
	rules     rules.Rules
	archive   archive
	log       func(format string, args ...any)
	now       func() time.Time
	desk      *desk.Desk
	lock      io.Closer
	ctx       context.Context
	stop      context.CancelFunc

	mu       sync.Mutex
	sessions map[string]*Session
}

// Open opens the hall whose games are kept in the configuration's folder, which is made if need be. The error matches
// durable.ErrInUse while another process has it.
func Open(cfg Config) (*Hall, error) {
	if len(cfg.Opponents) == 0 {
		return nil, errors.New("a hall without an opponent")
	}
	var lock io.Closer = io.NopCloser(nil)
	if cfg.Folder != "" {
		var err error
		if lock, err = durable.Lock(cfg.Folder); err != nil {
			return nil, err
		}
	}
	h := &Hall{
		opponents: cfg.Opponents, adviser: cfg.Adviser, rules: cfg.Rules, archive: archive(cfg.Folder), log: cfg.Log, now: time.Now,
		// A game waits for one search at a time, and its player for one hint.
		desk: desk.New(runtime.GOMAXPROCS(0), 2*MaxLive), lock: lock, sessions: map[string]*Session{},
	}
	if h.log == nil {
		h.log = func(string, ...any) {}
	}
	h.ctx, h.stop = context.WithCancel(context.Background())
	return h, nil
}

// Close stops all games, which stay on disk, and gives the folder back.
func (h *Hall) Close() error {
	h.stop()
	h.mu.Lock()
	defer h.mu.Unlock()
	for _, s := range h.sessions {
		s.command.Lock()
		<-s.done
		s.command.Unlock()
	}
	return h.lock.Close()
}

// Opponents lists who can be played against; callers must not change the list.
func (h *Hall) Opponents() []Opponent { return h.opponents }

// Wish is what a new game is asked to be.
type Wish struct {
	Colour   string // "red", "black"; anything else: by chance
	Opponent int    // index into Opponents
	Level    int    // 0 to engine.MaxSkill
	Practice bool   // moves may be taken back
}

// New begins a game.
func (h *Hall) New(w Wish) (*Session, error) {
	if w.Opponent < 0 || w.Opponent >= len(h.opponents) {
		return nil, fmt.Errorf("opponent %d: there are %d", w.Opponent, len(h.opponents))
	}
	if w.Level < 0 || w.Level > engine.MaxSkill {
		return nil, fmt.Errorf("level %d: want 0 to %d", w.Level, engine.MaxSkill)
	}
	o := &h.opponents[w.Opponent]
	if !o.Levels {
		w.Level = engine.MaxSkill
	}
	colour := w.Colour
	if colour != board.Red.String() && colour != board.Black.String() {
		colour = board.Color(secretBit()).String()
	}
	g := &saved{
		HoldsDeal: true, Note: note, ID: secret(16), Colour: colour, Opponent: o.Name, OpponentHash: o.Hash, Level: w.Level,
		Practice: w.Practice, Rules: h.rules.Name, Phrase: secret(32), Draws: secret(16), Moves: []string{}, Thoughts: []Thought{},
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.makeRoom(); err != nil {
		return nil, err
	}
	switch n, err := h.archive.open(); {
	case err != nil:
		return nil, err
	case n >= MaxKept:
		return nil, ErrKept
	}
	if err := h.archive.keep(g); err != nil {
		return nil, err
	}
	return h.add(g)
}

// Find returns a game by its id, from disk if need be. The error is ErrNoGame where there is none.
func (h *Hall) Find(id string) (*Session, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if s := h.sessions[id]; s != nil {
		return s, nil
	}
	if !validID.MatchString(id) {
		return nil, ErrNoGame
	}
	g, err := h.archive.load(id)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNoGame
	}
	if err != nil {
		return nil, err
	}
	if err := h.makeRoom(); err != nil {
		return nil, err
	}
	return h.add(g)
}

func (h *Hall) add(g *saved) (*Session, error) {
	s, err := h.seat(g)
	if err != nil {
		return nil, err
	}
	s.used = h.now()
	s.begin()
	h.sessions[g.ID] = s
	return s, nil
}

// makeRoom puts the game aside that was not looked at for the longest time, if there are too many. It stays on disk.
func (h *Hall) makeRoom() error {
	if len(h.sessions) < MaxLive {
		return nil
	}
	var oldest *Session
	var when time.Time
	for _, s := range h.sessions {
		s.mu.Lock()
		idle, used := len(s.listeners) == 0 && s.waiting < 0, s.used
		s.mu.Unlock()
		if idle && (oldest == nil || used.Before(when)) {
			oldest, when = s, used
		}
	}
	if oldest == nil {
		return ErrFull
	}
	oldest.command.Lock()
	defer oldest.command.Unlock()
	oldest.halt()
	oldest.mu.Lock()
	oldest.aside = true
	oldest.mu.Unlock()
	delete(h.sessions, oldest.saved.ID)
	return nil
}
