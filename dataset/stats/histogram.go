package stats

import "encoding/json"

// Histogram counts numbers in bins of equal width. The first and the last bin also hold all that is beyond them.
type Histogram struct {
	from, width int
	counts      []uint64
	sum         int64
	n           uint64
}

// bin is what JSON shows of a bin: numbers from From to before To.
type bin struct {
	From  int    `json:"from"`
	To    int    `json:"to"`
	Count uint64 `json:"count"`
}

// newHistogram has bins from a number to before another.
func newHistogram(from, to, width int) Histogram {
	return Histogram{from: from, width: width, counts: make([]uint64, (to-from)/width)}
}

func (h *Histogram) add(x int) {
	i := 0
	if x > h.from {
		i = min((x-h.from)/h.width, len(h.counts)-1)
	}
	h.counts[i]++
	h.sum += int64(x)
	h.n++
}

// mean is 0 without numbers.
func (h *Histogram) mean() float64 { return ratio(float64(h.sum), h.n) }

// MarshalJSON writes all bins, empty ones included.
func (h Histogram) MarshalJSON() ([]byte, error) {
	bins := make([]bin, len(h.counts))
	for i, n := range h.counts {
		bins[i] = bin{h.from + i*h.width, h.from + (i+1)*h.width, n}
	}
	return json.Marshal(struct {
		Mean float64 `json:"mean"`
		Bins []bin   `json:"bins"`
	}{h.mean(), bins})
}

// ratio is x/n, 0 of none.
func ratio(x float64, n uint64) float64 {
	if n == 0 {
		return 0
	}
	return x / float64(n)
}
