package hce

import "jieqi/engine/board"

// Coefficient says how often a position counts one weight, Red's count minus Black's. Counts of
// Value and Unseen are fractions where identities are unseen.
type Coefficient struct {
	Param int // index into Params
	Count float64
}

// Features is a position as a linear function of the weights: its evaluation in Red's view is
// the sum over Counts and stages of Count * Shares[stage] * weight[stage] centipawns, up to the
// rounding of Evaluate (less than 1.1 cp) and its clamp.
type Features struct {
	Shares [numStages]float64 // of Dark, Full and Bare; they sum to 1
	Counts []Coefficient      // those that are not zero, in no particular order
}

// Extractor takes positions apart for a fit. It is not for use by several goroutines at once.
type Extractor struct {
	index  Set[int] // the place of each weight in Params
	probes []probe
	view   view
}

// probe runs the terms with up to three weights set to one, each in a lane of its own, and all
// others zero: what comes back are their counts.
type probe struct {
	tables *tables
	params []int
}

// NewExtractor returns an extractor.
func NewExtractor() *Extractor {
	x := new(Extractor)
	_, places := x.index.params()
	for i := range places {
		*places[i] = i
	}
	for first := x.index.Mobility[board.Advisor][0]; first < len(places); first += numStages {
		x.probes = append(x.probes, newProbe(first, min(first+numStages, len(places))))
	}
	return x
}

func newProbe(first, end int) probe {
	pr := probe{tables: new(tables)}
	_, weights := pr.tables.terms.params()
	for i := first; i < end; i++ {
		*weights[i] = 1 << (laneBits * (i - first))
		pr.params = append(pr.params, i)
	}
	pr.tables.fill()
	return pr
}

// Features fills f for p, reusing the room in f.Counts.
func (x *Extractor) Features(p *board.Position, f *Features) {
	f.Counts = f.Counts[:0]
	v := &x.view
	v.fill(p)
	dark := p.Hidden(board.Red) + p.Hidden(board.Black)
	for s, share := range stages[dark][v.occupied.Count()-board.NumColors] {
		f.Shares[s] = float64(share) / stageOne
	}
	x.pieces(p, f)
	for c := board.Red; c <= board.Black; c++ {
		x.pool(p, c, f)
	}
	for i := range x.probes {
		x.probes[i].count(v, p, f)
	}
}

// pieces counts Value, Square and Role.
func (x *Extractor) pieces(p *board.Position, f *Features) {
	for pt := board.Point(0); pt < board.NoPoint; pt++ {
		pc := p.At(pt)
		if pc == board.NoPiece {
			continue
		}
		k, c, from := pc.Kind(), pc.Color(), pt
		if c == board.Black {
			from = pt.Flip()
		}
		if k != board.General {
			f.add(x.index.Value[k], sign(c))
		}
		if k == board.FaceDown {
			f.add(x.index.Role[roleIndex(from)], sign(c))
		} else {
			f.add(x.index.Square[k][halfIndex(from)], sign(c))
		}
	}
}

// pool counts the identities behind the face-down pieces of one side.
func (x *Extractor) pool(p *board.Position, c board.Color, f *Features) {
	pool := p.Pool(c)
	n := p.Hidden(c)
	if n == 0 {
		return
	}
	for _, k := range board.PoolKinds {
		if pool[k] > 0 {
			count := sign(c) * float64(n) * float64(pool[k]) / float64(pool.Size())
			f.add(x.index.Value[k], count)
			f.add(x.index.Unseen[k], count)
		}
	}
}

// count adds the counts of the probe's weights.
func (pr *probe) count(v *view, p *board.Position, f *Features) {
	var sum lanes
	var terms [NumTerms]lanes
	pr.tables.collect(v, p, &terms)
	for _, l := range &terms {
		sum += l
	}
	var counts [numStages]int32
	counts[0], counts[1], counts[2] = sum.split()
	for i, param := range pr.params {
		if counts[i] != 0 {
			f.add(param, float64(counts[i]))
		}
	}
}

func (f *Features) add(param int, count float64) {
	f.Counts = append(f.Counts, Coefficient{param, count})
}

func sign(c board.Color) float64 { return 1 - 2*float64(c) }
