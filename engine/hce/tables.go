package hce

import "jieqi/engine/board"

// tables are Weights in the form the evaluation reads: lanes instead of Tapers, and the sums that
// Push and Pop follow laid out by piece and point, Black's negative; what is read for each officer
// is laid out so that one look replaces the questions.
type tables struct {
	terms  Set[lanes]
	square [board.NoPiece + 1][board.NumPoints]lanes // Value+Square, or Value+Role; zero for NoPiece
	unseen [board.NumKinds]lanes                     // Value+Unseen of an identity in a pool

	moves  [board.NumKinds][32]lanes // Mobility, with room for an index that needs no check
	threat [board.NumKinds][8]lanes  // Guarded, Hanging, Cheaper by guarded + 2*attacked + 4*cheaper
	aims   [board.NumKinds][16]lanes // Assault times the points attacked
}

func newTables(w *Weights) *tables {
	t := new(tables)
	_, from := w.params()
	_, to := t.terms.params()
	for i := range from {
		*to[i] = from[i].lanes()
	}
	t.fill()
	return t
}

// fill derives the tables by point from t.terms.
func (t *tables) fill() {
	for k := board.General; k <= board.FaceDown; k++ {
		t.unseen[k] = t.terms.Value[k] + t.terms.Unseen[k]
		for pt := board.Point(0); pt < board.NoPoint; pt++ {
			v := t.terms.Value[k] + t.bySquare(k, pt)
			t.square[board.MakePiece(board.Red, k)][pt] = v
			t.square[board.MakePiece(board.Black, k)][pt.Flip()] = -v
		}
		t.fillOfficer(k)
	}
}

// fillOfficer derives the tables that are read for officers of kind k.
func (t *tables) fillOfficer(k board.Kind) {
	w := &t.terms
	copy(t.moves[k][:], w.Mobility[k][:])
	for i := range t.threat[k] {
		guarded, attacked, cheaper := lanes(i&1), lanes(i>>1&1), lanes(i>>2)
		t.threat[k][i] = guarded*w.Guarded[k] + attacked*(1-guarded)*w.Hanging[k] + cheaper*w.Cheaper[k]
	}
	for i := range t.aims[k] {
		t.aims[k][i] = lanes(i) * w.Assault[k]
	}
}

// bySquare returns what standing on pt adds for a red piece of kind k.
func (t *tables) bySquare(k board.Kind, pt board.Point) lanes {
	if k == board.FaceDown {
		if i := roleIndex(pt); i >= 0 {
			return t.terms.Role[i]
		}
		return 0
	}
	return t.terms.Square[k][halfIndex(pt)]
}

// halfIndex returns the index into Square of a point seen by its owner.
func halfIndex(pt board.Point) int {
	file := pt.File()
	return pt.Rank()*halfFiles + min(file, board.Files-1-file)
}

// roleIndex returns the index into Role of a home point on Red's side, -1 for other points.
func roleIndex(pt board.Point) int {
	for i, home := range homePoints {
		if pt == home || pt == home.Mirror() {
			return i
		}
	}
	return -1
}
