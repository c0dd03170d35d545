package nnue

import (
	"math/rand/v2"
	"sync"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/score"
	"jieqi/nnue/features"

	"pgregory.net/rapid"
)

// withKernel returns n as another kernel plays it.
func withKernel(n *Network, k kernel) *Network {
	c := *n
	c.kernel = k
	return &c
}

// slowNetwork is testNetwork on the scalar kernel.
var slowNetwork = sync.OnceValue(func() *Network { return withKernel(testNetwork(), scalar) })

// slowEvaluate evaluates with testNetwork from lists made from scratch, on the scalar kernel.
func slowEvaluate(p *board.Position) score.Value {
	n := slowNetwork()
	own := features.Active(p, p.Side(), nil)
	enemy := features.Active(p, p.Side().Other(), nil)
	return n.Centipawns(n.Evaluate(own, enemy))
}

// reveals returns what a move can turn up: the kinds in the mover's pool, or NoKind alone.
func reveals(p *board.Position, m board.Move) []board.Kind {
	if !p.IsReveal(m) {
		return []board.Kind{board.NoKind}
	}
	var kinds []board.Kind
	for _, k := range board.PoolKinds {
		if p.PoolCount(p.Side(), k) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func randomMove(rng *rand.Rand, p *board.Position) (board.Move, board.Kind, bool) {
	moves := p.LegalMoves(nil)
	if len(moves) == 0 {
		return board.NoMove, board.NoKind, false
	}
	m := moves[rng.IntN(len(moves))]
	kinds := reveals(p, m)
	return m, kinds[rng.IntN(len(kinds))], true
}

// TestFastAgainstSlow plays random games and compares after each legal move with each reveal.
func TestFastAgainstSlow(t *testing.T) {
	n := testNetwork()
	values := map[score.Value]bool{}
	for _, k := range kernels {
		e := NewEvaluator(withKernel(n, k))
		for seed := range uint64(2) {
			rng := rand.New(rand.NewPCG(seed, 1))
			p := board.StartPosition()
			e.Reset(p)
			for range 80 {
				for _, m := range p.LegalMoves(nil) {
					for _, r := range reveals(p, m) {
						var u board.Undo
						p.Make(m, r, &u)
						e.Push(&u.Delta)
						got, want := e.Evaluate(p), slowEvaluate(p)
						if got != want {
							t.Fatalf("%v, seed %d, %v turning up %v: %d, from scratch %d", k, seed, m, r, got, want)
						}
						values[got] = true
						e.Pop()
						p.Unmake(&u)
					}
				}
				m, r, ok := randomMove(rng, p)
				if !ok {
					break
				}
				var u board.Undo
				p.Make(m, r, &u)
				e.Push(&u.Delta)
			}
		}
	}
	if len(values) < 100 {
		t.Errorf("only %d different values: the comparison says little", len(values))
	}
}

// TestLazyAccumulators makes, unmakes, passes and evaluates in any order, so that sums are
// brought up to date over several plies, for stacks that Evaluate never saw in between.
func TestLazyAccumulators(t *testing.T) {
	n := testNetwork()
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
		e := NewEvaluator(withKernel(n, kernels[rng.IntN(len(kernels))]))
		p := board.StartPosition()
		e.Reset(p)
		var stack []board.Undo
		for range rapid.IntRange(1, 200).Draw(t, "steps") {
			switch c := rng.IntN(10); {
			case c < 5:
				if m, r, ok := randomMove(rng, p); ok {
					stack = append(stack, board.Undo{})
					p.Make(m, r, &stack[len(stack)-1])
					e.Push(&stack[len(stack)-1].Delta)
				}
			case c < 8 && len(stack) > 0:
				p.Unmake(&stack[len(stack)-1])
				stack = stack[:len(stack)-1]
				e.Pop()
			case c == 8 && !p.InCheck():
				var u board.Undo
				p.MakeNull(&u)
				if got, want := e.Evaluate(p), slowEvaluate(p); got != want {
					t.Fatalf("after a null move: %d, from scratch %d", got, want)
				}
				p.UnmakeNull(&u)
			default:
				if got, want := e.Evaluate(p), slowEvaluate(p); got != want {
					t.Fatalf("%d plies deep: %d, from scratch %d", len(stack), got, want)
				}
			}
		}
	})
}

// TestPlayedVictims follows moves as they are really played, when the observer learns what it took.
func TestPlayedVictims(t *testing.T) {
	n := testNetwork()
	e := NewEvaluator(n)
	told := 0
	for seed := range uint64(10) {
		rng := rand.New(rand.NewPCG(seed, 2))
		p := board.StartPosition()
		e.Reset(p)
		for range 100 {
			m, r, ok := randomMove(rng, p)
			if !ok {
				break
			}
			ply := board.Ply{Move: m, Reveal: r, Victim: board.NoKind}
			if victim := p.At(m.To()); victim != board.NoPiece && victim.Kind() == board.FaceDown {
				for _, k := range board.PoolKinds {
					if p.PoolCount(victim.Color(), k) > 0 {
						ply.Victim = k
						told++
						break
					}
				}
			}
			var u board.Undo
			p.MakeTold(ply, &u)
			e.Push(&u.Delta)
			if got, want := e.Evaluate(p), slowEvaluate(p); got != want {
				t.Fatalf("after %v: %d, from scratch %d", ply, got, want)
			}
		}
	}
	if told < 10 {
		t.Errorf("only %d victims were told", told)
	}
}

func TestDeepStackGrows(t *testing.T) {
	n := testNetwork()
	e := NewEvaluator(n)
	p := board.StartPosition()
	e.Reset(p)
	rng := rand.New(rand.NewPCG(5, 5))
	for ply := range 3 * startPlies {
		m, r, ok := randomMove(rng, p)
		if !ok {
			t.Skipf("the game ended after %d plies", ply)
		}
		var u board.Undo
		p.Make(m, r, &u)
		e.Push(&u.Delta)
	}
	if got, want := e.Evaluate(p), slowEvaluate(p); got != want {
		t.Errorf("%d, from scratch %d", got, want)
	}
}

func TestEvaluatorAllocatesNothing(t *testing.T) {
	n := testNetwork()
	e := NewEvaluator(n)
	p := board.StartPosition()
	m := p.LegalMoves(nil)[0]
	var u board.Undo
	allocs := testing.AllocsPerRun(100, func() {
		e.Reset(p)
		p.Make(m, board.Soldier, &u)
		e.Push(&u.Delta)
		e.Evaluate(p)
		e.Pop()
		p.Unmake(&u)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestMirrorChangesNothing evaluates mirrored inputs with a network whose weights are mirrored,
// which must give the same value.
func TestMirrorChangesNothing(t *testing.T) {
	p := testParams()
	q := p.Clone()
	for i := range features.PieceInputs {
		pt := board.Point(i % board.NumPoints)
		mirrored := i - int(pt) + int(pt.Mirror())
		copy(q.L0[mirrored*Width:][:Width], p.L0[i*Width:][:Width])
	}
	n, m := testNetwork(), mustQuantise(t, q, DefaultScales())
	rng := rand.New(rand.NewPCG(11, 0))
	pos := board.StartPosition()
	for range 60 {
		mv, r, ok := randomMove(rng, pos)
		if !ok {
			break
		}
		var u board.Undo
		pos.Make(mv, r, &u)
		k := pos.Pack()
		list := func(c board.Color, mirror bool) []uint16 { return features.ActivePacked(&k, c, mirror, nil) }
		a := n.Evaluate(list(0, false), list(1, false))
		if b := m.Evaluate(list(0, true), list(1, true)); a != b {
			t.Fatalf("%d, mirrored %d", a, b)
		}
	}
}

func BenchmarkEvaluator(b *testing.B) {
	p := board.StartPosition()
	rng := rand.New(rand.NewPCG(3, 3))
	var undo [40]board.Undo
	for i := range undo {
		m, r, ok := randomMove(rng, p)
		if !ok {
			b.Fatal("the game ended early")
		}
		p.Make(m, r, &undo[i])
	}
	for _, k := range kernels {
		e := NewEvaluator(withKernel(testNetwork(), k))
		e.Reset(p)
		b.Run(k.String(), func(b *testing.B) {
			for i := range b.N {
				e.Push(&undo[i%len(undo)].Delta)
				e.Evaluate(p)
				e.Pop()
			}
		})
	}
}
