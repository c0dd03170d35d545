package hcefit

import (
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
	"jieqi/engine/score"
)

// walk plays random moves from the start, with identities drawn from the pools, and calls visit with
// each position from the eighth ply on.
func walk(rng *rand.Rand, plies int, visit func(p *board.Position)) {
	p := board.StartPosition()
	var undo board.Undo
	var moves []board.Move
	for ply := range plies {
		if moves = p.LegalMoves(moves[:0]); len(moves) == 0 {
			return
		}
		m, reveal := moves[rng.IntN(len(moves))], board.NoKind
		if p.IsReveal(m) {
			reveal = draw(rng, p.Pool(p.Side()))
		}
		p.Make(m, reveal, &undo)
		if ply >= 8 {
			visit(p)
		}
	}
}

func draw(rng *rand.Rand, pool board.Pool) board.Kind {
	n := rng.IntN(int(pool.Size()))
	for _, k := range board.PoolKinds {
		if n -= int(pool[k]); n < 0 {
			return k
		}
	}
	return board.NoKind
}

// invent returns n positions of random games in some blocks, with results drawn as the weights w
// would have them on the project's scale. A deal has a single position.
func invent(tb testing.TB, n int, w *hce.Weights, seed uint64) *data {
	tb.Helper()
	rng := rand.New(rand.NewPCG(seed, 1))
	flat := flatten(w)
	d := &data{blocks: make([]rows, 100)}
	for i := range d.blocks {
		d.blocks[i].clear()
	}
	b := newBuilder(all)
	for i := 0; i < n; {
		walk(rng, 120, func(p *board.Position) {
			if rng.IntN(4) > 0 || i == n {
				return
			}
			r := &d.blocks[i%len(d.blocks)]
			b.add(r, p, 0, rng.Uint64())
			last := r.len() - 1
			if rng.Float64() < score.Logistic(r.value(last, flat)/score.Scale) {
				r.points[last] = 2
			}
			i++
		})
	}
	return d
}

// all chooses every weight.
var all = mustChoose()

func mustChoose(families ...string) []bool {
	list, err := chosen(families)
	if err != nil {
		panic(err)
	}
	return list
}
