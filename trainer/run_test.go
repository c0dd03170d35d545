package trainer

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/nnue"
	"jieqi/nnue/safetensors"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
	"jieqi/trainer/kernel"
)

// smallConfig trains for some dozen steps on a corpus of some dozen blocks, with windows and
// superbatches small enough that several are passed.
func smallConfig(t *testing.T) Config {
	t.Helper()
	c, err := Preset("quick")
	if err != nil {
		t.Fatal(err)
	}
	c.Samples, c.Batch, c.Superbatch, c.Window = 12*512, 512, 4*512, 3000
	c.Lambda, c.FakeQuantised = Ramp{First: 0.9, Last: 0.7}, 0.1 // the losses of TestGoldenLosses are these
	c.Rate.WarmUp = 3
	c.Validation = 1500
	return c
}

// mustTrain runs the training and returns the final parameters' file.
func mustTrain(t *testing.T, c feed.Corpus, cfg Config, out string, o Options) []byte {
	t.Helper()
	res, err := train(context.Background(), c, cfg, out, o)
	if err != nil {
		t.Fatal(err)
	}
	file, err := os.ReadFile(filepath.Join(out, res.Final))
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestTrainingIsTheSameForAnyThreads(t *testing.T) {
	c, cfg := feed.NewSynthetic(12, 1), smallConfig(t)
	cfg.Average, cfg.Exponent = 0.9, 2.5
	want := mustTrain(t, c, cfg, t.TempDir(), Options{Threads: 1})
	for _, threads := range []int{2, 3, 8} {
		got := mustTrain(t, c, cfg, t.TempDir(), Options{Threads: threads})
		if !bytes.Equal(got, want) {
			t.Errorf("%d threads give another network than one", threads)
		}
	}
}

// errStop ends a run in the middle, as a signal would.
var errStop = errors.New("stop")

// trainUntil runs until a step has been taken and then ends the context.
func trainUntil(t *testing.T, c feed.Corpus, cfg Config, out string, step int64, o Options) {
	t.Helper()
	ctx, cancel := context.WithCancelCause(context.Background())
	o.Progress = func(p Progress) {
		if p.Step == step {
			cancel(errStop)
		}
	}
	if _, err := train(ctx, c, cfg, out, o); !errors.Is(err, errStop) {
		t.Fatalf("stopped run: %v", err)
	}
}

// The run keeps an average: checkpoints with four vectors are the harder case; TestKilledRunGoesOnToTheSameBits
// has those with three.
func TestResumeGoesOnToTheSameBits(t *testing.T) {
	c, cfg := feed.NewSynthetic(12, 1), smallConfig(t)
	cfg.Average = 0.9
	whole := t.TempDir()
	want := mustTrain(t, c, cfg, whole, Options{Threads: 2})
	for _, stop := range []int64{2, 4, 7, 11} {
		out := t.TempDir()
		trainUntil(t, c, cfg, out, stop, Options{Threads: 2})
		first := int64(0)
		got := mustTrain(t, c, cfg, out, Options{Threads: 3, Resume: true, Progress: func(p Progress) {
			if first == 0 {
				first = p.Step
			}
		}})
		if !bytes.Equal(got, want) {
			t.Errorf("stopped after step %d and resumed: another network", stop)
		}
		// A superbatch has 4 steps: the last checkpoint before the stop is at a multiple of 4.
		if after := stop/4*4 + 1; first != after {
			t.Errorf("stopped after step %d: resumed with step %d, not %d", stop, first, after)
		}
		if a, b := logWithoutTimes(t, out), logWithoutTimes(t, whole); a != b {
			t.Errorf("stopped after step %d: the log differs:\n%s\nuninterrupted:\n%s", stop, a, b)
		}
	}
}

// logWithoutTimes returns a run's log less what depends on the clock.
func logWithoutTimes(t *testing.T, out string) string {
	t.Helper()
	records, err := durable.ReadJournal[map[string]any](filepath.Join(out, logName))
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, record := range records {
		delete(record, "positions_per_s")
		delete(record, "loader_wait_percent")
		text, _ := json.Marshal(record)
		lines = append(lines, string(text))
	}
	return strings.Join(lines, "\n")
}

func TestFinishedRunIsNotRunAgain(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	mustTrain(t, c, cfg, out, Options{Threads: 2})
	steps := 0
	mustTrain(t, c, cfg, out, Options{Threads: 2, Resume: true, Progress: func(Progress) { steps++ }})
	if steps != 0 {
		t.Errorf("resuming a finished run took %d steps", steps)
	}
	other := cfg
	other.Seed++
	if _, err := train(context.Background(), c, other, out, Options{Resume: true}); err == nil ||
		!strings.Contains(err.Error(), out+": the run was begun with other settings: seed was 1, now 2; ask for") {
		t.Errorf("resuming another configuration's finished run: %v", err)
	}
	if _, err := train(context.Background(), c, cfg, out, Options{}); err == nil || !strings.Contains(err.Error(), out) {
		t.Errorf("a second run into the same folder: %v", err)
	}
}

// A damaged checkpoint stops the run; once it is removed, the one before leads to the same bits.
func TestResumeFindsDamage(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	want := mustTrain(t, c, cfg, t.TempDir(), Options{Threads: 2})
	trainUntil(t, c, cfg, out, 9, Options{Threads: 2})
	files, err := checkpoints(out)
	if err != nil || len(files) != 2 {
		t.Fatalf("checkpoints %v, %v", files, err)
	}
	flipByte(t, files[1])
	_, err = train(context.Background(), c, cfg, out, Options{Resume: true})
	if !errors.Is(err, safetensors.ErrDamaged) || !strings.Contains(err.Error(), files[1]) ||
		!strings.Contains(err.Error(), "the one before") || strings.Contains(err.Error(), "\n") {
		t.Errorf("damaged checkpoint: %v", err)
	}
	if err := os.Remove(files[1]); err != nil {
		t.Fatal(err)
	}
	if got := mustTrain(t, c, cfg, out, Options{Threads: 2, Resume: true}); !bytes.Equal(got, want) {
		t.Error("going on from the checkpoint before gives another network")
	}
}

// flipByte damages the last tensor in a file.
func flipByte(t *testing.T, path string) {
	t.Helper()
	file, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	file[len(file)-3] ^= 1
	if err := os.WriteFile(path, file, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestFolderIsLocked(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	var second error
	mustTrain(t, c, cfg, out, Options{Threads: 2, Progress: func(p Progress) {
		if p.Step == 1 {
			_, second = train(context.Background(), c, cfg, out, Options{Threads: 2, Resume: true})
		}
	}})
	if !errors.Is(second, durable.ErrInUse) || !strings.Contains(second.Error(), out) {
		t.Errorf("a second run at the same time: %v", second)
	}
	mustTrain(t, c, cfg, out, Options{Threads: 2, Resume: true}) // the lock ends with the run
}

func TestResumeRefusesAnotherRun(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	trainUntil(t, c, cfg, out, 5, Options{Threads: 2, Kernel: "scalar"})
	resume := func(c feed.Corpus, cfg Config, o Options) error {
		o.Resume = true
		_, err := train(context.Background(), c, cfg, out, o)
		return err
	}
	other := cfg
	other.Seed++
	if err := resume(c, other, Options{}); err == nil || !strings.Contains(err.Error(), "other settings: seed was 1, now 2") {
		t.Errorf("another configuration: %v", err)
	}
	if err := resume(renamed{c}, cfg, Options{}); err == nil || !strings.Contains(err.Error(), "content hash") {
		t.Errorf("other data: %v", err)
	}
	if err := resume(c, cfg, Options{Kernel: "abacus"}); err == nil || !strings.Contains(err.Error(), "kernel") {
		t.Errorf("another kernel set: %v", err)
	}
	init := filepath.Join(t.TempDir(), "init.safetensors")
	if err := nnue.NewParams(9).Save(init, nil); err != nil {
		t.Fatal(err)
	}
	if err := resume(c, cfg, Options{Init: init}); err == nil || !strings.Contains(err.Error(), "from fresh parameters, now it would from parameters with hash") {
		t.Errorf("other initial parameters: %v", err)
	}
}

// Sets that give the same bits may take over from each other.
func TestResumeWithAnotherSetOfTheSameBits(t *testing.T) {
	best := kernel.Best()
	c, cfg := feed.NewSynthetic(12, 1), smallConfig(t)
	for _, name := range kernel.Names() {
		set, err := kernel.ByName(name)
		if err != nil {
			t.Fatal(err)
		}
		if set == best || set.Bits != best.Bits {
			continue
		}
		whole, parts := t.TempDir(), t.TempDir()
		mustTrain(t, c, cfg, whole, Options{Threads: 2, Kernel: best.Name})
		trainUntil(t, c, cfg, parts, 5, Options{Threads: 2, Kernel: best.Name})
		mustTrain(t, c, cfg, parts, Options{Threads: 2, Kernel: name, Resume: true})
		for _, file := range []string{finalName, bestName, resultName} {
			a, err := os.ReadFile(filepath.Join(whole, file))
			if err != nil {
				t.Fatal(err)
			}
			if b, err := os.ReadFile(filepath.Join(parts, file)); err != nil || !bytes.Equal(a, b) {
				t.Errorf("%s: %s differs from that of %s alone (%v)", name, file, best.Name, err)
			}
		}
	}
}

// renamed is a corpus with another content hash.
type renamed struct{ *feed.Synthetic }

func (renamed) ContentHash(context.Context) (string, error) { return "other", nil }

// Whatever a run computes in its first steps is fixed for each kernel set.
func TestGoldenLosses(t *testing.T) {
	uniform, balanced, everything := smallConfig(t), smallConfig(t), smallConfig(t)
	uniform.Init = InitUniform
	everything.Average, everything.Beta2, everything.DecayFirst, everything.Exponent = 0.9, 0.99, 0.01, 2.5
	everything.Rate.Shape, everything.Lambda.From = ShapeLinear, 0.5
	for _, c := range []struct {
		name   string
		config Config
		golden []float64
	}{
		{"uniform", uniform, []float64{0.1279075, 0.1176716, 0.1180687, 0.1128325}},
		{"balanced", balanced, []float64{0.1271186, 0.1216521, 0.1185276, 0.1132939}},
		{"every setting", everything, []float64{0.08482237, 0.08769102, 0.07917831, 0.07389497}},
	} {
		for _, name := range kernel.Names() {
			var losses []float64
			mustTrain(t, feed.NewSynthetic(12, 1), c.config, t.TempDir(), Options{Threads: 2, Kernel: name, Progress: func(p Progress) {
				if p.Step%3 == 0 {
					losses = append(losses, p.Loss)
				}
			}})
			near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-5*b }
			if !slices.EqualFunc(losses, c.golden, near) {
				t.Errorf("%s, %s: losses %.7g, want %.7g", c.name, name, losses, c.golden)
			}
		}
	}
}

// The average is what is validated, kept as best and left as final; the steps are those without one.
func TestAverageIsTheNetwork(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	var losses, plain []float64
	watch := func(into *[]float64) Options {
		return Options{Threads: 2, Progress: func(p Progress) { *into = append(*into, p.Loss) }}
	}
	mustTrain(t, c, cfg, t.TempDir(), watch(&plain))
	cfg.Average = 0.9
	mustTrain(t, c, cfg, out, watch(&losses))
	if !slices.Equal(losses, plain) {
		t.Error("the average changes the steps")
	}
	files, err := checkpoints(out)
	if err != nil {
		t.Fatal(err)
	}
	state, vectors, err := readCheckpoint(files[len(files)-1])
	if err != nil {
		t.Fatal(err)
	}
	final, err := LoadParams(filepath.Join(out, finalName))
	if err != nil || !sameParams(final, vectors[3]) || sameParams(final, vectors[0]) {
		t.Errorf("the final parameters are not the average: %v", err)
	}
	_, records, err := ReadLog(out)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(context.Background(), c, cfg, t.TempDir(), Options{Threads: 2, Kernel: state.Kernel})
	if err != nil {
		t.Fatal(err)
	}
	defer r.log.Close()
	r.optimiser.Restore(state.Step, vectors)
	v := validate(r.inference, r.training.Load(state.Quantise), r.survey.Held)
	if last := records[len(records)-1].Validation; v.Loss05 != last.Loss05 {
		t.Errorf("the last validation's loss is %g, the average's %g", last.Loss05, v.Loss05)
	}
}

// The result says which validations the best is of: those of the fake-quantised tail if there is one that is not
// the whole run.
func TestBestSaysWhatOf(t *testing.T) {
	for _, x := range []struct {
		share       float64
		of          string
		validations int64
	}{{0, BestOfAll, 6}, {0.4, BestOfTail, 3}, {1, BestOfAll, 6}} {
		c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
		cfg.Superbatch, cfg.FakeQuantised = 2*512, x.share
		res, err := train(context.Background(), c, cfg, out, Options{Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		if res.BestOf != x.of || res.Validations != x.validations {
			t.Errorf("fake-quantised %g: best of %s, %d validations; want %s, %d", x.share, res.BestOf, res.Validations, x.of, x.validations)
		}
		_, records, err := ReadLog(out)
		if err != nil || records[0].BestOf != BestOfAll || records[5].BestOf != x.of {
			t.Errorf("fake-quantised %g: log of %d records, error %v", x.share, len(records), err)
		}
	}
}

func TestNaNStopsTheRun(t *testing.T) {
	c, cfg, out := feed.NewSynthetic(12, 1), smallConfig(t), t.TempDir()
	r, err := newRun(context.Background(), c, cfg, out, Options{Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	defer r.log.Close()
	vectors := r.optimiser.Vectors()
	vectors[0].B3[0] = float32(math.NaN())
	r.optimiser.Restore(0, vectors)
	_, err = r.loop(context.Background())
	if !errors.Is(err, backprop.ErrNotFinite) || !strings.Contains(err.Error(), "step 1") {
		t.Errorf("a loss that is not a number: %v", err)
	}
}

func TestRunNeedsSamples(t *testing.T) {
	c, cfg := feed.NewSynthetic(1, 2), smallConfig(t)
	cfg.Filter.MinPly = 4000
	if _, err := train(context.Background(), c, cfg, t.TempDir(), Options{}); err == nil {
		t.Error("a run without samples began")
	}
}

// A short training leaves at most half of the error that always saying one half makes.
func TestTrainingLearns(t *testing.T) {
	c, cfg := feed.NewSynthetic(16, 1), smallConfig(t)
	cfg.Samples, cfg.Superbatch = 90*512, 30*512
	cfg.MaxPasses, cfg.Rate.Peak = 1000, 5e-3
	var losses []float64
	_, err := train(context.Background(), c, cfg, t.TempDir(), Options{Threads: 2, Progress: func(p Progress) {
		if p.Validation != nil {
			losses = append(losses, p.Validation.Loss1)
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	var ignorant float64
	survey, err := feed.Conduct(context.Background(), c, cfg.feed(), dataset.Validation, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	held := survey.Held
	for i := range held {
		e := float64(target(&held[i].Sample, held[i].Scale, 1)) - 0.5
		ignorant += e * e / float64(len(held))
	}
	if len(losses) != 3 || losses[2] > 0.5*ignorant {
		t.Errorf("validation losses against the score %v, without any knowledge %g", losses, ignorant)
	}
}
