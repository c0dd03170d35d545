package hce_test

import (
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
)

func positions() (list []board.Position) {
	for seed := range uint64(20) {
		walk(rand.New(rand.NewPCG(seed, 7)), 200, func(p *board.Position) { list = append(list, *p) })
	}
	return list
}

func BenchmarkEvaluate(b *testing.B) {
	list := positions()
	e := hce.New(&hce.Default)
	e.Reset(board.StartPosition())
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		e.Evaluate(&list[i%len(list)])
	}
}

func BenchmarkPushPop(b *testing.B) {
	p := board.StartPosition()
	var u board.Undo
	p.Make(board.MakeMove(board.MakePoint(1, 2), board.MakePoint(4, 2)), board.Chariot, &u)
	e := hce.New(&hce.Default)
	e.Reset(board.StartPosition())
	b.ReportAllocs()
	for b.Loop() {
		e.Push(&u.Delta)
		e.Pop()
	}
}

func TestNoAllocation(t *testing.T) {
	list := positions()
	e := hce.New(&hce.Default)
	e.Reset(board.StartPosition())
	i := 0
	if n := testing.AllocsPerRun(1000, func() { e.Evaluate(&list[i%len(list)]); i++ }); n != 0 {
		t.Errorf("%v allocations an evaluation", n)
	}
}
