package trainer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/nnue"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
	"jieqi/trainer/kernel"
)

// Run trains a network on the shards in the given folders and files and leaves in folder out,
// which it makes if need be: the log, the newest checkpoints, the best and the final parameters,
// and last of all the result. A folder that has a result already is done: with Resume its result
// is returned, without it Run refuses, as it does for any folder that has a log.
//
// The folder is locked meanwhile: a second Run in it fails with durable.ErrInUse.
//
// When ctx ends, Run stops after the step in hand; a later call with Resume goes on from the
// newest checkpoint.
func Run(ctx context.Context, cfg Config, data []string, out string, o Options) (_ *Result, err error) {
	set, err := dataset.Open(data...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	set.Watch = o.Reading
	return train(ctx, set, cfg, out, o)
}

// train is Run on any corpus.
func train(ctx context.Context, c feed.Corpus, cfg Config, out string, o Options) (*Result, error) {
	if err := cfg.Check(); err != nil {
		return nil, fmt.Errorf("training configuration: %w", err)
	}
	lock, err := durable.Lock(out) // two runs would overwrite each other's checkpoints and log
	if err != nil {
		return nil, fmt.Errorf("training: %w", err)
	}
	defer lock.Close()
	if done, err := begin(ctx, c, cfg, out, o.Resume); done != nil || err != nil {
		return done, err
	}
	r, err := newRun(ctx, c, cfg, out, o)
	if err != nil {
		return nil, err
	}
	defer r.log.Close()
	return r.loop(ctx)
}

// begin returns the result if the very run in the output folder is finished.
func begin(ctx context.Context, c feed.Corpus, cfg Config, out string, resume bool) (*Result, error) {
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
	content, err := c.ContentHash(ctx)
	if err != nil {
		return nil, err
	}
	switch {
	case done.Config != cfg:
		return nil, fmt.Errorf("%s: %w", out, otherSettings(&done.Config, &cfg))
	case done.ContentHash != content:
		return nil, fmt.Errorf("%s: %w", out, otherData(done.ContentHash, content))
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

	survey    *feed.Survey
	reader    *feed.Reader
	optimiser *backprop.Optimiser
	training  *backprop.Training
	inference *backprop.Inference
	state     state
	log       *durable.Journal
	resumed   bool
	warned    string // the newest validation's warning
}

// newRun surveys the data and brings everything to the state of the newest checkpoint, or to the
// beginning.
func newRun(ctx context.Context, c feed.Corpus, cfg Config, out string, o Options) (*run, error) {
	r := &run{config: cfg, out: out, options: o, threads: o.threads()}
	if err := checkMemory(&cfg, r.threads); err != nil {
		return nil, err
	}
	var err error
	if r.survey, err = feed.Conduct(ctx, c, cfg.feed(), dataset.Validation, r.threads, o.Reading); err != nil {
		return nil, err
	}
	if r.survey.Samples(dataset.Train) == 0 {
		return nil, errors.New("no training sample is left after split and filters")
	}
	params, saved, err := r.restore(c.Data(cfg.Split))
	if err != nil {
		return nil, err
	}
	r.inference = backprop.NewInference(inputs, r.threads)
	r.reader = feed.NewReader(c, cfg.feed(), r.survey, r.threads)
	if err := r.prepare(ctx, params, saved); err != nil {
		return nil, err
	}
	r.training = backprop.NewTraining(r.optimiser, r.set, cfg.Batch, r.threads)
	if r.log, err = openLog(filepath.Join(out, logName), r.cutAt()); err != nil {
		return nil, err
	}
	if !r.resumed {
		return r, r.log.Append(r.startRecord())
	}
	return r, nil
}

// prepare makes the optimiser, from a checkpoint's vectors or, if they are nil, from first parameters.
func (r *run) prepare(ctx context.Context, first *nnue.Params, saved []*nnue.Params) error {
	if saved == nil && r.config.Init == InitBalanced && r.options.Init == "" {
		if err := r.balance(ctx, first); err != nil {
			return fmt.Errorf("balance the first parameters: %w", err)
		}
	}
	r.optimiser = backprop.NewOptimiser(inputs, first, r.config.Scales)
	if r.config.Average > 0 {
		r.optimiser.KeepAverage()
	}
	if saved != nil {
		r.optimiser.Restore(r.state.Step, saved)
	}
	return nil
}

// loop trains to the last step.
func (r *run) loop(ctx context.Context) (*Result, error) {
	s := r.reader.Stream(ctx, r.state.Cursor)
	defer s.Close()
	last := r.state.Step
	m := newMeter()
	var b feed.Batch
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
			m.waited = s.Waited()
		}
		if r.options.Progress != nil {
			r.options.Progress(Progress{step, r.state.Steps, r.config.Batch, loss, v, r.warning(step, v)})
		}
	}
	return r.finish()
}

// warning returns the warning of a validation that has another one than the one before, "" if v is nil.
func (r *run) warning(step int64, v *Validation) string {
	if v == nil || v.Warning() == r.warned {
		return ""
	}
	if r.warned = v.Warning(); r.warned == "" {
		return ""
	}
	return fmt.Sprintf("step %d: %s", step, r.warned)
}

// stopped adds to the error of a step what is left and how to go on.
func (r *run) stopped(err error) error {
	if r.state.Step == 0 {
		return fmt.Errorf("training stopped before its first checkpoint: %w", err)
	}
	return fmt.Errorf("training stopped; the checkpoint of step %d is kept in %s: %w", r.state.Step, r.out, err)
}

// step trains on one batch and returns its loss.
func (r *run) step(ctx context.Context, s *feed.Stream, b *feed.Batch, step int64, m *meter) (float64, error) {
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	if err := s.Next(ctx, b, r.config.Batch); err != nil {
		return 0, err
	}
	loss, norm, err := r.training.Step(fillTraining(b, r.config.Lambda.At(step, r.state.Steps)), backprop.Settings{
		Rate: r.config.Rate.At(step, r.state.Steps), Beta2: r.config.Beta2,
		Decay: r.config.Decay, DecayFirst: r.config.DecayFirst, MaxNorm: r.config.ClipNorm,
		Exponent: r.config.Exponent, Average: r.config.Average, Quantised: r.quantised(step),
	})
	if err != nil {
		return loss, err
	}
	m.add(loss, norm, norm > r.config.ClipNorm)
	return loss, nil
}

// quantised says whether a step is fake-quantised.
func (r *run) quantised(step int64) bool { return step >= r.config.firstQuantised(r.state.Steps) }

// superbatch validates, keeps the best, logs and writes a checkpoint after a step.
func (r *run) superbatch(s *feed.Stream, step int64, m *meter) (*Validation, error) {
	quantised := r.quantised(step)
	if quantised != r.state.Quantise {
		// A network from before the rounding would lose more in quantisation than it wins here.
		r.state.Best, r.state.BestStep, r.state.Judged, r.state.Quantise = math.MaxFloat64, 0, 0, quantised
	}
	r.state.Judged++
	v := validate(r.inference, r.training.Load(quantised), r.survey.Held)
	best := v.Loss05 < r.state.Best
	if best {
		r.state.Best, r.state.BestStep = v.Loss05, step
		if err := r.saveParams(bestName); err != nil {
			return nil, err
		}
	}
	r.state.Step, r.state.Cursor = step, s.Cursor()
	if err := r.log.Append(r.superbatchRecord(m, v, best)); err != nil {
		return nil, err
	}
	_, err := writeCheckpoint(r.out, r.optimiser, &r.state)
	return v, err
}
