package tune

import (
	"math"

	"jieqi/engine/deal"
	"jieqi/engine/search"
)

// Exponents of the gains, as Spall recommends them for practice.
const (
	alpha = 0.602
	gamma = 0.101
)

// stepsInRange is how many final steps the range of a constant is wide.
const stepsInRange = 20

// walk is the state of the approximation: a real number for each constant.
type walk struct {
	pairs  int     // N
	rate   float64 // a_N / step²
	source deal.Source
	base   search.Constants // what is not walked over, and the names
	at     []float64
	steps  []float64 // c_N
	ranges [][2]int
}

func newWalk(cfg *Config) *walk {
	w := &walk{pairs: cfg.Pairs, rate: cfg.Rate, source: deal.NewSource(cfg.Phrase), base: cfg.From}
	for c := range w.base.All() {
		w.at = append(w.at, float64(*c.Value))
		w.ranges = append(w.ranges, c.Range)
		step := 0.0
		if cfg.tunes(c.Name) {
			step = max(1, float64(c.Range[1]-c.Range[0])/stepsInRange)
		}
		w.steps = append(w.steps, step)
	}
	return w
}

// direction returns which way pair i (from 0) pushes each constant: −1 or 1.
func (w *walk) direction(i int) []float64 {
	random := w.source.Stream("tune", uint64(i))
	d := make([]float64, len(w.at))
	for j := range d {
		d[j] = float64(2*int(random.Uintn(2)) - 1)
	}
	return d
}

// pushed returns the constants of one player of pair i: those of the up side, or with up −1 of the other.
func (w *walk) pushed(i int, up float64) search.Constants {
	d := w.direction(i)
	by := math.Pow(float64(w.pairs)/float64(i+1), gamma)
	at := make([]float64, len(w.at))
	for j := range at {
		at[j] = w.at[j] + up*by*w.steps[j]*d[j]
	}
	return w.rounded(at)
}

// move goes on by the result of pair i: half points that the up side has more than the other, −4 to 4.
func (w *walk) move(i, ahead int) {
	d := w.direction(i)
	n, k := float64(w.pairs), float64(i+1)
	a := w.rate * math.Pow((1.1*n)/(0.1*n+k), alpha)
	c := math.Pow(n/k, gamma)
	for j := range w.at {
		w.at[j] += a / c * float64(ahead) / 2 * w.steps[j] * d[j]
		w.at[j] = min(max(w.at[j], float64(w.ranges[j][0])), float64(w.ranges[j][1]))
	}
}

// constants returns where the walk has come to.
func (w *walk) constants() search.Constants { return w.rounded(w.at) }

// rounded returns the constants nearest to at inside their ranges.
func (w *walk) rounded(at []float64) search.Constants {
	c, j := w.base, 0
	for one := range c.All() {
		if w.steps[j] > 0 {
			*one.Value = min(max(int(math.Round(at[j])), one.Range[0]), one.Range[1])
		}
		j++
	}
	return c
}
