package board

// Home points: where the pieces of the start position stand. A face-down piece has never
// moved, so it stands on one of the fifteen home points of its colour and moves by that point's role.

// backRank is the row of roles on the back rank, file a to file i.
var backRank = [Files]Kind{Chariot, Horse, Elephant, Advisor, General, Advisor, Elephant, Horse, Chariot}

// homePiece is, for each point, the piece whose home it is (the general's included), or NoPiece.
var homePiece = func() (t [128]Piece) {
	for i := range t {
		t[i] = NoPiece
	}
	for c := range Color(NumColors) {
		set := func(file, rank int, k Kind) {
			pt := MakePoint(file, rank)
			if c == Black {
				pt = pt.Flip()
			}
			t[pt] = MakePiece(c, k)
		}
		for f, k := range backRank {
			set(f, 0, k)
		}
		set(1, 2, Cannon)
		set(7, 2, Cannon)
		for f := 0; f < Files; f += 2 {
			set(f, 3, Soldier)
		}
	}
	return t
}()

// HomeKind returns the role and colour of one of the thirty home points of face-down pieces.
// ok is false on every other point, the generals' e0 and e9 included.
func HomeKind(pt Point) (kind Kind, color Color, ok bool) {
	home := homePiece[pt&127]
	if home == NoPiece || home.Kind() == General {
		return NoKind, Red, false
	}
	return home.Kind(), home.Color(), true
}

// roleOf returns the piece whose moves pc makes on pt: pc itself, or the home piece of a face-down one.
func roleOf(pc Piece, pt Point) Piece {
	if pc&7 == Piece(FaceDown) {
		return homePiece[pt&127]
	}
	return pc
}
