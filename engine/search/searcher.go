package search

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync/atomic"
	"time"

	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// Searcher searches one game after another with the same table and histories. Apart from PonderHit,
// its methods must not be called while it searches.
type Searcher struct {
	newEval    func() Evaluator
	opt        Options
	reductions *reductions
	table      *table
	workers    []*worker
	overhead   time.Duration

	limits rules.Limits
	info   func(Info)
	timer  timer
	stop   *atomic.Bool  // of the present search
	others atomic.Uint64 // nodes the helpers have reported
}

// defaultOverhead is the time kept back for the way between the engine and who runs its clock.
const defaultOverhead = 30 * time.Millisecond

// defaultNodes is how much is searched when no limit at all is given.
const defaultNodes = 200_000

// New returns a Searcher with one thread and a table of at most hashMB megabytes; 0 for none. newEval is
// called once for each thread.
func New(newEval func() Evaluator, o Options, hashMB int) *Searcher {
	if o.Constants == (Constants{}) {
		o.Constants = constants
	}
	s := &Searcher{newEval: newEval, opt: o, reductions: newReductions(&o.Constants), overhead: defaultOverhead}
	s.timer.now = time.Now
	s.Resize(hashMB)
	s.Threads(1)
	return s
}

// Threads sets how many threads search, and returns it: n, but at least one, and no more than run at the same time.
// More would take turns of some milliseconds each, and whoever watches the clock or hears a stop would wait for its own.
func (s *Searcher) Threads(n int) int {
	n = max(min(n, runtime.GOMAXPROCS(0)), 1)
	for len(s.workers) < n {
		s.workers = append(s.workers, &worker{shared: s, opt: s.opt, reductions: s.reductions, eval: s.newEval()})
	}
	clear(s.workers[n:])
	s.workers = s.workers[:n]
	s.shareTable()
	return n
}

// Resize replaces the table by an empty one of at most hashMB megabytes. The memory of a large one goes back to the
// system at once.
func (s *Searcher) Resize(hashMB int) {
	const large = 64 << 20
	old := s.table.bytes()
	s.table = nil
	s.shareTable()
	if old >= large {
		debug.FreeOSMemory()
	}
	if s.opt.Table {
		s.table = newTable(hashMB)
	}
	s.shareTable()
}

func (s *Searcher) shareTable() {
	for _, w := range s.workers {
		w.table = s.table
	}
}

// SetOverhead sets the time kept back from each move on a clock.
func (s *Searcher) SetOverhead(d time.Duration) { s.overhead = max(d, 0) }

// ClearHash empties the table.
func (s *Searcher) ClearHash() { s.table.clear() }

// NewGame forgets everything learned: the table and all histories.
func (s *Searcher) NewGame() {
	s.table.clear()
	for _, w := range s.workers {
		w.order.clear()
	}
}

// PonderHit says that the opponent played the expected move: the clock starts to count now. It may be
// called from another goroutine while Search runs.
func (s *Searcher) PonderHit() { s.timer.pondering.Store(false) }

// Search searches the game's current position until a limit is met or ctx is done, and returns the move
// found with its score in the view of the side to move. Without a legal move the choice is NoMove,
// mated. info, unless nil, is called after each iteration on the calling goroutine.
func (s *Searcher) Search(ctx context.Context, g *rules.Game, l rules.Limits, info func(Info)) rules.Choice {
	defer s.begin(ctx, g, l, info)()
	best := s.run()
	return rules.Choice{
		Move: best.move, Score: best.value, Depth: best.depth,
		Nodes: s.nodes(), Time: s.timer.elapsed(),
		PV: append([]board.Move(nil), best.line...),
	}
}

// begin readies all workers at the game's current position. The search is to call release at its end.
func (s *Searcher) begin(ctx context.Context, g *rules.Game, l rules.Limits, info func(Info)) (release func() bool) {
	s.limits, s.info = l, info
	stop := new(atomic.Bool)
	stop.Store(ctx.Err() != nil)
	s.stop = stop
	release = func() bool { return true }
	if ctx.Done() != nil {
		release = context.AfterFunc(ctx, func() { stop.Store(true) })
	}
	s.others.Store(0)
	s.table.age()
	s.timer.start(&s.limits, g.Position().Side(), g.Plies(), s.overhead)
	for i, w := range s.workers {
		w.nodeLimit = s.share(i)
		w.begin(g, l.SearchMoves)
	}
	return release
}

// share returns the part of the node limit that the i-th worker may use.
func (s *Searcher) share(i int) uint64 {
	limit := s.limits.Nodes
	if limit == 0 && s.unlimited() {
		limit = defaultNodes
	}
	if limit == 0 {
		return 1 << 62
	}
	n := uint64(len(s.workers))
	if uint64(i) < limit%n {
		return limit/n + 1
	}
	return limit / n
}

// unlimited reports whether nothing in the limits would ever end the search.
func (s *Searcher) unlimited() bool {
	l := &s.limits
	return l.Depth == 0 && l.MoveTime == 0 && l.Clock == nil && !l.Infinite && l.Mate == 0
}

// poll is called by each worker now and then; it reports whether to stop.
func (s *Searcher) poll(w *worker) bool {
	w.breather.breathe()
	if s.stop.Load() {
		return true
	}
	if w != s.workers[0] {
		s.others.Add(pollMask + 1)
		return false
	}
	return s.timer.expired()
}

// nodes returns how many nodes all workers have entered, the helpers' in steps.
func (s *Searcher) nodes() uint64 { return s.workers[0].nodes + s.others.Load() }

// iterated is called by a worker after each finished iteration; it reports whether to stop.
func (s *Searcher) iterated(w *worker, lines int) bool {
	if w != s.workers[0] {
		return false
	}
	s.report(w, lines)
	l := &s.limits
	if l.MateFound(w.best.value) {
		return true
	}
	return s.timer.enough(w)
}

// report calls info with each line of a finished iteration.
func (s *Searcher) report(w *worker, lines int) {
	if s.info == nil {
		return
	}
	for i := range lines {
		r := &w.root[i]
		s.info(Info{
			Depth: w.rootDepth, SelDepth: w.selDepth, MultiPV: i + 1, Score: r.value, Bound: Exact,
			Nodes: s.nodes(), Hashfull: s.table.hashfull(), Time: s.timer.elapsed(), PV: r.line,
			Outcomes: r.outcomes,
		})
	}
}

// mateSlack is by how many plies a search that is limited to mates alone goes beyond the length of the mate: the search
// reduces and prunes what a mate needs, and prices unlikely identities so much shallower. 59 of the 61 mates of
// testdata are found by then.
const mateSlack = 8

// depthLimit returns the deepest iteration to search.
func (s *Searcher) depthLimit() int {
	switch l := &s.limits; {
	case l.Depth > 0:
		return min(l.Depth, maxPly)
	case l.Mate > 0 && !l.Infinite && l.Nodes == 0 && l.MoveTime == 0 && l.Clock == nil:
		return min(2*min(l.Mate, maxPly)-1+mateSlack, maxPly)
	}
	return maxPly
}
