package hce_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
	"jieqi/engine/hce"
	"jieqi/engine/score"

	"pgregory.net/rapid"
)

// randomPly returns a random legal ply, or ok = false when there is none. About half of the captures of
// face-down pieces name their victim.
func randomPly(rng *rand.Rand, p *board.Position) (ply board.Ply, ok bool) {
	ply, ok = boardtest.Ply(rng, p)
	if rng.IntN(2) == 0 {
		return ply.Public(), ok
	}
	return ply, ok
}

// walk plays up to n random plies from the start and calls each position that is not in check.
func walk(rng *rand.Rand, n int, each func(p *board.Position)) {
	p := board.StartPosition()
	var u board.Undo
	for range n {
		ply, ok := randomPly(rng, p)
		if !ok {
			return
		}
		if !p.InCheck() {
			each(p)
		}
		p.MakeTold(ply, &u)
	}
}

func seeded(t *rapid.T) *rand.Rand {
	return rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
}

var fresh = hce.New(&hce.Default)

// evaluate computes the value of p from nothing. Tests of this package run one after another.
func evaluate(p *board.Position) score.Value {
	fresh.Reset(p)
	return fresh.Evaluate(p)
}

func TestSymmetry(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		walk(seeded(t), 150, func(p *board.Position) {
			want := evaluate(p)
			if got := evaluate(boardtest.Reflected(p, board.Point.Mirror, false)); got != want {
				t.Fatalf("mirrored: %d, want %d\n%s", got, want, fresh.Explain(p))
			}
			if got := evaluate(boardtest.Reflected(p, board.Point.Flip, true)); got != want {
				t.Fatalf("colours swapped: %d, want %d\n%s", got, want, fresh.Explain(p))
			}
		})
	})
}

// TestIncremental walks a random tree by Push and Pop, null moves between, and compares every
// value with one computed from nothing.
func TestIncremental(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := seeded(t)
		p := board.StartPosition()
		e := hce.New(&hce.Default)
		e.Reset(p)
		var line []board.Undo
		for range 300 {
			ply, ok := randomPly(rng, p)
			if len(line) > 0 && (!ok || rng.IntN(3) == 0) {
				e.Pop()
				p.Unmake(&line[len(line)-1])
				line = line[:len(line)-1]
			} else if ok {
				line = append(line, board.Undo{})
				u := &line[len(line)-1]
				p.MakeTold(ply, u)
				e.Push(&u.Delta)
			}
			if !p.InCheck() {
				var null board.Undo
				p.MakeNull(&null)
				if got, want := e.Evaluate(p), evaluate(p); got != want {
					t.Fatalf("after a null move: %d, from nothing %d", got, want)
				}
				p.UnmakeNull(&null)
			}
			if got, want := e.Evaluate(p), evaluate(p); got != want {
				t.Fatalf("after %d plies: %d, from nothing %d", len(line), got, want)
			}
		}
	})
}

// TestFeatures compares the evaluation with the linear form that a fit works on, under random
// weights of any size.
func TestFeatures(t *testing.T) {
	x := hce.NewExtractor()
	rapid.Check(t, func(t *rapid.T) {
		rng := seeded(t)
		w := hce.Default
		params := hce.Params(&w)
		for _, p := range params {
			for s := range p.Value {
				p.Value[s] += int16(rng.IntN(101) - 50)
			}
		}
		e := hce.New(&w)
		var f hce.Features
		walk(rng, 150, func(p *board.Position) {
			e.Reset(p)
			got := float64(e.Evaluate(p))
			if p.Side() == board.Black {
				got = -got
			}
			x.Features(p, &f)
			want := 0.0
			for _, c := range f.Counts {
				for s, share := range f.Shares {
					want += c.Count * share * float64(params[c.Param].Value[s])
				}
			}
			if math.Abs(got-want) > 1.1 {
				t.Fatalf("evaluate %v, linear form %.3f\n%s", got, want, e.Explain(p))
			}
		})
	})
}

func TestWeightsText(t *testing.T) {
	var buf bytes.Buffer
	if err := hce.WriteWeights(&buf, &hce.Default); err != nil {
		t.Fatal(err)
	}
	text := buf.String()
	if file, err := os.ReadFile("weights.txt"); err != nil || string(file) != text {
		t.Errorf("weights.txt is not as WriteWeights writes it (%v)", err)
	}
	w, err := hce.ParseWeights(strings.NewReader("\ufeff# a comment behind a byte order mark\n\n" + text))
	if err != nil {
		t.Fatal(err)
	}
	if w != hce.Default {
		t.Error("weights changed by writing and reading")
	}
	text = text[strings.Index(text, "\nvalue.")+1:]
	first, rest, _ := strings.Cut(text, "\n")
	for name, bad := range map[string]string{
		"missing":   rest,
		"twice":     first + "\n" + text,
		"unknown":   "value.queen 1 2 3\n" + text,
		"too few":   "value.advisor 1 2\n" + rest,
		"too many":  "value.advisor 1 2 3 4\n" + rest,
		"too large": "value.advisor 1 2 2001\n" + rest,
		"no number": "value.advisor 1 2 x\n" + rest,
		"binary":    strings.Repeat("\x00\xff", 500) + "\n" + text,
		"long":      strings.Repeat("x", 1000) + " 1 2 3\n" + text,
	} {
		if _, err := hce.ParseWeights(strings.NewReader(bad)); err == nil || len(err.Error()) > 250 {
			t.Errorf("%s: error %v, want a short one", name, err)
		}
	}
}

func TestExtremeWeights(t *testing.T) {
	for _, size := range []int16{hce.MaxWeight, -hce.MaxWeight} {
		w := hce.Default
		for _, p := range hce.Params(&w) {
			*p.Value = hce.Taper{size, size, size}
		}
		e := hce.New(&w)
		x := hce.NewExtractor()
		var f hce.Features
		walk(rand.New(rand.NewPCG(1, 2)), 200, func(p *board.Position) {
			e.Reset(p)
			got := float64(e.Evaluate(p))
			if p.Side() == board.Black {
				got = -got
			}
			x.Features(p, &f)
			want := 0.0
			for _, c := range f.Counts {
				want += c.Count * float64(size)
			}
			want = max(min(want, float64(score.MaxEval)), -float64(score.MaxEval))
			if math.Abs(got-want) > 1.1 {
				t.Fatalf("all weights %d: %v, want %v", size, got, want)
			}
		})
	}
}

// TestSense states a few things every set of weights must say.
func TestSense(t *testing.T) {
	lost := func(pt string) score.Value { // the start without one of Red's face-down pieces
		s := board.StartPosition().Setup()
		p := board.MakePoint(int(pt[0]-'a'), int(pt[1]-'0'))
		s.Pieces[p] = board.NoPiece
		q, err := board.New(s)
		if err != nil {
			t.Fatal(err)
		}
		return evaluate(q)
	}
	start := evaluate(board.StartPosition())
	if start <= 0 || start > 60 {
		t.Errorf("start: %d, want a small plus for the move", start)
	}
	for _, pt := range []string{"a0", "b2", "c3", "d0"} {
		if v := lost(pt); v > start-10 {
			t.Errorf("without %s: %d, start %d", pt, v, start)
		}
	}
	// Losing chariots from the pool makes every face-down piece worth less.
	s := board.StartPosition().Setup()
	s.Pools[board.Red][board.Chariot] = 0
	s.Pieces[board.MakePoint(0, 0)] = board.NoPiece
	s.Pieces[board.MakePoint(8, 0)] = board.NoPiece
	poor, err := board.New(s)
	if err != nil {
		t.Fatal(err)
	}
	s = board.StartPosition().Setup()
	s.Pools[board.Red][board.Soldier] = 3
	s.Pieces[board.MakePoint(0, 0)] = board.NoPiece
	s.Pieces[board.MakePoint(8, 0)] = board.NoPiece
	rich, err := board.New(s)
	if err != nil {
		t.Fatal(err)
	}
	if evaluate(poor) >= evaluate(rich)-40 {
		t.Errorf("pool without chariots %d, without two soldiers %d", evaluate(poor), evaluate(rich))
	}
}
