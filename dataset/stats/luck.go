package stats

import (
	"math"

	"jieqi/dataset"
	"jieqi/engine/board"
)

// Luck is what reveals changed; see the package's documentation.
type Luck struct {
	Reveals uint64      `json:"reveals"` // that were counted
	Mean    float64     `json:"mean"`    // in expected score, -1 to 1, of the mover
	StdDev  float64     `json:"std_dev"`
	Spread  Histogram   `json:"spread"`   // in thousandths
	ByPiece []PieceLuck `json:"by_piece"` // that turned up

	sum, squares float64
	pieces       [board.NumKinds]PieceLuck
}

// PieceLuck is the luck of turning a kind of piece up.
type PieceLuck struct {
	Piece   string  `json:"piece"`
	Reveals uint64  `json:"reveals"`
	Mean    float64 `json:"mean"`

	sum float64
}

func newLuck() Luck { return Luck{Spread: newHistogram(-1000, 1000, 50)} }

// add counts a reveal, if its luck is known.
func (l *Luck) add(t *dataset.Turn) {
	x, known := dataset.Luck(t.Plies, t.At)
	if !known {
		return
	}
	l.Reveals++
	l.sum, l.squares = l.sum+x, l.squares+x*x
	l.Spread.add(int(math.Floor(1000 * x)))
	p := &l.pieces[t.Played.Reveal]
	p.Reveals++
	p.sum += x
}

func (l *Luck) finish() {
	l.Mean = ratio(l.sum, l.Reveals)
	l.StdDev = math.Sqrt(max(0, ratio(l.squares, l.Reveals)-l.Mean*l.Mean))
	for _, k := range board.PoolKinds {
		p := l.pieces[k]
		p.Piece, p.Mean = kindNames[k], ratio(p.sum, p.Reveals)
		l.ByPiece = append(l.ByPiece, p)
	}
}
