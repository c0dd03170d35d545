package hcefit

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/search"
	"jieqi/selfplay"
)

// play plays games of an evaluation with the given name into a new folder.
func play(t *testing.T, name, phrase string, games int) string {
	t.Helper()
	dir := t.TempDir()
	c := selfplay.Default()
	c.Games, c.Phrase, c.Nodes, c.Workers, c.BlockGames, c.ShardGames = games, phrase, 40, 2, 4, 16
	f := engine.Factory{Name: name, Hash: name, New: func() search.Evaluator { return hce.New(&hce.Default) }}
	if _, err := selfplay.Run(t.Context(), c, f, dir, func(selfplay.Progress) {}); err != nil {
		t.Fatal(err)
	}
	return dir
}

func testConfig() Config {
	c := Default()
	c.Positions = minPositions
	c.Split = dataset.Split{Gate: 200, Validation: 300}
	return c
}

func mustText(t *testing.T, w *hce.Weights) string {
	t.Helper()
	var text bytes.Buffer
	if err := hce.WriteWeights(&text, w); err != nil {
		t.Fatal(err)
	}
	return text.String()
}

// TestRun asks for the same bytes from any number of threads, and for a file that can be read.
func TestRun(t *testing.T) {
	dir := play(t, "hce", "fit", 48)
	var texts []string
	for _, threads := range []int{1, 2, 5} {
		c := testConfig()
		c.Threads = threads
		var mu sync.Mutex
		var stages [3]int
		r, err := Run(t.Context(), c, &hce.Default, []string{dir}, func(p Progress) {
			mu.Lock()
			stages[p.Stage] = max(stages[p.Stage], p.Done)
			mu.Unlock()
		})
		if err != nil {
			t.Fatal(err)
		}
		if stages != [3]int{12, 12, r.Iterations} {
			t.Errorf("progress went to %v, %d iterations", stages, r.Iterations)
		}
		if r.Train.Positions != minPositions || r.Train.Deals < 10 || r.Moved == 0 || r.Train.Rounded.Loss >= r.Train.Before.Loss {
			t.Errorf("result %+v", r)
		}
		texts = append(texts, mustText(t, &r.Weights))
		if w, err := hce.ParseWeights(strings.NewReader(texts[0])); err != nil || w != r.Weights {
			t.Errorf("the file reads as other weights, error %v", err)
		}
	}
	if texts[0] != texts[1] || texts[0] != texts[2] {
		t.Error("the weights depend on the number of threads")
	}
	c := testConfig()
	c.Seed = 2
	if r, err := Run(t.Context(), c, &hce.Default, []string{dir}, silent); err != nil || mustText(t, &r.Weights) == texts[0] {
		t.Errorf("another seed draws the same positions, error %v", err)
	}
}

// TestReadTakesEachPartsQuietPositions counts, from the samples, what should be read.
func TestReadTakesEachPartsQuietPositions(t *testing.T) {
	set, err := dataset.Open(play(t, "hce", "parts", 24))
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	c := testConfig()
	c.Positions = 1 << 20
	r := reader{set: set, config: &c, chosen: all, progress: silent}
	parts, err := r.read(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var want [len(fitted)]int
	for b := range set.Blocks() {
		samples, err := set.Samples(b, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			for part, p := range fitted {
				if c.Split.Part(samples[i].DealKey) == p && quiet(&samples[i]) {
					want[part]++
				}
			}
		}
	}
	for part := range parts {
		if got := parts[part].positions(); got != want[part] || got == 0 {
			t.Errorf("%v: %d positions, want %d", fitted[part], got, want[part])
		}
		for i := range parts[part].blocks {
			for _, deal := range parts[part].blocks[i].deals {
				if c.Split.Part(deal) != fitted[part] {
					t.Fatalf("a deal of %v among those of %v", c.Split.Part(deal), fitted[part])
				}
			}
		}
	}
}

func TestQuiet(t *testing.T) {
	for _, c := range []struct {
		sample dataset.Sample
		want   bool
	}{
		{dataset.Sample{Ply: 30, Score: 150}, true},
		{dataset.Sample{Ply: 30, Flags: dataset.Reveal}, true},
		{dataset.Sample{Ply: 30, Flags: dataset.Capture}, false},
		{dataset.Sample{Ply: 30, Flags: dataset.Capture | dataset.Reveal}, false},
		{dataset.Sample{Ply: 30, Flags: dataset.InCheck}, false},
		{dataset.Sample{Ply: 30, Flags: dataset.ScoreOnly}, false},
		{dataset.Sample{Ply: 30, Flags: dataset.Random | dataset.Unscored}, false},
		{dataset.Sample{Ply: 30, Score: 2001}, false},
		{dataset.Sample{Ply: 7}, false},
	} {
		if got := quiet(&c.sample); got != c.want {
			t.Errorf("%+v: %v", c.sample, got)
		}
	}
}

func TestRunRefuses(t *testing.T) {
	dir, other := play(t, "hce", "one", 16), play(t, "jq-other", "two", 16)
	run := func(change func(*Config), paths ...string) error {
		c := testConfig()
		change(&c)
		_, err := Run(t.Context(), c, &hce.Default, paths, silent)
		return err
	}
	same := func(*Config) {}
	for _, c := range []struct {
		want string
		err  error
	}{
		{"missing", run(same, dir+"/missing")},
		{"no shards given", run(same)},
		{"no finished shards", run(same, t.TempDir())},
		{"jq-other", run(same, dir, other)},
		{"or a larger --validation-share,", run(func(c *Config) { c.Split = dataset.Split{Validation: 1} }, dir)},
		{"positions 999: want at least 1000", run(func(c *Config) { c.Positions = 999 }, dir)},
		{"prior 0", run(func(c *Config) { c.Prior = 0 }, dir)},
		{"iterations -1", run(func(c *Config) { c.Iterations = -1 }, dir)},
		{"threads 0", run(func(c *Config) { c.Threads = 0 }, dir)},
		{"validation share of 0", run(func(c *Config) { c.Split.Validation = 0 }, dir)},
		{"gate share of -1 per mille is negative", run(func(c *Config) { c.Split.Gate = -1 }, dir)},
		{"leave nothing", run(func(c *Config) { c.Split.Gate = 900 }, dir)},
	} {
		if c.err == nil || !strings.Contains(c.err.Error(), c.want) || strings.Contains(c.err.Error(), "\n") {
			t.Errorf("error %v, want one line that names %q", c.err, c.want)
		}
	}
	if err := run(func(c *Config) { c.Mixed = true }, dir, other); err != nil {
		t.Errorf("mixed games, as told to: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, testConfig(), &hce.Default, []string{dir}, silent); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v of a cancelled run", err)
	}
}

func TestLimit(t *testing.T) {
	lots := []uint64{9, 3, 7, 1}
	if got := limit(lots, 2); got != 3 {
		t.Errorf("limit %d of two lots, want 3", got)
	}
	if got := limit(lots, 4); got < 9 {
		t.Errorf("limit %d leaves out some of four", got)
	}
}

func TestCut(t *testing.T) {
	for _, n := range []int{0, 1, 5, 64, 206} {
		at := 0
		for _, span := range cut(n, 64) {
			if span[0] != at || span[1] <= span[0] {
				t.Fatalf("%d blocks: span %v at %d", n, span, at)
			}
			at = span[1]
		}
		if at != n {
			t.Errorf("%d blocks: cut to %d", n, at)
		}
	}
}
