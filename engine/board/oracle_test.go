package board_test

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/recorded"
)

func parse(t testing.TB, fen string) *board.Position {
	t.Helper()
	p, err := notation.ParseFEN(fen)
	if err != nil {
		t.Fatalf("%s: %v", fen, err)
	}
	return p
}

func TestLegalMovesOfRecordedPositions(t *testing.T) {
	for _, r := range recorded.Positions.Rows(t) {
		p := parse(t, r["fen"])
		var got []string
		for _, m := range p.LegalMoves(nil) {
			got = append(got, m.String())
		}
		slices.Sort(got)
		if strings.Join(got, " ") != strings.TrimSpace(r["moves"]) {
			t.Errorf("%s (%s)\n got %v\nwant %s", r["fen"], r["tags"], got, r["moves"])
		}
		if n := strconv.Itoa(p.CountLegal()); n != r["n_moves"] {
			t.Errorf("%s: CountLegal %s, want %s", r["fen"], n, r["n_moves"])
		}
		if p.HasLegalMove() != (len(got) > 0) {
			t.Errorf("%s: HasLegalMove %v with %d moves", r["fen"], p.HasLegalMove(), len(got))
		}
	}
}

// TestDivideStops: without the context's end a count to this depth would take years.
func TestDivideStops(t *testing.T) {
	tired := errors.New("tired")
	ctx, cancel := context.WithCancelCause(context.Background())
	p := board.StartPosition()
	before := *p
	go cancel(tired)
	n, err := board.Divide(ctx, p, 20, board.PerftMode{}, func(board.Move, uint64) {})
	if n != 0 || err != tired || *p != before {
		t.Errorf("counted %d, error %v; position restored: %v", n, err, *p == before)
	}
}

// givenOf reads "a0=A,b0=P,…".
func givenOf(t testing.TB, deal string) *[board.NumPoints]board.Kind {
	t.Helper()
	given := new([board.NumPoints]board.Kind)
	for i := range given {
		given[i] = board.NoKind
	}
	for _, part := range strings.Split(deal, ",") {
		if len(part) != 4 || part[2] != '=' {
			continue
		}
		k, _, ok := board.KindOfLetter(part[3])
		if !ok {
			t.Fatalf("bad deal entry %q", part)
		}
		given[board.MakePoint(int(part[0]-'a'), int(part[1]-'0'))] = k
	}
	return given
}

func TestPerftOfRecordedPositions(t *testing.T) {
	maxDepth := 4
	if testing.Short() {
		maxDepth = 3
	}
	for _, r := range recorded.Perft.Rows(t) {
		p := parse(t, r["fen"])
		before := *p
		given := board.PerftMode{Given: givenOf(t, r["deal(square=identity)"])}
		if err := given.Check(p); err != nil {
			t.Fatalf("%s: %v", r["fen"], err)
		}
		for depth := 1; depth <= maxDepth; depth++ {
			for column, mode := range map[string]board.PerftMode{"deal_d": given, "id_d": {}} {
				want := r[column+strconv.Itoa(depth)]
				if want == "-" {
					continue
				}
				if got := board.Perft(p, depth, mode); strconv.FormatUint(got, 10) != want {
					t.Errorf("%s: %s%d = %d, want %s", r["fen"], column, depth, got, want)
				}
			}
		}
		if *p != before {
			t.Errorf("%s: perft changed the position", r["fen"])
		}
	}
}

// The counts of the single moves add up, and a mode that lacks an identity is refused.
func TestPerftByMove(t *testing.T) {
	p, given := startGiven(t)
	for _, mode := range []board.PerftMode{given, {}} {
		for depth := 1; depth <= 3; depth++ {
			var sum uint64
			var moves []board.Move
			total, err := board.Divide(context.Background(), p, depth, mode, func(m board.Move, n uint64) {
				moves, sum = append(moves, m), sum+n
			})
			if want := board.Perft(p, depth, mode); err != nil || sum != want || total != want || !slices.Equal(moves, p.LegalMoves(nil)) {
				t.Errorf("depth %d: moves %v add up to %d, %d in all, want %d (%v)", depth, moves, sum, total, want, err)
			}
		}
	}
	if n, err := board.Divide(context.Background(), p, 0, given, nil); board.Perft(p, 0, given) != 1 || n != 1 || err != nil {
		t.Error("depth 0 is not one node")
	}
	lacking := *given.Given
	lacking[point("b2")] = board.NoKind
	if err := (board.PerftMode{Given: &lacking}).Check(p); err == nil || err.Error() != "perft: no identity given for the face-down piece on b2" {
		t.Errorf("missing identity: %v", err)
	}
	lacking[point("b2")] = board.Horse
	if err := (board.PerftMode{Given: &lacking}).Check(p); err == nil || err.Error() != "perft: N given on e3, but the pool holds only 2" {
		t.Errorf("third horse: %v", err)
	}
}
