package nnue

import (
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
	"jieqi/nnue/architecture"
	"jieqi/nnue/features"
)

// TestRangesHold plays random games and asks that no neuron's activation leaves what its range says.
func TestRangesHold(t *testing.T) {
	for name, activate := range map[string]func(float32) float32{"float": ClippedReLU, "integer": Activate} {
		for seed := range uint64(3) {
			p := NewParams(seed)
			ranges := p.Ranges(activate)
			rng := rand.New(rand.NewPCG(seed, 7))
			pos := board.StartPosition()
			var u board.Undo
			for range 80 {
				ply, ok := boardtest.Ply(rng, pos)
				if !ok {
					break
				}
				pos.MakeTold(ply, &u)
				own, enemy := features.Active(pos, pos.Side(), nil), features.Active(pos, pos.Side().Other(), nil)
				a := p.Activations(own, enemy, activate)
				checkRanges(t, name, a.Joined[:Width], ranges[0], activate)
				checkRanges(t, name, a.Joined[Width:], ranges[0], activate)
				checkRanges(t, name, a.Hidden1[:], ranges[1], activate)
				checkRanges(t, name, a.Hidden2[:], ranges[2], activate)
				if r := ranges[3][0]; a.Logit < r.Low || a.Logit > r.High {
					t.Fatalf("%s: logit %g beyond %v", name, a.Logit, r)
				}
			}
		}
	}
}

func checkRanges(t *testing.T, name string, activations []float32, ranges []Range, activate func(float32) float32) {
	t.Helper()
	for j, a := range activations {
		if low, high := activate(ranges[j].Low), activate(ranges[j].High); a < low || a > high {
			t.Fatalf("%s: neuron %d of %d is %g, beyond %g to %g", name, j, len(ranges), a, low, high)
		}
	}
}

// TestRangesByHand works out the sums of a few neurons.
func TestRangesByHand(t *testing.T) {
	p := ZeroParams()
	p.B0[5] = -0.5
	p.L0[0*Width+5], p.L0[90*Width+5] = 0.25, 0.375 // an own general and an own advisor, both on a0: one of them at most
	p.L0[1*Width+5] = -1
	p.L0[features.PieceInputs*Width+5], p.L0[(features.PieceInputs+1)*Width+5] = -0.25, 0.75 // the second slot needs the first
	p.L1[5*Hidden1+3], p.L1[(Width+5)*Hidden1+3], p.B1[3] = 2, -1, 0.25
	ranges := p.Ranges(ClippedReLU)
	if got, want := ranges[0][5], (Range{-1.75, 0.375}); got != want {
		t.Errorf("first layer %v, want %v", got, want)
	}
	if got, want := ranges[1][3], (Range{-0.125, 1}); got != want {
		t.Errorf("second layer %v, want %v", got, want)
	}
	for layer, l := range architecture.Layers {
		if len(ranges[layer]) != l.Outputs {
			t.Errorf("%s: %d ranges, want %d", l.Name, len(ranges[layer]), l.Outputs)
		}
	}
}

// TestNetworkParamsQuantiseBack makes a network of the parameters of another: the same file but for the provenance.
func TestNetworkParamsQuantiseBack(t *testing.T) {
	for _, s := range []Scales{DefaultScales(), {64, 64, 1024}} {
		p := testParams()
		s.Clip(p)
		n := mustQuantise(t, p, s)
		back := n.Params()
		s.FakeQuantize(p, p)
		for i, x := range p.Flat {
			if back.Flat[i] != x {
				t.Fatalf("%+v: parameter %d is %g, rounded %g", s, i, back.Flat[i], x)
			}
		}
		if again := mustQuantise(t, back, s); again.Name() != n.Name() {
			t.Errorf("%+v: %s, then %s", s, n.Name(), again.Name())
		}
	}
}
