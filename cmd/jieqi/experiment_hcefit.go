package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"jieqi/cmd/internal/progress"
	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine/hce"
	"jieqi/experiments/hcefit"
)

type hcefitCommand struct {
	Data            []string `required:"" help:"Folders of shards, or shard files; several after one flag." type:"several" placeholder:"PATH…"`
	Out             string   `required:"" help:"File of weights to write." type:"path"`
	From            string   `help:"File of weights to begin from and to be held to; the evaluation's own without." type:"path"`
	Positions       int      `help:"Positions of each part at most; so many are drawn where there are more." default:"500000"`
	Seed            uint64   `help:"Decides which positions are drawn." default:"1"`
	Prior           float64  `help:"Centipawns by which a weight may well be off; small values hold the weights." default:"15"`
	Only            []string `help:"Families of weights to fit, such as value,unseen; the others are 0. All without."`
	Iterations      int      `help:"Steps of the minimiser at most." default:"200"`
	GateShare       int      `help:"Gate share of the deals, per mille, left alone; as in training." default:"20"`
	ValidationShare int      `help:"Validation share of the deals, per mille; as in training." default:"20"`
	Mixed           bool     `help:"Allow games that different evaluations have played."`
	Workers         int      `help:"Threads; 0: one a core. The weights do not depend on it." default:"0"`
	JSON            bool     `help:"Print the result as one JSON object."`
}

func (hcefitCommand) Help() string {
	return `Fits the weights of the hand-crafted evaluation to the results of quiet positions, and says what it brings on
held-out deals. See docs/evaluation.md for how to judge and adopt the file.

  jieqi experiment hcefit --data runs/quick/rounds/001/selfplay --gate-share 100 --validation-share 100 --out /tmp/weights.txt`
}

// Run fits, writes the file and prints what the fit brings.
func (c *hcefitCommand) Run(e *env) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	base, err := c.base()
	if err != nil {
		return err
	}
	if err := writable(c.Out); err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	stages := progress.NewStages(e.stderr)
	r, err := hcefit.Run(e.ctx, cfg, &base, c.Data, showFit(stages))
	stages.Close()
	if err != nil {
		return err
	}
	err = durable.Write(c.Out, func(w io.Writer) error { return hce.WriteWeights(w, &r.Weights) })
	if err != nil {
		return fmt.Errorf("--out: %w", err)
	}
	if c.JSON {
		return printJSON(e.stdout, r)
	}
	return printFit(e.stdout, &r)
}

// writable reports why a file of weights could not or should not be written later: a mistyped path must cost
// no minutes, and nobody's games.
func writable(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return durable.Probe(path)
	case err != nil:
		return err
	case info.IsDir():
		return fmt.Errorf("%s is a folder", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is no file", path)
	}
	if _, err := readWeights(path); err != nil {
		return fmt.Errorf("%w; only a file of weights is replaced: give another name", err)
	}
	return durable.Probe(path)
}

func (c *hcefitCommand) config() (hcefit.Config, error) {
	cfg := hcefit.Default()
	workers, err := workerCount(c.Workers)
	if err != nil {
		return cfg, err
	}
	cfg.Positions, cfg.Seed, cfg.Prior, cfg.Iterations = c.Positions, c.Seed, c.Prior, c.Iterations
	cfg.Split = dataset.Split{Gate: c.GateShare, Validation: c.ValidationShare}
	cfg.Only, cfg.Mixed, cfg.Threads = c.Only, c.Mixed, workers
	if err := cfg.Check(); err != nil {
		return cfg, usageError{err}
	}
	return cfg, nil
}

// base returns the weights to begin with.
func (c *hcefitCommand) base() (hce.Weights, error) {
	if c.From == "" {
		return hce.Default, nil
	}
	w, err := readWeights(c.From)
	if err != nil {
		return w, fmt.Errorf("--from: %w", err)
	}
	return w, nil
}

// readWeights reads a file of weights; errors name it.
func readWeights(path string) (hce.Weights, error) {
	file, err := os.Open(path)
	if err != nil {
		return hce.Weights{}, err
	}
	defer file.Close()
	w, err := hce.ParseWeights(file)
	if err != nil {
		return w, fmt.Errorf("%s: %w", path, err)
	}
	return w, nil
}

// showFit returns what shows the stages of a fit.
func showFit(stages *progress.Stages) func(hcefit.Progress) {
	return func(p hcefit.Progress) {
		note := ""
		if p.Stage == hcefit.Fitting {
			note = fmt.Sprintf("loss %.6f (ends when it stands still)", p.Loss)
		}
		stages.Set(p.Stage.String(), int64(p.Done), int64(p.Total), note)
	}
}

func printFit(out io.Writer, r *hcefit.Result) error {
	ended := "converged"
	if !r.Converged {
		ended = "cut short: more --iterations would lower the loss"
	}
	fmt.Fprintf(out, "iterations %d, %s\n", r.Iterations, ended)
	fmt.Fprintf(out, "moved %d of %d numbers, by %.2f cp (root mean square)\n", r.Moved, r.Numbers, r.Distance)
	printFitPart(out, "train", &r.Train)
	printFitPart(out, "validation", &r.Validation)
	d := &r.Validation.Difference
	verdict := fmt.Sprintf("t %+.2f over %d deals", d.T, d.N)
	if d.N < minTestDeals {
		verdict = fmt.Sprintf("over %d deals: too few for a test, which wants %d", d.N, minTestDeals)
	}
	_, err := fmt.Fprintf(out, "validation difference %+.6f, %s\n", d.Mean, verdict)
	return err
}

// minTestDeals is from where on t may be read as a normal deviate.
const minTestDeals = 30

func printFitPart(out io.Writer, name string, p *hcefit.Part) {
	fmt.Fprintf(out, "%s positions %d, deals %d\n", name, p.Positions, p.Deals)
	fmt.Fprintf(out, "%s loss %.6f -> %.6f, rounded %.6f\n", name, p.Before.Loss, p.Fitted.Loss, p.Rounded.Loss)
	fmt.Fprintf(out, "%s scale %.1f -> %.1f, rounded %.1f\n", name, p.Before.Scale, p.Fitted.Scale, p.Rounded.Scale)
}
