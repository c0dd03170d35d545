package trainer

import (
	"context"
	"errors"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/dataset/lineage"
	"jieqi/nnue"
	"jieqi/nnue/safetensors"
	"jieqi/trainer/feed"
)

// salted is a corpus whose deals are split by another salt.
type salted struct{ *feed.Synthetic }

func (c salted) Data(split dataset.Split) lineage.Data {
	d := c.Synthetic.Data(split)
	return lineage.New(d.Phrases, []string{"other"}, d.Gate, d.Validation)
}

// lineageOf returns what a file says that its parameters were trained on.
func lineageOf(t *testing.T, path ...string) lineage.Lineage {
	t.Helper()
	p, err := LoadParams(filepath.Join(path...))
	if err != nil {
		t.Fatal(err)
	}
	return p.Lineage
}

// TestLineageGrowsFromRunToRun trains, then goes on from what came out, on games that are split otherwise.
func TestLineageGrowsFromRunToRun(t *testing.T) {
	c, cfg := feed.NewSynthetic(12, 1), smallConfig(t)
	first, second, third := t.TempDir(), t.TempDir(), t.TempDir()
	mustTrain(t, c, cfg, first, Options{Threads: 2})
	files, err := checkpoints(first)
	if err != nil || len(files) == 0 {
		t.Fatalf("checkpoints %v, error %v", files, err)
	}
	want := lineage.None().With(c.Data(cfg.Split))
	for _, file := range append(files, filepath.Join(first, bestName), filepath.Join(first, finalName)) {
		if got := lineageOf(t, file); !got.Equal(want) {
			t.Errorf("%s: %+v, want %+v", file, got, want)
		}
	}

	mustTrain(t, salted{c}, cfg, second, Options{Threads: 2, Init: files[0]})
	if got, want := lineageOf(t, second, bestName), want.With(salted{c}.Data(cfg.Split)); !got.Equal(want) {
		t.Errorf("%+v, want %+v", got, want)
	}

	old := filepath.Join(t.TempDir(), "old.safetensors")
	p := nnue.NewParams(9)
	p.Lineage = lineage.Lineage{} // as earlier versions wrote them
	if err := p.Save(old, nil); err != nil {
		t.Fatal(err)
	}
	mustTrain(t, c, cfg, third, Options{Threads: 2, Init: old})
	if got, want := lineageOf(t, third, bestName), (lineage.Lineage{}).With(c.Data(cfg.Split)); !got.Equal(want) {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestResumeWantsTheSameSplit goes on with the same games under another salt: other samples would be trained on.
func TestResumeWantsTheSameSplit(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	trainUntil(t, c, cfg, out, 5, Options{Threads: 2})
	if _, err := train(context.Background(), salted{c}, cfg, out, Options{Resume: true}); err == nil || !strings.Contains(err.Error(), "salts") {
		t.Errorf("another salt: %v", err)
	}
	mustTrain(t, c, cfg, out, Options{Threads: 2, Resume: true})
}

// TestACheckpointWithoutALineageVouchesForNothing goes on twice from one of an earlier version, under another salt than
// its first steps may have had: what comes out must not claim to know all its deals.
func TestACheckpointWithoutALineageVouchesForNothing(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	trainUntil(t, c, cfg, out, 5, Options{Threads: 2})
	files, err := checkpoints(out)
	if err != nil || len(files) == 0 {
		t.Fatalf("checkpoints %v, error %v", files, err)
	}
	for _, file := range files {
		forgetLineage(t, file)
	}
	trainUntil(t, salted{c}, cfg, out, 8, Options{Threads: 2, Resume: true})
	mustTrain(t, salted{c}, cfg, out, Options{Threads: 2, Resume: true})
	want := lineage.Lineage{}.With(salted{c}.Data(cfg.Split))
	for _, name := range []string{bestName, finalName} {
		if got := lineageOf(t, out, name); !got.Equal(want) {
			t.Errorf("%s: %+v, want %+v", name, got, want)
		}
	}
}

// forgetLineage leaves a file as versions without lineages wrote it.
func forgetLineage(t *testing.T, path string) {
	t.Helper()
	tensors, metadata, err := safetensors.ReadFile(path, maxNumbers)
	if err != nil {
		t.Fatal(err)
	}
	delete(metadata, nnue.LineageKey)
	err = durable.Write(path, func(w io.Writer) error { return safetensors.Write(w, tensors, metadata) })
	if err != nil {
		t.Fatal(err)
	}
}

// TestTooLongALineageIsFoundBeforeTraining must not cost the training.
func TestTooLongALineageIsFoundBeforeTraining(t *testing.T) {
	init := filepath.Join(t.TempDir(), "init.safetensors")
	p, c, cfg := nnue.NewParams(1), feed.NewSynthetic(12, 1), smallConfig(t)
	long := strings.Repeat("p", lineage.MaxText-200)
	p.Lineage = p.Lineage.With(lineage.New([]string{long}, []string{"s"}, 0, 0)).With(lineage.New([]string{"q"}, []string{"t"}, 0, 0))
	if err := p.Save(init, nil); err != nil {
		t.Fatal(err)
	}
	_, err := train(context.Background(), c, cfg, t.TempDir(), Options{Init: init, Progress: func(Progress) { t.Fatal("a step was taken") }})
	if err == nil || !strings.Contains(err.Error(), "fewer phrases") {
		t.Errorf("error %v", err)
	}
}

// TestReportWantsDealsThatWereWithheld measures on the deals that were trained on, and on such as may have been.
func TestReportWantsDealsThatWereWithheld(t *testing.T) {
	c, cfg := feed.NewSynthetic(16, 4), smallConfig(t)
	narrow := cfg
	narrow.Split.Gate = 1
	for name, test := range map[string]struct {
		seen    lineage.Lineage
		trust   bool
		want    error
		trusted bool
	}{
		"withheld":        {lineage.None().With(c.Data(cfg.Split)), false, nil, false},
		"trained on":      {lineage.None().With(c.Data(narrow.Split)), true, lineage.ErrSeen, false},
		"other salt":      {lineage.None().With(salted{c}.Data(cfg.Split)), true, lineage.ErrSeen, false},
		"unknown":         {lineage.Lineage{}, false, lineage.ErrUnknown, false},
		"unknown, trusts": {lineage.Lineage{}, true, nil, true},
	} {
		p := nnue.NewParams(3)
		p.Lineage = test.seen
		n, err := nnue.Quantize(p, nnue.DefaultScales(), nnue.Provenance{})
		if err != nil {
			t.Fatal(err)
		}
		r, err := newReport(t.Context(), p, n, c, cfg, Options{Threads: 2, Trust: test.trust})
		if !errors.Is(err, test.want) {
			t.Errorf("%s: error %v, want %v", name, err, test.want)
		}
		if err == nil && (r.Trusted != test.trusted || strings.Contains(r.Text(), "on trust") != test.trusted) {
			t.Errorf("%s: trusted %v\n%s", name, r.Trusted, r.Text())
		}
	}
}
