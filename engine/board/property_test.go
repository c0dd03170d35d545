package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/board/boardtest"
	"pgregory.net/rapid"
)

// Every legal move with every possible reveal: the position made equals the one built from its
// plain data (key, guard, line sets and all), the delta says what changed, and unmake restores every field.
func TestMakeAndUnmake(t *testing.T) {
	walk(t, 30, func(rt *rapid.T, p *board.Position) {
		before := *p
		for _, m := range p.LegalMoves(nil) {
			reveals := []board.Kind{board.NoKind}
			if p.IsReveal(m) {
				reveals = board.PoolKinds[:]
			}
			for _, k := range reveals {
				if k != board.NoKind && p.PoolCount(p.Side(), k) == 0 {
					continue
				}
				gives := p.GivesCheck(m, k)
				var u board.Undo
				p.Make(m, k, &u)
				checkMade(rt, &before, p, &u, k, board.NoKind)
				if gives != p.InCheck() {
					rt.Fatalf("%+v %v %v: GivesCheck %v, in check %v", before.Setup(), m, k, gives, p.InCheck())
				}
				p.Unmake(&u)
				if *p != before {
					rt.Fatalf("%v %v: not restored", m, k)
				}
			}
		}
	})
}

func TestNthCountsThePool(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		var pool, got board.Pool
		for _, k := range board.PoolKinds {
			pool[k] = rapid.Uint8Range(0, board.FullCount[k]).Draw(rt, "count")
		}
		for n := range pool.Size() {
			got[pool.Nth(n)]++
		}
		if got != pool || pool.Nth(pool.Size()) != board.NoKind {
			rt.Fatalf("%v counts as %v", pool, got)
		}
	})
}

func TestTold(t *testing.T) {
	all := board.Ply{Move: 5, Reveal: board.Horse, Victim: board.Cannon}
	less := board.Ply{Move: 5, Reveal: board.Horse, Victim: board.NoKind}
	for mover := range board.Color(board.NumColors) {
		if all.Told(mover, mover) != all || all.Told(mover, mover.Other()) != less || all.Public() != less {
			t.Errorf("%v took a face-down piece: it alone must be told what it was", mover)
		}
	}
}

func TestMakeTold(t *testing.T) {
	walk(t, 60, func(rt *rapid.T, p *board.Position) {
		before := *p
		ply, ok := randomPly(rt, p)
		if !ok {
			return
		}
		var u board.Undo
		p.MakeTold(ply, &u)
		checkMade(rt, &before, p, &u, ply.Reveal, ply.Victim)
		p.Unmake(&u)
		if *p != before {
			rt.Fatalf("%v: not restored", ply)
		}
	})
}

// checkMade compares a made position and its delta with what the move must have done.
func checkMade(rt *rapid.T, before, after *board.Position, u *board.Undo, reveal, victim board.Kind) {
	d := u.Delta
	from, to, us := d.Move.From(), d.Move.To(), before.Side()
	want := board.Delta{Move: d.Move, Before: before.At(from), After: before.At(from), Captured: before.At(to), Victim: victim}
	s := before.Setup()
	if reveal != board.NoKind {
		s.Pools[us][reveal]--
		want.After, want.RevealLeft = board.MakePiece(us, reveal), s.Pools[us][reveal]
	}
	if victim != board.NoKind {
		s.Pools[us.Other()][victim]--
		want.VictimLeft = s.Pools[us.Other()][victim]
	}
	if d != want {
		rt.Fatalf("delta %+v, want %+v", d, want)
	}
	s.Pieces[from], s.Pieces[to] = board.NoPiece, want.After
	s.Halfmove++
	if want.Captured != board.NoPiece {
		s.Halfmove = 0
	}
	s.Fullmove += int(us)
	s.Side = us.Other()
	rebuilt, err := board.New(s)
	if err != nil {
		rt.Fatalf("after %v: %v", d.Move, err)
	}
	if *after != *rebuilt || after.Key() != after.ComputeKey() {
		rt.Fatalf("after %v: made and rebuilt differ", d.Move)
	}
}

func TestNullMove(t *testing.T) {
	walk(t, 30, func(rt *rapid.T, p *board.Position) {
		if p.InCheck() {
			return
		}
		before := *p
		s := p.Setup()
		s.Halfmove++
		s.Fullmove += int(s.Side)
		s.Side = s.Side.Other()
		want, err := board.New(s)
		if err != nil {
			rt.Fatal(err)
		}
		var u board.Undo
		p.MakeNull(&u)
		if *p != *want {
			rt.Fatalf("null move: got %+v", p.Setup())
		}
		p.UnmakeNull(&u)
		if *p != before {
			rt.Fatal("null move not restored")
		}
	})
}

// The ways of asking for legal moves agree with each other.
func TestMoveListsAgree(t *testing.T) {
	walk(t, 12, func(rt *rapid.T, p *board.Position) {
		moves := p.LegalMoves(nil)
		var captures []board.Move
		for _, m := range moves {
			if p.IsCapture(m) {
				captures = append(captures, m)
			}
		}
		got := p.LegalCaptures(nil)
		slices.Sort(got)
		slices.Sort(captures)
		if !slices.Equal(got, captures) {
			rt.Fatalf("captures %v, want %v", got, captures)
		}
		if n := p.CountLegal(); n != len(moves) {
			rt.Fatalf("CountLegal %d, %d moves", n, len(moves))
		}
		if p.HasLegalMove() != (len(moves) > 0) {
			rt.Fatalf("HasLegalMove with %d moves", len(moves))
		}
		slices.Sort(moves)
		for m := range board.Move(1 << 14) {
			_, listed := slices.BinarySearch(moves, m)
			if p.IsLegal(m) != listed {
				rt.Fatalf("%v: IsLegal %v, listed %v", m, !listed, listed)
			}
		}
		for _, m := range moves {
			for high := board.Move(1); high < 4; high++ {
				if p.IsLegal(m | high<<14) {
					rt.Fatalf("%v with stray bits is legal", m)
				}
			}
		}
	})
}

// A view reflected left to right has the reflected moves.
func TestMirrorSymmetry(t *testing.T) {
	walk(t, 40, func(rt *rapid.T, p *board.Position) {
		checkSameMoves(rt, p, boardtest.Reflected(p, board.Point.Mirror, false), board.Point.Mirror)
	})
}

// The board turned round with colours exchanged has the turned moves.
func TestColorSymmetry(t *testing.T) {
	walk(t, 40, func(rt *rapid.T, p *board.Position) {
		checkSameMoves(rt, p, boardtest.Reflected(p, board.Point.Flip, true), board.Point.Flip)
	})
}

// checkSameMoves compares p's moves, checkers and pins, mapped, with those of q.
func checkSameMoves(rt *rapid.T, p, q *board.Position, image func(board.Point) board.Point) {
	var want []board.Move
	for _, m := range p.LegalMoves(nil) {
		want = append(want, board.MakeMove(image(m.From()), image(m.To())))
	}
	got := q.LegalMoves(nil)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		rt.Fatalf("moves %v, want %v", got, want)
	}
	for _, pair := range [][2]board.Bitboard{{p.Checkers(), q.Checkers()}, {p.Pinned(), q.Pinned()}} {
		var mapped board.Bitboard
		for b := pair[0]; !b.Empty(); {
			mapped.Set(image(b.PopFirst()))
		}
		if mapped != pair[1] {
			rt.Fatalf("checkers or pins %v, want %v", pair[1], mapped)
		}
	}
}

// Checkers are the attackers of the general, and pins are what they say: taking the piece off opens a check.
func TestCheckersAndPins(t *testing.T) {
	walk(t, 40, func(rt *rapid.T, p *board.Position) {
		us := p.Side()
		general, enemy := p.General(us), p.ColorSet(us.Other())
		checkers := p.AttackersTo(general, p.Occupied()).And(enemy)
		if checkers != p.Checkers() {
			rt.Fatalf("checkers %v, want %v", p.Checkers(), checkers)
		}
		var pinned board.Bitboard
		for b := p.ColorSet(us); !b.Empty(); {
			pt := b.PopFirst()
			occ := p.Occupied()
			occ.Clear(pt)
			if pt != general && !p.AttackersTo(general, occ).And(enemy).AndNot(checkers).Empty() {
				pinned.Set(pt)
			}
		}
		if pinned != p.Pinned() {
			rt.Fatalf("pinned %v, want %v", p.Pinned(), pinned)
		}
	})
}

// What attacks a point is what has the point among its attacks, and captures are attacks.
func TestAttacksBothWays(t *testing.T) {
	walk(t, 20, func(rt *rapid.T, p *board.Position) {
		for to := range board.Point(board.NumPoints) {
			attackers := p.AttackersTo(to, p.Occupied())
			for from := range board.Point(board.NumPoints) {
				facing := from == p.General(board.Red) && to == p.General(board.Black) ||
					from == p.General(board.Black) && to == p.General(board.Red)
				if !facing && attackers.Has(from) != p.AttacksFrom(from).Has(to) {
					rt.Fatalf("%v to %v: AttackersTo %v, AttacksFrom %v", from, to, attackers.Has(from), p.AttacksFrom(from).Has(to))
				}
				if taken := p.At(to); taken != board.NoPiece && p.At(from) != board.NoPiece && taken.Color() != p.At(from).Color() &&
					!facing && attackers.Has(from) != p.Destinations(from).Has(to) {
					rt.Fatalf("%v takes on %v: attacker %v", from, to, attackers.Has(from))
				}
			}
		}
	})
}

// The steps asked for by kind are those of the piece that stands there.
func TestStepsByKind(t *testing.T) {
	walk(t, 30, func(rt *rapid.T, p *board.Position) {
		for c := range board.Color(board.NumColors) {
			for _, k := range board.PoolKinds {
				for b := p.Role(c, k); !b.Empty(); {
					pt := b.PopFirst()
					moves, hits := p.Destinations(pt), p.AttacksFrom(pt)
					var steps, attacks board.Bitboard
					switch k {
					case board.Chariot:
						steps = p.ChariotSteps(pt)
						attacks = steps
					case board.Horse:
						steps = p.HorseSteps(pt)
						attacks = steps
					case board.Elephant:
						steps = p.ElephantSteps(pt)
						attacks = steps
					case board.Cannon:
						steps, attacks = p.CannonSteps(pt)
					default:
						continue
					}
					if steps.AndNot(p.ColorSet(c)) != moves || attacks != hits {
						rt.Fatalf("%v on %v: steps %v, attacks %v, want %v, %v", k, pt, steps, attacks, moves, hits)
					}
				}
			}
		}
	})
}

func TestPackedRoundTrip(t *testing.T) {
	walk(t, 60, func(rt *rapid.T, p *board.Position) {
		k := p.Pack()
		want := p.Setup()
		want.Halfmove, want.Fullmove = 0, 1
		if got := k.Unpack(); got != want {
			rt.Fatalf("unpacked %+v, want %+v", got, want)
		}
		if k.Side() != p.Side() || k.Pool(board.Red) != p.Pool(board.Red) || k.Pool(board.Black) != p.Pool(board.Black) {
			rt.Fatal("side or pools differ")
		}
		var placed [32]board.PlacedPiece
		n := k.Pieces(&placed)
		if n != p.Occupied().Count() {
			rt.Fatalf("%d pieces, want %d", n, p.Occupied().Count())
		}
		for _, pp := range placed[:n] {
			if p.At(pp.Point) != pp.Piece {
				rt.Fatalf("%v holds %v, want %v", pp.Point, pp.Piece, p.At(pp.Point))
			}
		}
	})
}

// TestAdvanceIsPack follows random games of both observers: what Advance makes of a packed view is what Pack makes of
// the position.
func TestAdvanceIsPack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		p := board.StartPosition()
		k := p.Pack()
		var u board.Undo
		for range 200 {
			ply, ok := boardtest.Ply(rng, p)
			if !ok {
				return
			}
			p.MakeTold(ply, &u)
			if k.Advance(&u.Delta); k != p.Pack() {
				t.Fatalf("after %v: %v, want %v", ply, k.Unpack(), p.Pack())
			}
		}
	})
}
