package dealer

import (
	"errors"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

const someDeal = "a0=N,b0=P,c0=B,d0=A,f0=P,g0=P,h0=R,i0=A,b2=R,h2=P,a3=P,c3=B,e3=C,g3=N,i3=C," +
	"a6=p,c6=a,e6=p,g6=n,i6=p,b7=c,h7=a,a9=r,b9=n,c9=b,d9=p,f9=c,g9=b,h9=p,i9=r"

func mustDeal(t *testing.T, text string) deal.Deal {
	t.Helper()
	d, err := deal.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func move(t *testing.T, text string) board.Move {
	t.Helper()
	m, err := notation.ParseMove4(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestThreeViews(t *testing.T) {
	table := New(mustDeal(t, someDeal), rules.Tiantian)
	ply, err := table.Play(move(t, "b2b9"))
	if want := (board.Ply{Move: move(t, "b2b9"), Reveal: board.Chariot, Victim: board.Horse}); err != nil || ply != want {
		t.Fatalf("played %+v, %v; want %+v", ply, err, want)
	}
	for _, c := range []struct {
		name string
		view *rules.Game
		want string
	}{
		{"public", table.Public(), "R1A2C2P5N2B2r2a2c2p5n2b2"},
		{"red", table.View(board.Red), "R1A2C2P5N2B2r2a2c2p5n1b2"},
		{"black", table.View(board.Black), "R1A2C2P5N2B2r2a2c2p5n2b2"},
	} {
		want := "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b " + c.want + " 0 1"
		if got := notation.FormatFEN(c.view.Position()); got != want {
			t.Errorf("%s view is %s, want %s", c.name, got, want)
		}
	}
	if table.Verdict().Over() {
		t.Errorf("verdict %s", table.Verdict())
	}
}

func TestIllegalMoveChangesNothing(t *testing.T) {
	table := New(mustDeal(t, someDeal), rules.Tiantian)
	for _, m := range []board.Move{board.NoMove, move(t, "b2b8"), move(t, "b7b6"), move(t, "e4e5"), board.Move(0xffff)} {
		ply, err := table.Play(m)
		if !errors.Is(err, ErrIllegal) || ply != (board.Ply{}) {
			t.Errorf("%s: played %+v, error %v", m, ply, err)
		}
		for _, view := range []*rules.Game{table.Public(), table.View(board.Red), table.View(board.Black)} {
			if *view.Position() != *board.StartPosition() || view.Plies() != 0 {
				t.Errorf("%s changed a view", m)
			}
		}
	}
}

func TestResetWantsACompleteDeal(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a partial deal was played from the start")
		}
	}()
	New(deal.Deal{}, rules.Tiantian)
}

// view is everything that a player can read from a game.
type view struct {
	position, base board.Position
	keys           []uint64
	moves          []board.Move
	plies          int
	verdict        rules.Verdict
}

func read(g *rules.Game) view {
	c := g.Clone()
	return view{*c.Position(), *c.Base(), c.Keys(), c.Moves(), c.Plies(), c.Verdict()}
}

// TestViewsHoldNoUntoldIdentity plays a random game to ply k, then the same moves on a deal in
// which the identities that one side has not been told by then are permuted: pieces still face
// down, and its own that were taken face down.
func TestViewsHoldNoUntoldIdentity(t *testing.T) {
	runs, differ := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		runs++
		source := deal.NewSource(rapid.String().Draw(t, "phrase"))
		d, random := source.Deal(0), source.Stream("moves", 0)
		observer := board.Color(rapid.IntRange(0, 1).Draw(t, "observer"))
		plies := rapid.IntRange(1, 150).Draw(t, "plies")

		table := New(d, rules.Tiantian)
		untold := [board.NumColors][]board.Point{deal.Points(board.Red), deal.Points(board.Black)}
		var moves []board.Move
		var seen []view
		for len(moves) < plies && !table.Verdict().Over() {
			p := table.Public().Position()
			m := pick(p, random)
			mover := p.Side()
			ply, err := table.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			if ply.Reveal != board.NoKind {
				untold[mover] = without(untold[mover], m.From())
			}
			if ply.Victim != board.NoKind && mover == observer {
				untold[mover.Other()] = without(untold[mover.Other()], m.To())
			}
			moves = append(moves, m)
			seen = append(seen, read(table.View(observer)))
		}

		other := d
		for _, points := range untold {
			for j := len(points) - 1; j > 0; j-- {
				other = other.Swap(points[j], points[random.Uintn(uint64(j)+1)])
			}
		}
		if other != d {
			differ++
		}
		table.Reset(other, rules.Tiantian)
		for i, m := range moves {
			if _, err := table.Play(m); err != nil {
				t.Fatalf("ply %d: %v", i+1, err)
			}
			if now := read(table.View(observer)); !reflect.DeepEqual(now, seen[i]) {
				t.Fatalf("ply %d: %s sees\n%s and on the other deal\n%s", i+1, observer,
					notation.FormatFEN(&seen[i].position), notation.FormatFEN(&now.position))
			}
		}
	})
	if differ < runs/2 {
		t.Errorf("only %d of %d games had another deal to compare with", differ, runs)
	}
}

// TestToldIdentitiesMatter shows that the test above can fail: swapping identities that a side
// was told changes its view.
func TestToldIdentitiesMatter(t *testing.T) {
	d := mustDeal(t, someDeal)
	for _, c := range []struct {
		a, b     string
		observer board.Color
		same     bool
	}{
		{"b9", "a9", board.Red, false},  // Red took the horse on b9
		{"b9", "a9", board.Black, true}, // Black was not told
		{"b2", "a0", board.Red, false},  // all saw the chariot turn up
		{"b2", "a0", board.Black, false},
	} {
		var views [2]view
		for i, truth := range []deal.Deal{d, d.Swap(point(t, c.a), point(t, c.b))} {
			table := New(truth, rules.Tiantian)
			if _, err := table.Play(move(t, "b2b9")); err != nil {
				t.Fatal(err)
			}
			views[i] = read(table.View(c.observer))
		}
		if same := reflect.DeepEqual(views[0], views[1]); same != c.same {
			t.Errorf("%s and %s exchanged: %s sees the same: %v", c.a, c.b, c.observer, same)
		}
	}
}

func point(t *testing.T, name string) board.Point { return move(t, name+"e4").From() }

func without(points []board.Point, pt board.Point) []board.Point {
	var rest []board.Point
	for _, other := range points {
		if other != pt {
			rest = append(rest, other)
		}
	}
	return rest
}

func pick(p *board.Position, random *deal.Stream) board.Move {
	var buffer [board.MaxMoves]board.Move
	list := p.LegalMoves(buffer[:0])
	return list[random.Uintn(uint64(len(list)))]
}

// BenchmarkRandomGames counts plies of random games with the verdict after each.
func BenchmarkRandomGames(b *testing.B) {
	source := deal.NewSource("speed")
	random := source.Stream("moves", 0)
	table := New(source.Deal(0), rules.Tiantian)
	b.ReportAllocs()
	for i := range b.N {
		if table.Verdict().Over() {
			table.Reset(source.Deal(uint64(i)), rules.Tiantian)
		}
		if _, err := table.Play(pick(table.Public().Position(), random)); err != nil {
			b.Fatal(err)
		}
	}
}
