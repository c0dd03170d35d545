package trainer

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"jieqi/dataset"
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// Options say how a run is carried out. Nothing in them changes the network that comes out, but
// for Init, which a checkpoint remembers, and Kernel.
type Options struct {
	Resume   bool           // go on from the newest checkpoint in the output folder, if there is one
	Init     string         // a safetensors file to start from instead of fresh parameters; may be empty
	Threads  int            // goroutines that compute; 0: as many as the machine runs at once
	Kernel   string         // kernel set; "": the checkpoint's when resuming, otherwise the fastest
	Progress func(Progress) // called after each step, must be quick; may be nil
}

// Progress is where a run stands.
type Progress struct {
	Step, Steps int64
	Batch       int
	Loss        float64     // of this step
	Validation  *Validation // after the last step of a superbatch, otherwise nil
}

// threads returns the number of goroutines that compute.
func (o *Options) threads() int {
	if o.Threads > 0 {
		return o.Threads
	}
	return runtime.GOMAXPROCS(0)
}

// Run trains a network on the shards in the given folders and files and leaves in folder out,
// which it makes if need be: the log, the newest checkpoints, the best and the final parameters,
// and last of all the result. A folder that has a result already is done: with Resume its result
// is returned, without it Run refuses, as it does for any folder that has a log.
//
// When ctx ends, Run stops after the step in hand; a later call with Resume goes on from the
// newest checkpoint.
func Run(ctx context.Context, cfg Config, data []string, out string, o Options) (_ *Result, err error) {
	set, err := dataset.Open(data...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	return train(ctx, set, cfg, out, o)
}

// train is Run on any corpus.
func train(ctx context.Context, c corpus, cfg Config, out string, o Options) (*Result, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("training configuration: %w", err)
	}
	if done, err := begin(c, cfg, out, o.Resume); done != nil || err != nil {
		return done, err
	}
	r, err := newRun(ctx, c, cfg, out, o)
	if err != nil {
		return nil, err
	}
	defer r.log.close()
	return r.loop(ctx)
}

// begin makes the output folder. It returns the result if the very run in it is finished.
func begin(c corpus, cfg Config, out string, resume bool) (*Result, error) {
	if err := os.MkdirAll(out, 0o755); err != nil {
		return nil, fmt.Errorf("output folder: %w", err)
	}
	if !resume {
		if _, err := os.Stat(filepath.Join(out, logName)); err == nil {
			return nil, fmt.Errorf("%s already holds a training run: resume it, or choose another folder", out)
		}
		return nil, nil
	}
	done, err := ReadResult(out)
	if done == nil || err != nil {
		return nil, err
	}
	content, err := c.ContentHash()
	if err != nil {
		return nil, err
	}
	if done.Config != cfg || done.ContentHash != content {
		return nil, fmt.Errorf("%s holds a finished run with another configuration or other data: choose another folder", out)
	}
	return done, nil
}

// run is a training run in progress.
type run struct {
	config  Config
	out     string
	options Options
	threads int
	set     *kernel.Set

	survey    *survey
	reader    *reader
	source    source
	optimiser *optimiser
	weights   *weights
	gradients *gradients
	state     state
	log       *logFile
	resumed   bool
}

// newRun surveys the data and brings everything to the state of the newest checkpoint, or to the
// beginning.
func newRun(ctx context.Context, c corpus, cfg Config, out string, o Options) (*run, error) {
	r := &run{config: cfg, out: out, options: o, threads: o.threads()}
	if err := checkMemory(&cfg, r.threads); err != nil {
		return nil, err
	}
	var err error
	if r.survey, err = conduct(ctx, c, &cfg, dataset.Validation, r.threads); err != nil {
		return nil, err
	}
	if r.survey.samples(dataset.Train) == 0 {
		return nil, errors.New("no training sample is left after split and filters")
	}
	if err := r.restore(); err != nil {
		return nil, err
	}
	r.weights = newWeights(r.set)
	r.gradients = newGradients(cfg.Batch, r.threads)
	r.reader = newReader(c, &cfg, r.survey.content, r.survey.scales, r.threads)
	r.source = source{order: &r.reader.order, early: cfg.EarlyPlies, counts: r.survey.counts}
	if r.log, err = openLog(filepath.Join(out, logName), r.cutAt()); err != nil {
		return nil, err
	}
	if !r.resumed {
		return r, r.log.write(r.startRecord())
	}
	return r, nil
}

// cutAt returns the last step whose log lines stay.
func (r *run) cutAt() int64 {
	if !r.resumed {
		return -1
	}
	return r.state.Step
}

// restore sets parameters, moments and state from the newest checkpoint, or afresh.
func (r *run) restore() error {
	params, initial, err := initialParams(r.options.Init, r.config.Seed)
	if err != nil {
		return err
	}
	steps, _ := r.config.length(r.survey.samples(dataset.Train))
	r.state = state{Steps: steps, Config: r.config, Content: r.survey.content, Initial: initial, Best: math.MaxFloat64}
	var files []string
	if r.options.Resume {
		if files, err = checkpoints(r.out); err != nil {
			return err
		}
	}
	r.optimiser = newOptimiser(r.threads, params, r.config.scales())
	name := r.options.Kernel
	if len(files) > 0 {
		saved, err := readCheckpoint(files[len(files)-1], r.optimiser)
		if err != nil {
			return err
		}
		if err := r.adopt(saved); err != nil {
			return fmt.Errorf("resume %s: %w", files[len(files)-1], err)
		}
		name = saved.Kernel
	}
	if r.set, err = chooseKernel(name); err != nil {
		return err
	}
	r.state.Kernel = r.set.Name
	return nil
}

// adopt takes over a checkpoint's state if it is of this very run.
func (r *run) adopt(saved *state) error {
	switch {
	case saved.Content != r.state.Content:
		return fmt.Errorf("the data has content hash %.12s…, the checkpoint's had %.12s…", r.state.Content, saved.Content)
	case saved.Config != r.state.Config:
		return errors.New("the configuration is not the one the checkpoint was made with")
	case saved.Initial != r.state.Initial:
		return errors.New("the run began from other parameters (--init)")
	case r.options.Kernel != "" && r.options.Kernel != saved.Kernel:
		return fmt.Errorf("the checkpoint was computed with kernel set %q, not %q: the bits would differ", saved.Kernel, r.options.Kernel)
	case saved.Steps != r.state.Steps:
		return fmt.Errorf("the run has %d steps, the checkpoint's had %d", r.state.Steps, saved.Steps)
	}
	r.state = *saved
	r.resumed = true
	return nil
}

func chooseKernel(name string) (*kernel.Set, error) {
	if name == "" {
		return kernel.Best(), nil
	}
	return kernel.ByName(name)
}

// initialParams returns the parameters to start from, and what to call them in a checkpoint.
func initialParams(path string, seed uint64) (*nnue.Params, string, error) {
	if path == "" {
		return nnue.NewParams(seed), "", nil
	}
	p, err := LoadParams(path)
	if err != nil {
		return nil, "", fmt.Errorf("initial parameters: %w", err)
	}
	h := sha256.New()
	if err := p.Write(h, nil); err != nil {
		return nil, "", err
	}
	return p, hex.EncodeToString(h.Sum(nil)), nil
}

// loop trains to the last step.
func (r *run) loop(ctx context.Context) (*Result, error) {
	s := newStream(ctx, r.reader, r.state.Cursor)
	defer s.close()
	last := r.state.Step
	m := newMeter()
	var b batch
	for step := last + 1; step <= r.state.Steps; step++ {
		loss, err := r.step(ctx, s, &b, step, m)
		if err != nil {
			return nil, r.stopped(err)
		}
		var v *Validation
		if step%r.config.superbatchSteps() == 0 || step == r.state.Steps {
			m.stop(s)
			if v, err = r.superbatch(s, step, m); err != nil {
				return nil, err
			}
			m = newMeter()
			m.waited = s.waited
		}
		if r.options.Progress != nil {
			r.options.Progress(Progress{step, r.state.Steps, r.config.Batch, loss, v})
		}
	}
	return r.finish()
}

// stopped adds to the error of a step what is left and how to go on.
func (r *run) stopped(err error) error {
	if r.state.Step == 0 {
		return fmt.Errorf("training stopped before its first checkpoint: %w", err)
	}
	return fmt.Errorf("training stopped; the checkpoint of step %d is kept in %s: %w", r.state.Step, r.out, err)
}

// step trains on one batch and returns its loss.
func (r *run) step(ctx context.Context, s *stream, b *batch, step int64, m *meter) (float64, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if err := s.next(ctx, b, r.config.Batch); err != nil {
		return 0, err
	}
	r.source.lambda = r.config.Lambda.At(step, r.state.Steps)
	r.weights.load(r.optimiser.params, r.quantised(step), &r.optimiser.grids, r.threads)
	loss := r.gradients.compute(r.weights, r.source.filler(b))
	if math.IsNaN(loss) || math.IsInf(loss, 0) {
		return loss, fmt.Errorf("step %d: loss is %g: %w", step, loss, ErrNotFinite)
	}
	r.gradients.reduce(r.set, r.threads)
	rate := r.config.Rate.At(step, r.state.Steps)
	norm, err := r.optimiser.update(r.set, r.gradients, rate, r.config.Decay, r.config.ClipNorm)
	if err != nil {
		return loss, err
	}
	m.add(loss, norm, norm > r.config.ClipNorm)
	return loss, nil
}

// quantised says whether a step is fake-quantised.
func (r *run) quantised(step int64) bool { return step >= r.config.firstQuantised(r.state.Steps) }

// superbatch validates, keeps the best, logs and writes a checkpoint after a step.
func (r *run) superbatch(s *stream, step int64, m *meter) (*Validation, error) {
	quantised := r.quantised(step)
	if quantised != r.state.Quantise {
		// A network from before the rounding would lose more in quantisation than it wins here.
		r.state.Best, r.state.BestStep, r.state.Quantise = math.MaxFloat64, 0, quantised
	}
	r.weights.load(r.optimiser.params, quantised, &r.optimiser.grids, r.threads)
	v := r.gradients.evaluate(r.weights, r.survey.held)
	best := v.Loss05 < r.state.Best
	if best {
		r.state.Best, r.state.BestStep = v.Loss05, step
		if err := r.saveParams(bestName); err != nil {
			return nil, err
		}
	}
	r.state.Step, r.state.Cursor = step, s.cursor
	if err := r.log.write(r.superbatchRecord(m, v, best)); err != nil {
		return nil, err
	}
	_, err := writeCheckpoint(r.out, r.optimiser, &r.state)
	return v, err
}

// meter gathers what a superbatch's record says about its steps.
type meter struct {
	began   time.Time
	waited  time.Duration // of the stream, before
	elapsed time.Duration
	steps   int64
	clipped int64
	loss    float64
	norm    float64
	maxNorm float64
}

func newMeter() *meter { return &meter{began: time.Now()} }

func (m *meter) add(loss, norm float64, clipped bool) {
	m.steps++
	m.loss += loss
	m.norm += norm
	m.maxNorm = max(m.maxNorm, norm)
	if clipped {
		m.clipped++
	}
}

// stop ends the measuring.
func (m *meter) stop(s *stream) {
	m.elapsed = time.Since(m.began)
	m.waited = s.waited - m.waited
}

// positionsPerSecond and waitPercent are valid after stop.
func (m *meter) positionsPerSecond(batch int) float64 {
	return float64(m.steps) * float64(batch) / max(m.elapsed.Seconds(), 1e-9)
}

func (m *meter) waitPercent() float64 {
	return 100 * m.waited.Seconds() / max(m.elapsed.Seconds(), 1e-9)
}
