package trainer

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"jieqi/engine/notation"
	"jieqi/nnue"
	"jieqi/trainer/feed"
)

func reportOf(t *testing.T, p *nnue.Params, s nnue.Scales, threads int) *Report {
	t.Helper()
	n, err := nnue.Quantize(p, s, nnue.Provenance{})
	if err != nil {
		t.Fatal(err)
	}
	r, err := newReport(context.Background(), p, n, feed.NewSynthetic(16, 4), smallConfig(t), Options{Threads: threads})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Fresh parameters have small weights, so they lose little in quantisation.
func TestReportOfAFaithfulNetwork(t *testing.T) {
	p := nnue.NewParams(3)
	r := reportOf(t, p, nnue.DefaultScales(), 2)
	if err := r.Refused(); err != nil {
		t.Errorf("refused: %v", err)
	}
	if r.Samples < 500 || r.Points.Mean <= 0 || r.Points.Mean > r.Points.P999 || r.Points.P999 > r.Points.Max {
		t.Errorf("%+v", r)
	}
	// The slope of the logistic function is at most a quarter.
	if ratio := r.Centipawns.Mean / r.Points.Mean; ratio < 4*1.738 || ratio > 8*1.738 {
		t.Errorf("%g cp are %g points", r.Centipawns.Mean, r.Points.Mean)
	}
	if len(r.Worst) != numWorst || r.Worst[0].Points != r.Points.Max {
		t.Errorf("worst %+v, largest difference %g", r.Worst, r.Points.Max)
	}
	for i, w := range r.Worst {
		if _, err := notation.ParseFEN(w.FEN); err != nil {
			t.Errorf("worst position %d: %v", i, err)
		}
		if i > 0 && w.Points > r.Worst[i-1].Points {
			t.Errorf("worst positions are not in order: %+v", r.Worst)
		}
	}
	if text := r.Text(); !strings.Contains(text, "accepted") || !strings.Contains(text, r.Worst[9].FEN) {
		t.Errorf("text:\n%s", text)
	}
}

// A last layer that enlarges the rounding of the layers before it is refused.
func TestReportRefusesACoarseNetwork(t *testing.T) {
	p := nnue.NewParams(3)
	for i := range p.L3 {
		p.L3[i] *= 25
	}
	r := reportOf(t, p, nnue.Scales{Dense1: 16, Dense2: 16, Output: 16}, 1)
	err := r.Refused()
	if !errors.Is(err, ErrRefused) || strings.Contains(err.Error(), "\n") {
		t.Fatalf("refusal: %v\n%s", err, r.Text())
	}
	if !strings.Contains(r.Text(), "refused: "+r.Refusals[0]) {
		t.Errorf("text:\n%s", r.Text())
	}
}

func TestReportDoesNotDependOnThreads(t *testing.T) {
	p := nnue.NewParams(3)
	a, _ := json.Marshal(reportOf(t, p, nnue.DefaultScales(), 1))
	b, _ := json.Marshal(reportOf(t, p, nnue.DefaultScales(), 3))
	if string(a) != string(b) {
		t.Errorf("one thread:\n%s\nthree:\n%s", a, b)
	}
}

func TestThresholds(t *testing.T) {
	limits := DefaultThresholds
	at := Report{Thresholds: limits, Centipawns: Difference{Mean: limits.MeanCentipawns},
		Points: Difference{Mean: limits.MeanPoints, P999: limits.P999Points}, LossFloat: 1, LossInteger: 1}
	at.judge()
	if len(at.Refusals) != 0 {
		t.Errorf("at the thresholds: %v", at.Refusals)
	}
	for name, worsen := range map[string]func(r *Report){
		"cp":     func(r *Report) { r.Centipawns.Mean *= 1.01 },
		"points": func(r *Report) { r.Points.Mean *= 1.01 },
		"99.9":   func(r *Report) { r.Points.P999 *= 1.01 },
		"loss":   func(r *Report) { r.LossInteger = 1.00201 },
		"NaN":    func(r *Report) { r.LossInteger = math.NaN() },
	} {
		r := at
		worsen(&r)
		r.judge()
		if len(r.Refusals) != 1 {
			t.Errorf("%s: refusals %v", name, r.Refusals)
		}
	}
}

func TestDifference(t *testing.T) {
	var values []float64
	for i := range 2000 {
		values = append(values, float64(1999-i))
	}
	if d := difference(values); d.Mean != 999.5 || d.P999 != 1997 || d.Max != 1999 {
		t.Errorf("%+v", d)
	}
}
