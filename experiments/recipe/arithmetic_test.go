package recipe

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"jieqi/eval"
)

func TestSpearman(t *testing.T) {
	for _, c := range []struct {
		x, y []float64
		want float64
	}{
		{[]float64{1, 2, 3, 4}, []float64{10, 20, 30, 400}, 1},
		{[]float64{1, 2, 3, 4}, []float64{4, 3, 2, 1}, -1},
		{[]float64{1, 2, 3}, []float64{2, 1, 3}, 0.5},
		{[]float64{1, 1, 2, 3}, []float64{1, 2, 3, 4}, 0.9486832980505138},
	} {
		if got := spearman(c.x, c.y); math.Abs(got-c.want) > 1e-12 {
			t.Errorf("%v with %v: %v, want %v", c.x, c.y, got, c.want)
		}
	}
	if !math.IsNaN(spearman([]float64{1, 2}, []float64{1, 2})) || !math.IsNaN(spearman([]float64{1, 1, 1}, []float64{1, 2, 3})) {
		t.Error("a correlation of nothing")
	}
}

// TestRanksDoNotDependOnScale compares the ranks of values with those of a rising function of them.
func TestRanksDoNotDependOnScale(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(-5, 5), 1, 30).Draw(t, "values")
		moved := make([]float64, len(values))
		sum := 0.0
		for i, v := range values {
			moved[i] = 2*v + 1
			sum += ranks(values)[i]
		}
		if n := float64(len(values)); math.Abs(sum-n*(n+1)/2) > 1e-9 {
			t.Errorf("ranks of %v sum to %v", values, sum)
		}
		if !slices.IsSorted(values) {
			return
		}
		if !slices.IsSorted(ranks(moved)) {
			t.Errorf("ranks %v of rising values", ranks(moved))
		}
	})
}

// TestComparePairsByDeal asks that what a deal does to both sides cancels out.
func TestComparePairsByDeal(t *testing.T) {
	var own, others []float64
	for i := range 400 {
		deal := 0.25 + 0.5*float64(i%2) // good for the first player, or bad
		own = append(own, deal+0.25*float64(i/2%2))
		others = append(others, deal)
	}
	d := compare(own, others)
	if d.Pairs != 400 || math.Abs(d.Points-0.125) > 1e-12 || math.Abs(d.Elo-(eval.Elo(0.625)-eval.Elo(0.5))) > 1e-9 {
		t.Errorf("difference %+v", d)
	}
	others = append(others[1:], others[0]) // other deals beside each other
	if wide := compare(own, others); wide.High-wide.Low < 1.5*(d.High-d.Low) {
		t.Errorf("paired by deal %+v, not paired %+v", d, wide)
	}
	if same := compare(own, own); same.Elo != 0 || same.Low != 0 || same.High != 0 {
		t.Errorf("a row against itself: %+v", same)
	}
	if e := compare([]float64{1, 1}, []float64{0, 0}); e.Elo != 2*eval.MaxElo || math.IsNaN(e.Low) || math.IsInf(e.Low, 0) {
		t.Errorf("all against nothing: %+v", e)
	}
}

// TestCompareIntervalIsEstimates compares with a baseline that always draws: the interval must be about
// that of the row alone.
func TestCompareIntervalIsEstimates(t *testing.T) {
	p := Played{}
	var half []float64
	for i := range 500 {
		p.Pairs = append(p.Pairs, []int{0, 2, 2, 3, 4}[i%5])
		half = append(half, 0.5)
	}
	d, e := compare(p.results(), half), p.count().Estimate()
	if math.Abs(d.Elo-e.Elo) > 1e-9 || math.Abs(d.Low-e.EloLow) > 2 || math.Abs(d.High-e.EloHigh) > 2 {
		t.Errorf("difference %+v, estimate %+v", d, e)
	}
}

func TestMeanResults(t *testing.T) {
	if got := meanResults([][]float64{{0, 1, 1}, {1, 1}}); !slices.Equal(got, []float64{0.5, 1}) {
		t.Errorf("mean %v", got)
	}
	if meanResults(nil) != nil {
		t.Error("a mean of nothing")
	}
}
