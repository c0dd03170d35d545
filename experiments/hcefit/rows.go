package hcefit

import (
	"fmt"
	"slices"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/hce"
)

// stages is how many numbers a weight has.
const stages = len(hce.Taper{})

// rows are positions as sparse linear functions of the weights, in Red's view. Rows
// begin with clear.
type rows struct {
	starts []uint32          // row i has the entries starts[i] to starts[i+1]
	index  []uint16          // of an entry: its weight's place in hce.Params
	count  []float32         // of an entry: Red's count minus Black's
	shares [][stages]float32 // of a row: of the stages of a Taper, summing to 1
	points []uint8           // of a row: Red's half points in the end
	deals  []uint64          // of a row: the key of its deal
}

// clear leaves no row, and the room of those there were.
func (r *rows) clear() {
	*r = rows{append(r.starts[:0], 0), r.index[:0], r.count[:0], r.shares[:0], r.points[:0], r.deals[:0]}
}

func (r *rows) clone() rows {
	return rows{slices.Clone(r.starts), slices.Clone(r.index), slices.Clone(r.count), slices.Clone(r.shares),
		slices.Clone(r.points), slices.Clone(r.deals)}
}

func (r *rows) len() int { return len(r.points) }

// value returns the evaluation of row i under the weights w in centipawns, w[stages*p+s] being
// stage s of weight p.
func (r *rows) value(i int, w []float64) float64 {
	var sum [stages]float64
	for e := r.starts[i]; e < r.starts[i+1]; e++ {
		c, at := float64(r.count[e]), w[stages*int(r.index[e]):][:stages]
		for s := range sum {
			sum[s] += c * at[s]
		}
	}
	v := 0.0
	for s, share := range r.shares[i] {
		v += float64(share) * sum[s]
	}
	return v
}

// addGradient adds slope times the derivatives of value(i) to grad, which is laid out as w is.
func (r *rows) addGradient(i int, slope float64, grad []float64) {
	var by [stages]float64
	for s, share := range r.shares[i] {
		by[s] = slope * float64(share)
	}
	for e := r.starts[i]; e < r.starts[i+1]; e++ {
		c, at := float64(r.count[e]), grad[stages*int(r.index[e]):][:stages]
		for s := range by {
			at[s] += c * by[s]
		}
	}
}

// builder appends positions to rows.
type builder struct {
	extractor *hce.Extractor
	chosen    []bool // by weight, whether rows count it
	features  hce.Features
	sum       []float64 // by weight, zero between calls
	touched   []int     // weights of sum that were added to
}

// newBuilder returns a builder of rows that count the chosen weights alone.
func newBuilder(chosen []bool) *builder {
	return &builder{extractor: hce.NewExtractor(), chosen: chosen, sum: make([]float64, len(chosen))}
}

// addSample appends the position of a sample.
func (b *builder) addSample(r *rows, x *dataset.Sample) error {
	pos, err := board.New(x.View.Unpack())
	if err != nil {
		return fmt.Errorf("game %d, ply %d: %w", x.Game, x.Ply, err)
	}
	points := x.Result
	if pos.Side() == board.Black {
		points = 2 - points
	}
	b.add(r, pos, points, x.DealKey)
	return nil
}

// add appends p. The counts of a weight are summed first: most pieces of the two sides cancel out.
func (b *builder) add(r *rows, p *board.Position, points uint8, deal uint64) {
	b.extractor.Features(p, &b.features)
	b.touched = b.touched[:0]
	for _, c := range b.features.Counts {
		if !b.chosen[c.Param] {
			continue
		}
		if b.sum[c.Param] == 0 {
			b.touched = append(b.touched, c.Param)
		}
		b.sum[c.Param] += c.Count
	}
	for _, param := range b.touched {
		if count := float32(b.sum[param]); count != 0 {
			r.index = append(r.index, uint16(param))
			r.count = append(r.count, count)
		}
		b.sum[param] = 0
	}
	var shares [stages]float32
	for s, share := range b.features.Shares {
		shares[s] = float32(share)
	}
	r.starts = append(r.starts, uint32(len(r.index)))
	r.shares = append(r.shares, shares)
	r.points = append(r.points, points)
	r.deals = append(r.deals, deal)
}
