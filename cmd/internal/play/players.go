package play

import (
	"context"
	"slices"

	"jieqi/cmd/internal/wire"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// person is the referee's player who waits for a person's answers.
type person struct{ *Session }

func (person) NewGame() error { return nil }

func (p person) Choose(ctx context.Context, view *rules.Game, _ rules.Limits) (rules.Choice, error) {
	q := &question{view: view.Clone(), answer: make(chan board.Move, 1)}
	p.change(func() { p.asked = q })
	select {
	case m := <-q.answer:
		return rules.Choice{Move: m}, nil
	case <-ctx.Done():
		return rules.Choice{}, context.Cause(ctx)
	}
}

// machine is the referee's player who asks the opponent, in its turn among all games.
type machine struct{ *Session }

func (machine) NewGame() error { return nil }

func (m machine) Choose(ctx context.Context, view *rules.Game, _ rules.Limits) (rules.Choice, error) {
	m.change(func() { m.waiting = 0 })
	leave, err := m.hall.desk.Enter(ctx, func(ahead int) { m.change(func() { m.waiting = ahead + 1 }) })
	if err != nil {
		return rules.Choice{}, err
	}
	defer leave()
	m.change(func() { m.waiting = 0 })
	c, err := m.opponent.Choose(ctx, view, engine.Skill{Level: m.saved.Level, Phrase: m.saved.Draws})
	if err == nil && ctx.Err() == nil {
		m.think(view.Plies(), c)
	}
	return c, err
}

// think writes down what the opponent thought, in place of what it thought there before it was stopped.
func (m machine) think(ply int, c rules.Choice) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.saved.Thoughts = append(before(m.saved.Thoughts, ply), Thought{ply, wire.ChoiceOf(c)})
}

// before returns the thoughts at plies below ply.
func before(thoughts []Thought, ply int) []Thought {
	return slices.DeleteFunc(slices.Clone(thoughts), func(t Thought) bool { return t.Ply >= ply })
}
