package hcefit

import (
	"math"
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/hce"
)

// TestRowsAreTheEvaluation compares rows with what the engine says, to a rounded centipawn.
func TestRowsAreTheEvaluation(t *testing.T) {
	w, e, b := flatten(&hce.Default), hce.New(&hce.Default), newBuilder(all)
	var r rows
	r.clear()
	walk(rand.New(rand.NewPCG(5, 6)), 200, func(p *board.Position) {
		b.add(&r, p, 1, 0)
		e.Reset(p)
		want := float64(e.Evaluate(p))
		if p.Side() == board.Black {
			want = -want
		}
		if got := r.value(r.len()-1, w); math.Abs(got-want) > 1.1 {
			t.Fatalf("row says %.2f, the evaluation %v", got, want)
		}
	})
	if r.len() < 100 {
		t.Fatalf("only %d positions", r.len())
	}
}

func TestRoundIsTheInverseOfFlatten(t *testing.T) {
	if got := round(flatten(&hce.Default)); got != hce.Default {
		t.Error("flattened and rounded, the weights differ")
	}
	far := flatten(&hce.Default)
	far[0], far[1], far[2] = 1e6, -1e6, 0.6
	w := round(far)
	if got := *hce.Params(&w)[0].Value; got != (hce.Taper{hce.MaxWeight, -hce.MaxWeight, 1}) {
		t.Errorf("rounded to %v", got)
	}
}
