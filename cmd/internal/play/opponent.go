package play

import (
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"jieqi/engine"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

const (
	fullNodes    = 400_000     // of a move at full strength: about half a second; the node limit makes games repeat
	externalTime = time.Second // of a move of an external engine
	hashMB       = 8           // of one search: tables live for one move
)

// Opponent is somebody to play against, chosen when the server starts.
type Opponent struct {
	Name   string
	Hash   string // identifies its content, so that a kept game goes on against the same one
	Levels bool   // whether it can play below full strength
	// Choose returns its move in view, which is borrowed. An error that wraps one of referee's loses the game.
	Choose func(ctx context.Context, view *rules.Game, k engine.Skill) (rules.Choice, error)
}

// Evaluation returns the opponent that searches with evaluators of f: each move from nothing, so that it is a function of
// the game and the skill.
func Evaluation(f engine.Factory) Opponent {
	choose := func(ctx context.Context, view *rules.Game, k engine.Skill) (rules.Choice, error) {
		e := engine.New(f, engine.Options{HashMB: hashMB, Threads: 1, Search: search.Main})
		e.SetSkill(k)
		return e.Choose(ctx, view, rules.Limits{Nodes: fullNodes})
	}
	return Opponent{Name: f.Name, Hash: f.Hash, Levels: true, Choose: choose}
}

// External returns the opponent that is a program of its own. One process serves all games, a move at a time; one that
// fails is started again for the next. The second result ends it.
func External(c match.Contender) (Opponent, io.Closer) {
	p := &process{contender: c}
	return Opponent{Name: c.Name, Hash: c.Hash, Choose: p.choose}, p
}

// process is the program of an external engine.
type process struct {
	contender match.Contender

	mu     sync.Mutex
	player referee.Player // nil: not running
}

func (p *process) choose(ctx context.Context, view *rules.Game, _ engine.Skill) (rules.Choice, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.player == nil {
		var err error
		if p.player, err = p.contender.New(context.WithoutCancel(ctx)); err != nil {
			return rules.Choice{}, fmt.Errorf("start %s: %w", p.contender.Name, err)
		}
	}
	// The games of several people go through it: each move is that of a new game to it.
	if err := p.player.NewGame(); err != nil {
		return rules.Choice{}, errors.Join(err, p.stop())
	}
	c, err := p.player.Choose(ctx, view, rules.Limits{MoveTime: externalTime})
	if err != nil {
		return c, errors.Join(err, p.stop())
	}
	return c, nil
}

// Close ends the program.
func (p *process) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.stop()
}

func (p *process) stop() error {
	player := p.player
	p.player = nil
	if c, ok := player.(io.Closer); ok {
		return c.Close()
	}
	return nil
}
