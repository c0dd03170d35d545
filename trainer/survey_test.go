package trainer

import (
	"context"
	"maps"
	"math"
	"strings"
	"testing"

	"jieqi/dataset"
)

func surveyOf(t *testing.T, c corpus, cfg Config, threads int) *survey {
	t.Helper()
	s, err := conduct(context.Background(), c, &cfg, dataset.Validation, threads)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSurveyCounts(t *testing.T) {
	c, cfg := newSynthetic(10, 2), smallConfig(t)
	cfg.Validation = 1 << 20
	s := surveyOf(t, c, cfg, 3)
	var want [dataset.NumParts]dataset.Tally
	for i := range c.Blocks() {
		samples, _ := c.Samples(i, nil)
		for j := range samples {
			want[cfg.Split.Part(samples[j].DealKey)].Judge(&cfg.Filter, &samples[j])
		}
	}
	if s.tallies != want {
		t.Errorf("tallies %+v, want %+v", s.tallies, want)
	}
	if int64(len(s.held)) != s.samples(dataset.Validation) {
		t.Errorf("%d hold-out samples of %d", len(s.held), s.samples(dataset.Validation))
	}
	for i := range s.held {
		if s.held[i].scale != syntheticScale || cfg.Split.Part(s.held[i].DealKey) != dataset.Validation {
			t.Fatalf("hold-out sample %d: scale %g, part %s", i, s.held[i].scale, cfg.Split.Part(s.held[i].DealKey))
		}
	}
}

func TestSurveyThinsTheHoldout(t *testing.T) {
	c, cfg := newSynthetic(40, 2), smallConfig(t)
	cfg.Validation = 1000
	s := surveyOf(t, c, cfg, 2)
	all := float64(s.samples(dataset.Validation))
	// The threshold is set before the filters, so fewer may be left; 5 standard deviations above.
	if n := float64(len(s.held)); n > 1000+5*math.Sqrt(1000) || n < 300 || n >= all {
		t.Errorf("%g of %g hold-out samples kept, about 1000 wanted at most", n, all)
	}
}

// Equal early positions are found whether they are compared at once or in groups.
func TestSurveyFindsRepeats(t *testing.T) {
	c, cfg := newSynthetic(2*syntheticBodies, 2), smallConfig(t) // every game is there twice
	cfg.Split = dataset.Split{Validation: 1}
	var found []map[uint64]int32
	for _, groups := range []uint64{1, 5} {
		s := &survey{counts: map[uint64]int32{}}
		v := surveyor{corpus: c, config: &cfg, hold: dataset.Validation, threads: 2, groups: groups}
		for g := range groups {
			if err := v.pass(context.Background(), s, g); err != nil {
				t.Fatal(err)
			}
		}
		found = append(found, s.counts)
	}
	if !maps.Equal(found[0], found[1]) {
		t.Error("groups change the counts")
	}
	twice := 0
	for _, n := range found[0] {
		if n == 2 {
			twice++
		}
	}
	if twice < 100 || twice < len(found[0])*9/10 {
		t.Errorf("%d of %d repeated positions occur twice", twice, len(found[0]))
	}
}

func TestSurveyNeedsSamples(t *testing.T) {
	c, cfg := newSynthetic(1, 2), smallConfig(t)
	cfg.Split.Validation = 0
	_, err := conduct(context.Background(), c, &cfg, dataset.Validation, 1)
	if err == nil || !strings.Contains(err.Error(), "split.validation") {
		t.Errorf("no hold-out: %v", err)
	}
	cfg = smallConfig(t)
	cfg.Filter.MinPly = 4000
	if _, err := train(context.Background(), c, cfg, t.TempDir(), Options{}); err == nil {
		t.Error("a run without samples began")
	}
}
