package engine

import (
	"context"
	"errors"
	"time"

	"jieqi/engine/rules"
	"jieqi/engine/search"
)

// Factory makes evaluators of one kind.
type Factory struct {
	Name string                  // for people: "hce", or a network's name
	Hash string                  // identifies the content, in records and manifests
	New  func() search.Evaluator // called once for each thread and each explanation
}

// Options says how an Engine is set up.
type Options struct {
	HashMB  int // size of the transposition table in megabytes; 0 for none
	Threads int // search threads, as for SetThreads
	Search  search.Options
}

// Engine chooses moves. It keeps what it learned from one move of a game to the next.
type Engine struct {
	searcher *search.Searcher
	skill    Skill
}

// ErrNoMove is returned when the side to move has no legal move.
var ErrNoMove = errors.New("engine: no legal move")

// New returns an Engine that evaluates with what f makes.
func New(f Factory, o Options) *Engine {
	s := search.New(f.New, o.Search, o.HashMB)
	s.Threads(o.Threads)
	return &Engine{searcher: s, skill: Skill{Level: MaxSkill}}
}

// NewGame forgets all that was learned in earlier games. It never fails.
func (e *Engine) NewGame() error {
	e.searcher.NewGame()
	return nil
}

// Choose picks a move for the side to move of view, which must be that side's own view. A ctx that is
// done ends the search; the best move so far is still an answer. The only error is ErrNoMove.
func (e *Engine) Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	return e.Search(ctx, view, l, nil)
}

// Search is Choose with progress: info, unless nil, is called after each iteration.
func (e *Engine) Search(ctx context.Context, view *rules.Game, l rules.Limits, info func(search.Info)) (rules.Choice, error) {
	if !view.Position().HasLegalMove() {
		return rules.Choice{}, ErrNoMove
	}
	if e.skill.Level < MaxSkill {
		return e.skill.search(ctx, e.searcher, view, l, info), nil
	}
	return e.searcher.Search(ctx, view, l, info), nil
}

// PonderHit tells a search that ponders that its move was played: its clock starts now. It may be called
// while Search runs on another goroutine.
func (e *Engine) PonderHit() { e.searcher.PonderHit() }

// Resize replaces the transposition table by an empty one of at most hashMB megabytes.
func (e *Engine) Resize(hashMB int) { e.searcher.Resize(hashMB) }

// SetThreads sets the number of search threads and returns it: n, but at least one, and no more than run at the same
// time.
func (e *Engine) SetThreads(n int) int { return e.searcher.Threads(n) }

// SetOverhead sets the time kept back from each move for the way to whoever runs the clock.
func (e *Engine) SetOverhead(d time.Duration) { e.searcher.SetOverhead(d) }

// SetSkill sets how strong the engine plays from now on; it begins with full strength. The level is brought into
// the range of levels.
func (e *Engine) SetSkill(k Skill) {
	k.Level = max(min(k.Level, MaxSkill), 0)
	e.skill = k
}

// ClearHash empties the transposition table.
func (e *Engine) ClearHash() { e.searcher.ClearHash() }
