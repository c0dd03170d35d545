package board

import (
	"testing"

	"pgregory.net/rapid"
)

// members lists a set the slow way.
func members(b Bitboard) (pts []Point) {
	for pt := range Point(NumPoints) {
		if b.Has(pt) {
			pts = append(pts, pt)
		}
	}
	return pts
}

func drawSet(rt *rapid.T, label string) (Bitboard, [NumPoints]bool) {
	var b Bitboard
	var in [NumPoints]bool
	for _, pt := range rapid.SliceOf(rapid.IntRange(0, NumPoints-1)).Draw(rt, label) {
		b.Set(Point(pt))
		in[pt] = true
	}
	return b, in
}

func TestBitboardIsASet(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		a, inA := drawSet(rt, "a")
		b, inB := drawSet(rt, "b")
		for _, op := range []struct {
			name string
			got  Bitboard
			want func(x, y bool) bool
		}{
			{"a", a, func(x, y bool) bool { return x }},
			{"and", a.And(b), func(x, y bool) bool { return x && y }},
			{"or", a.Or(b), func(x, y bool) bool { return x || y }},
			{"xor", a.Xor(b), func(x, y bool) bool { return x != y }},
			{"and not", a.AndNot(b), func(x, y bool) bool { return x && !y }},
			{"not", a.Not(), func(x, y bool) bool { return !x }},
		} {
			n := 0
			for pt := range Point(NumPoints) {
				want := op.want(inA[pt], inB[pt])
				if op.got.Has(pt) != want {
					rt.Fatalf("%s: Has(%v) = %v", op.name, pt, !want)
				}
				if want {
					n++
				}
			}
			if op.got.Count() != n || op.got.Empty() != (n == 0) {
				rt.Fatalf("%s: count %d, empty %v, want %d", op.name, op.got.Count(), op.got.Empty(), n)
			}
		}
		if a.Intersects(b) == a.And(b).Empty() {
			rt.Fatal("Intersects contradicts And")
		}
		checkOrder(rt, a)
	})
}

// checkOrder takes a set apart from its lowest point on.
func checkOrder(rt *rapid.T, b Bitboard) {
	for _, want := range members(b) {
		if b.First() != want {
			rt.Fatalf("First %v, want %v", b.First(), want)
		}
		c := b
		c.Clear(want)
		if got := b.PopFirst(); got != want || b != c {
			rt.Fatalf("PopFirst %v leaves %v, want %v and %v", got, members(b), want, members(c))
		}
	}
	if b.First() != NoPoint || b.Has(NoPoint) || b.Has(127) {
		rt.Fatal("an empty set has a point")
	}
}

// Lines gathered from a set and spread again are the set's points on that line.
func TestLinesOfSets(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		b, in := drawSet(rt, "set")
		for pt := range Point(NumPoints) {
			at := &places[pt]
			rank, file := at.rankLine(b), at.fileLine(b)
			var wantRank, wantFile Bitboard
			for q := range Point(NumPoints) {
				if !in[q] {
					continue
				}
				if q.Rank() == pt.Rank() {
					wantRank.Set(q)
					if rank>>q.File()&1 == 0 {
						rt.Fatalf("%v: rank line %b lacks %v", pt, rank, q)
					}
				}
				if q.File() == pt.File() {
					wantFile.Set(q)
					if file>>q.Rank()&1 == 0 {
						rt.Fatalf("%v: file line %b lacks %v", pt, file, q)
					}
				}
			}
			if at.rankSet(rank) != wantRank || at.fileSet(file) != wantFile {
				rt.Fatalf("%v: lines do not spread to where they came from", pt)
			}
		}
	})
}
