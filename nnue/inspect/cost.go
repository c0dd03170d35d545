package inspect

import (
	"time"

	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue"
)

// Cost is what an evaluation takes on this machine and core, as it is just now.
type Cost struct {
	Kernel string  `json:"kernel"`
	Move   float64 `json:"after_a_move_ns"` // following a move and evaluating, as a search does
	Anew   float64 `json:"anew_ns"`         // from the position alone
}

// costTime is how long each of the two is measured.
const costTime = 125 * time.Millisecond

// child is a position after a move from another.
type child struct {
	delta board.Delta
	p     board.Position
}

// measure returns what n takes on the first position of the samples that has a move; nil if none has.
func measure(n *nnue.Network, samples []Sample) *Cost {
	for _, s := range samples {
		for _, p := range s.Positions {
			if after := children(p); len(after) > 0 {
				e := nnue.NewEvaluator(n)
				cost := Cost{Kernel: nnue.Kernel()}
				var sink score.Value // that no call is idle
				cost.Anew = nanoseconds(func() {
					e.Reset(p)
					sink += e.Evaluate(p)
				})
				i := 0
				cost.Move = nanoseconds(func() {
					c := &after[i%len(after)]
					i++
					e.Push(&c.delta)
					sink += e.Evaluate(&c.p)
					e.Pop()
				})
				return &cost
			}
		}
	}
	return nil
}

// children returns the positions after each move of p; what a move turns up is the first identity of the pool.
func children(p *board.Position) (after []child) {
	for _, m := range p.LegalMoves(nil) {
		reveal := board.NoKind
		if p.IsReveal(m) {
			pool := p.Pool(p.Side())
			reveal = pool.Nth(0)
		}
		var u board.Undo
		q := *p
		q.Make(m, reveal, &u)
		after = append(after, child{u.Delta, q})
	}
	return after
}

// nanoseconds returns how long a call of work takes, on average over costTime.
func nanoseconds(work func()) float64 {
	const batch = 256
	start, calls := time.Now(), 0
	for time.Since(start) < costTime {
		for range batch {
			work()
		}
		calls += batch
	}
	return float64(time.Since(start).Nanoseconds()) / float64(calls)
}
