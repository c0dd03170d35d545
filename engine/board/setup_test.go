package board_test

import (
	"errors"
	"testing"

	"jieqi/engine/board"
)

func TestRefusedSetups(t *testing.T) {
	put := func(s *board.Setup, name string, c board.Color, k board.Kind) {
		s.Pieces[point(name)] = board.MakePiece(c, k)
	}
	empty := func(s *board.Setup, names ...string) {
		for _, n := range names {
			s.Pieces[point(n)] = board.NoPiece
		}
	}
	for _, c := range []struct {
		name  string
		spoil func(*board.Setup)
		want  string
	}{
		{"piece code", func(s *board.Setup) { s.Pieces[40] = 17 }, "board: no piece has number 17 (on e4)"},
		{"face-down off home", func(s *board.Setup) { put(s, "a4", board.Red, board.FaceDown) },
			"board: face-down piece X on a4, which is no home point of red"},
		{"face-down on the enemy's home", func(s *board.Setup) { put(s, "a9", board.Red, board.FaceDown) },
			"board: face-down piece X on a9, which is no home point of red"},
		{"face-down on the general's point", func(s *board.Setup) { put(s, "e9", board.Black, board.FaceDown) },
			"board: face-down piece x on e9, which is no home point of black"},
		{"general missing", func(s *board.Setup) { empty(s, "e0") }, "board: red has 0 generals, not one"},
		{"general doubled", func(s *board.Setup) { put(s, "e8", board.Black, board.General) }, "board: black has 2 generals, not one"},
		{"general outside the palace", func(s *board.Setup) { put(s, "e3", board.Red, board.General) },
			"board: red general on e3, outside its palace"},
		{"general in the other palace", func(s *board.Setup) { put(s, "e8", board.Red, board.General) },
			"board: red general on e8, outside its palace"},
		{"seventeen pieces", func(s *board.Setup) { put(s, "a4", board.Black, board.Soldier) },
			"board: black has 17 pieces, more than 16"},
		{"side", func(s *board.Setup) { s.Side = 2 }, "side: no side has number 2"},
		{"too many of a kind", func(s *board.Setup) { put(s, "a0", board.Red, board.Horse) },
			"pool: red has 1 of N face up and 2 in the pool, more than the set's 2"},
		{"too many in the pool", func(s *board.Setup) { s.Pools[board.Black][board.Soldier] = 6 },
			"pool: black has 0 of p face up and 6 in the pool, more than the set's 5"},
		{"pool wraps round", func(s *board.Setup) { s.Pools[board.Black][board.Soldier] = 255 },
			"pool: black has 0 of p face up and 255 in the pool, more than the set's 5"},
		{"general in the pool", func(s *board.Setup) { s.Pools[board.Red][board.General] = 1 },
			"pool: red pool holds a general or a face-down piece"},
		{"fewer identities than face-down pieces", func(s *board.Setup) { s.Pools[board.Red][board.Cannon] = 1 },
			"pool: red has 15 face-down pieces and only 14 identities in the pool"},
		{"generals facing", func(s *board.Setup) { empty(s, "e3", "e6") },
			"board: the generals on e0 and e9 face each other"},
		{"side not to move in check", func(s *board.Setup) {
			empty(s, "a0", "e6")
			s.Pools[board.Red][board.Chariot] = 1
			put(s, "e8", board.Red, board.Chariot)
		}, "board: black is not to move and its general on e9 is in check from e8"},
		{"checked by a face-down cannon", func(s *board.Setup) {
			empty(s, "h2", "h9", "f9", "g9", "i9", "a3", "h0")
			s.Pools[board.Red][board.Cannon] = 1
			put(s, "h9", board.Red, board.Cannon)
			put(s, "f9", board.Black, board.FaceDown)
		}, "board: black is not to move and its general on e9 is in check from h9"},
		{"negative halfmove", func(s *board.Setup) { s.Halfmove = -1 }, "halfmove: -1 is not within 0 to 1048576"},
		{"huge halfmove", func(s *board.Setup) { s.Halfmove = 1 << 40 }, "halfmove: 1099511627776 is not within 0 to 1048576"},
		{"fullmove zero", func(s *board.Setup) { s.Fullmove = 0 }, "fullmove: 0 is not within 1 to 1048576"},
	} {
		s := board.StartPosition().Setup()
		c.spoil(&s)
		p, err := board.New(s)
		var bad *board.SetupError
		if !errors.As(err, &bad) || p != nil {
			t.Errorf("%s: accepted (%v)", c.name, err)
			continue
		}
		if err.Error() != c.want {
			t.Errorf("%s: %q, want %q", c.name, err, c.want)
		}
	}
}

func TestStartPosition(t *testing.T) {
	p := board.StartPosition()
	if p.Side() != board.Red || p.Halfmove() != 0 || p.Setup().Fullmove != 1 || p.InCheck() {
		t.Error("side, counters or check wrong")
	}
	for c := range board.Color(board.NumColors) {
		if p.Hidden(c) != 15 || p.Pool(c) != board.FullPool || !p.Pieces(c, board.Chariot).Empty() || p.Role(c, board.Soldier).Count() != 5 {
			t.Errorf("%v: face-down pieces or pool wrong", c)
		}
	}
	if p.General(board.Red) != point("e0") || p.General(board.Black) != point("e9") {
		t.Error("generals misplaced")
	}
	const fen = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"
	if *parse(t, fen) != *p {
		t.Error("not the position of the start FEN")
	}
}

// No setup makes New, or what it accepts, panic; what it accepts comes back unchanged.
func FuzzNew(f *testing.F) {
	s := board.StartPosition().Setup()
	var cells []byte
	for _, pc := range s.Pieces {
		cells = append(cells, byte(pc))
	}
	f.Add(cells, byte(0), []byte{0, 2, 2, 2, 2, 2, 5, 0, 0, 2, 2, 2, 2, 2, 5, 0}, 0, 1, uint16(0))
	f.Fuzz(func(t *testing.T, cells []byte, side byte, pools []byte, halfmove, fullmove int, move uint16) {
		s := board.Setup{Side: board.Color(side), Halfmove: halfmove, Fullmove: fullmove}
		for i := range s.Pieces {
			s.Pieces[i] = board.NoPiece
			if i < len(cells) {
				s.Pieces[i] = board.Piece(cells[i])
			}
		}
		for i, n := range pools {
			if i < 2*board.NumKinds {
				s.Pools[i/board.NumKinds][i%board.NumKinds] = n
			}
		}
		p, err := board.New(s)
		if err != nil {
			return
		}
		if p.Setup() != s {
			t.Fatalf("%+v came back as %+v", s, p.Setup())
		}
		m := board.Move(move)
		listed := false
		for _, l := range p.LegalMoves(nil) {
			listed = listed || l == m
		}
		if p.IsLegal(m) != listed {
			t.Fatalf("%v: IsLegal %v", m, !listed)
		}
	})
}
