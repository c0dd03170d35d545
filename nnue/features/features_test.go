package features

import (
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"slices"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
)

// set is which inputs are on.
type set [Count]bool

// setOf returns list as a set and fails when an input comes twice or does not exist.
func setOf(t *testing.T, list []uint16) (s set) {
	t.Helper()
	if len(list) > MaxActive {
		t.Fatalf("%d inputs on, at most %d allowed", len(list), MaxActive)
	}
	for _, i := range list {
		if s[i] {
			t.Fatalf("input %d comes twice", i)
		}
		s[i] = true
	}
	return s
}

func activeSet(t *testing.T, p *board.Position, persp board.Color) set {
	t.Helper()
	return setOf(t, Active(p, persp, nil))
}

// slowSet writes the definition of the inputs out, point by point.
func slowSet(p *board.Position, persp board.Color) (s set) {
	side := func(c board.Color) int {
		if c == persp {
			return 0
		}
		return 1
	}
	for rank := range board.Ranks {
		for file := range board.Files {
			pc := p.At(board.MakePoint(file, rank))
			if pc == board.NoPiece {
				continue
			}
			seenRank := rank
			if persp == board.Black {
				seenRank = 9 - rank
			}
			s[(side(pc.Color())*8+int(pc.Kind()))*90+seenRank*9+file] = true
		}
	}
	for _, c := range []board.Color{board.Red, board.Black} {
		slot := 1440 + side(c)*15
		for _, k := range []board.Kind{board.Advisor, board.Elephant, board.Horse, board.Chariot, board.Cannon, board.Soldier} {
			for j := range int(board.FullCount[k]) {
				if p.PoolCount(c, k) > j {
					s[slot] = true
				}
				slot++
			}
		}
	}
	return s
}

// plies returns every ply that the move m can turn out to be for an observer: each reveal of
// the mover's pool, each victim of the captured side's pool and the victim untold.
func plies(p *board.Position, m board.Move) (all []board.Ply) {
	reveals, victims := []board.Kind{board.NoKind}, []board.Kind{board.NoKind}
	mover, captured := p.At(m.From()), p.At(m.To())
	for _, k := range board.PoolKinds {
		if mover.Kind() == board.FaceDown && p.PoolCount(mover.Color(), k) > 0 {
			reveals = append(reveals, k)
		}
		if captured != board.NoPiece && captured.Kind() == board.FaceDown && p.PoolCount(captured.Color(), k) > 0 {
			victims = append(victims, k)
		}
	}
	if len(reveals) > 1 {
		reveals = reveals[1:]
	}
	for _, r := range reveals {
		for _, v := range victims {
			all = append(all, board.Ply{Move: m, Reveal: r, Victim: v})
		}
	}
	return all
}

// walk plays a random game and calls visit at each position, the first one included. Victims
// are told to the observer when Black falls only, as in Red's view.
func walk(seed uint64, visit func(p *board.Position)) {
	rng := rand.New(rand.NewPCG(seed, 0))
	p := board.StartPosition()
	var u board.Undo
	for range 150 {
		visit(p)
		moves := p.LegalMoves(nil)
		if len(moves) == 0 {
			return
		}
		choices := plies(p, moves[rng.IntN(len(moves))])
		ply := choices[rng.IntN(len(choices))]
		if p.Side() == board.Black {
			ply.Victim = board.NoKind
		} else if ply.Victim == board.NoKind && len(choices) > 1 {
			ply.Victim = choices[len(choices)-1].Victim
		}
		p.MakeTold(ply, &u)
	}
}

func TestActiveAgainstDefinition(t *testing.T) {
	for seed := range uint64(20) {
		walk(seed, func(p *board.Position) {
			k := p.Pack()
			for c := board.Red; c <= board.Black; c++ {
				want := slowSet(p, c)
				if activeSet(t, p, c) != want {
					t.Fatalf("seed %d: Active differs from the definition for %v", seed, c)
				}
				if setOf(t, ActivePacked(&k, c, false, nil)) != want {
					t.Fatalf("seed %d: ActivePacked differs from the definition for %v", seed, c)
				}
			}
		})
	}
}

// TestChangedAgainstActive tries each legal move with every reveal and victim at every ply.
func TestChangedAgainstActive(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(8) {
		walk(seed, func(p *board.Position) {
			before := [2]set{activeSet(t, p, board.Red), activeSet(t, p, board.Black)}
			for _, m := range p.LegalMoves(nil) {
				for _, ply := range plies(p, m) {
					var u board.Undo
					p.MakeTold(ply, &u)
					for c := board.Red; c <= board.Black; c++ {
						var change Change
						Changed(&u.Delta, c, &change)
						if got := apply(t, before[c], &change); got != activeSet(t, p, c) {
							t.Fatalf("seed %d: Changed differs from Active for %v after %v", seed, c, ply)
						}
						seen[fmt.Sprint(change.NumOn, change.NumOff)]++
					}
					p.Unmake(&u)
				}
			}
		})
	}
	for _, shape := range []string{"1 1", "1 2", "1 3", "1 4"} {
		if seen[shape] == 0 {
			t.Errorf("no change of shape %q (on, off) was met: %v", shape, seen)
		}
	}
}

// apply returns s after c and fails when c turns off what is off or on what is on.
func apply(t *testing.T, s set, c *Change) set {
	t.Helper()
	for _, i := range c.Off[:c.NumOff] {
		if !s[i] {
			t.Fatalf("input %d turned off twice", i)
		}
		s[i] = false
	}
	for _, i := range c.On[:c.NumOn] {
		if s[i] {
			t.Fatalf("input %d turned on twice", i)
		}
		s[i] = true
	}
	return s
}

func TestMirrorIsTheMirroredBoard(t *testing.T) {
	var both Both
	for seed := range uint64(10) {
		walk(seed, func(p *board.Position) {
			k, mirrored := p.Pack(), boardtest.Reflected(p, board.Point.Mirror, false)
			for c := board.Red; c <= board.Black; c++ {
				want := activeSet(t, mirrored, c)
				own, enemy := both.Packed(&k, true)
				if seen := map[bool][]uint16{true: own, false: enemy}[c == k.Side()]; !slices.Equal(seen, ActivePacked(&k, c, true, nil)) {
					t.Fatalf("seed %d: Both differs from ActivePacked for %v", seed, c)
				}
				if setOf(t, ActivePacked(&k, c, true, nil)) != want {
					t.Fatalf("seed %d: the mirrored inputs are not those of the mirrored board for %v", seed, c)
				}
			}
		})
	}
}

func TestBlackSeesWhatRedSeesOnTheSwappedBoard(t *testing.T) {
	for seed := range uint64(10) {
		walk(seed, func(p *board.Position) {
			swapped := boardtest.Reflected(p, board.Point.Flip, true)
			if activeSet(t, p, board.Black) != activeSet(t, swapped, board.Red) ||
				activeSet(t, p, board.Red) != activeSet(t, swapped, board.Black) {
				t.Fatalf("seed %d: perspectives are not symmetric", seed)
			}
		})
	}
}

// TestGoldenIndices pins numbers worked out by hand from the definition.
func TestGoldenIndices(t *testing.T) {
	p := board.StartPosition()
	for _, c := range []struct {
		persp board.Color
		on    []uint16
	}{
		{board.Red, []uint16{
			0*90 + 4,        // own general on e0
			8*90 + 85,       // enemy general on e9
			7*90 + 0,        // own face-down on a0
			15*90 + 9*9 + 0, // enemy face-down on a9
			15*90 + 6*9 + 8, // enemy face-down on i6
			1440, 1441, 1454, 1455, 1469,
		}},
		{board.Black, []uint16{4, 8*90 + 85, 7*90 + 0, 15*90 + 81, 1440, 1469}},
	} {
		s := activeSet(t, p, c.persp)
		for _, i := range c.on {
			if !s[i] {
				t.Errorf("%v: input %d is off at the start", c.persp, i)
			}
		}
	}
	if n := len(Active(p, board.Red, nil)); n != MaxActive {
		t.Errorf("%d inputs on at the start, want all %d", n, MaxActive)
	}

	// Red's face-down cannon takes b9 over the piece on b7 and turns up as a horse.
	var u board.Undo
	p.Make(board.MakeMove(board.MakePoint(1, 2), board.MakePoint(1, 9)), board.Horse, &u)
	var c Change
	Changed(&u.Delta, board.Black, &c)
	wantOn := []uint16{(8+3)*90 + 0*9 + 1}                                 // enemy horse on b9
	wantOff := []uint16{(8+7)*90 + 7*9 + 1, 7*90 + 0*9 + 1, 1440 + 15 + 5} // enemy face-down b2, own face-down b9, enemy's second horse
	if !slices.Equal(c.On[:c.NumOn], wantOn) || !slices.Equal(c.Off[:c.NumOff], wantOff) {
		t.Errorf("on %v, off %v; want %v, %v", c.On[:c.NumOn], c.Off[:c.NumOff], wantOn, wantOff)
	}
}

// TestGoldenHash pins every number of a few games, order included.
func TestGoldenHash(t *testing.T) {
	const want = 0x4f09a1fd
	sum := crc32.NewIEEE()
	for seed := range uint64(5) {
		walk(seed, func(p *board.Position) {
			k := p.Pack()
			for c := board.Red; c <= board.Black; c++ {
				fmt.Fprintln(sum, Active(p, c, nil), ActivePacked(&k, c, true, nil))
			}
		})
	}
	if got := sum.Sum32(); got != want {
		t.Errorf("inputs hash to %#x, want %#x", got, want)
	}
}

func TestNothingAllocates(t *testing.T) {
	p := board.StartPosition()
	k := p.Pack()
	var u board.Undo
	p.Make(p.LegalMoves(nil)[0], board.Soldier, &u)
	buf := make([]uint16, 0, MaxActive)
	var c Change
	allocs := testing.AllocsPerRun(100, func() {
		Active(p, board.Black, buf)
		ActivePacked(&k, board.Red, true, buf)
		Changed(&u.Delta, board.Red, &c)
	})
	if allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

func BenchmarkFeatures(b *testing.B) {
	p := board.StartPosition()
	k := p.Pack()
	var u board.Undo
	p.Make(p.LegalMoves(nil)[0], board.Soldier, &u)
	buf := make([]uint16, 0, MaxActive)
	b.Run("active", func(b *testing.B) {
		for range b.N {
			Active(p, board.Black, buf)
		}
	})
	b.Run("packed", func(b *testing.B) {
		for range b.N {
			ActivePacked(&k, board.Black, true, buf)
		}
	})
	b.Run("both", func(b *testing.B) {
		var views []board.Packed // many, so that no branch is learnt by heart
		for seed := range uint64(50) {
			walk(seed, func(p *board.Position) { views = append(views, p.Pack()) })
		}
		var both Both
		b.ResetTimer()
		for i := range b.N {
			both.Packed(&views[i%len(views)], i&1 == 1)
		}
	})
	b.Run("changed", func(b *testing.B) {
		var c Change
		for range b.N {
			Changed(&u.Delta, board.Black, &c)
		}
	})
}
