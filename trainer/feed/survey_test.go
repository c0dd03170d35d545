package feed

import (
	"context"
	"maps"
	"math"
	"strings"
	"testing"

	"jieqi/dataset"
)

// testSettings are those of a small training run.
func testSettings() Settings {
	return Settings{Seed: 1, Window: 3000, Split: dataset.Split{Gate: 100, Validation: 100},
		Filter: dataset.DefaultFilter, EarlyPlies: 16, Validation: 1500}
}

func surveyOf(t *testing.T, c Corpus, s Settings, threads int) *Survey {
	t.Helper()
	v, err := Conduct(context.Background(), c, s, dataset.Validation, threads, nil)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func TestSurveyCounts(t *testing.T) {
	c, settings := NewSynthetic(10, 2), testSettings()
	settings.Validation = 1 << 20
	s := surveyOf(t, c, settings, 3)
	var want [dataset.NumParts]dataset.Tally
	for i := range c.Blocks() {
		samples, _ := c.Read(i, dataset.Reading{}, nil)
		for j := range samples {
			want[settings.Split.Part(samples[j].DealKey)].Judge(&settings.Filter, &samples[j])
		}
	}
	if s.Tallies != want {
		t.Errorf("tallies %+v, want %+v", s.Tallies, want)
	}
	if int64(len(s.Held)) != s.Samples(dataset.Validation) {
		t.Errorf("%d hold-out samples of %d", len(s.Held), s.Samples(dataset.Validation))
	}
	for i := range s.Held {
		if s.Held[i].Scale != syntheticScale || settings.Split.Part(s.Held[i].DealKey) != dataset.Validation {
			t.Fatalf("hold-out sample %d: scale %g, part %s", i, s.Held[i].Scale, settings.Split.Part(s.Held[i].DealKey))
		}
	}
}

func TestSurveyThinsTheHoldout(t *testing.T) {
	c, settings := NewSynthetic(40, 2), testSettings()
	settings.Validation = 1000
	s := surveyOf(t, c, settings, 2)
	all := float64(s.Samples(dataset.Validation))
	// The threshold is set before the filters, so fewer may be left; 5 standard deviations above.
	if n := float64(len(s.Held)); n > 1000+5*math.Sqrt(1000) || n < 300 || n >= all {
		t.Errorf("%g of %g hold-out samples kept, about 1000 wanted at most", n, all)
	}
}

// Equal early positions are found whether they are compared at once or in groups.
func TestSurveyFindsRepeats(t *testing.T) {
	c, settings := NewSynthetic(2*syntheticBodies, 2), testSettings() // every game is there twice
	settings.Split = dataset.Split{Validation: 1}
	var found []map[uint64]int32
	for _, groups := range []uint64{1, 5} {
		s := &Survey{Repeats: map[uint64]int32{}}
		v := surveyor{corpus: c, settings: settings, hold: dataset.Validation, threads: 2, groups: groups}
		for g := range groups {
			if err := v.pass(context.Background(), s, g); err != nil {
				t.Fatal(err)
			}
		}
		found = append(found, s.Repeats)
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
	c, settings := NewSynthetic(1, 2), testSettings()
	settings.Split.Validation = 0
	_, err := Conduct(context.Background(), c, settings, dataset.Validation, 1, nil)
	if err == nil || !strings.Contains(err.Error(), "split.validation") {
		t.Errorf("no hold-out: %v", err)
	}
}
