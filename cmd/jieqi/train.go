package main

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"runtime/debug"
	"slices"
	"time"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/round"
	"jieqi/dataset"
	"jieqi/trainer"
)

type trainCommand struct {
	Data    []string `help:"Folders of shards, shard files, or runs; several after one flag." type:"several" placeholder:"PATH…"`
	Out     string   `help:"Folder for the log, checkpoints and parameters."`
	Config  string   `help:"TOML file of settings; see docs/training.md." type:"path"`
	Preset  string   `help:"Settings without a file: quick or standard." default:"standard"`
	Resume  bool     `help:"Go on from the newest checkpoint in the folder."`
	Init    string   `help:"Parameters (.safetensors) to start from." type:"path"`
	Bench   bool     `help:"Measure the speed on synthetic data, or on --data, for a few seconds."`
	Scaling bool     `help:"With --bench: measure on 1, 2, 4, … threads too."`
	Threads int      `help:"Threads; 0: one a core. The network does not depend on it." default:"0"`
	JSON    bool     `help:"Print the result as one JSON object."`
}

func (trainCommand) Help() string {
	return `Trains float parameters on every shard given; ` + "`jieqi quantize`" + ` makes the network that plays.

  jieqi train --data runs/quick --preset quick --out /tmp/train
  jieqi train --data runs/spring runs/autumn/rounds/001/selfplay games/*.jqs --out /tmp/train
  jieqi train --bench --threads 2

--bench also says what part of a step's time on one thread one goroutine works alone, however many there are
("serial_percent"; a layer is transposed, losses and norms are summed, the next batch is looked up), and with --scaling
the speed by threads ("scaling THREADS POSITIONS_PER_S"). Its last lines are "positions_per_s N" and
"loader_wait_percent N", the share of the time in which training waited for samples.`
}

func (c *trainCommand) Run(e *env) error {
	threads, err := threadCount(c.Threads)
	if err != nil {
		return err
	}
	// Nearly all memory of a training is there from its first step to its last. What little is thrown away meanwhile
	// shall not grow as large again before it is collected.
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	if c.Bench {
		return c.bench(e, threads)
	}
	if len(c.Data) == 0 || c.Out == "" {
		return usageError{errors.New("--data and --out are needed, or --bench")}
	}
	if c.Scaling {
		return usageError{errors.New("--scaling goes with --bench")}
	}
	cfg, err := c.config()
	if err != nil {
		return err
	}
	data, err := c.shards(e, cfg.Split)
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	told := false
	r, err := trainer.Run(e.ctx, cfg, data, c.Out, trainer.Options{
		Resume: c.Resume, Init: c.Init, Threads: threads, Reading: progress.Slow(stages),
		Progress: func(p trainer.Progress) {
			if !told {
				stages.Close()
				fmt.Fprintf(e.stderr, "memory: about %d MB\n", cfg.Memory(threads)>>20)
				told = true
			}
			stages.Set("steps", p.Step, p.Steps, fmt.Sprintf("loss %.5f", p.Loss))
			if p.Warning != "" {
				stages.Print("warning: " + p.Warning)
			}
		},
	})
	stages.Close()
	if err != nil {
		return e.interrupted(err, "--resume goes on from the last checkpoint")
	}
	if c.JSON {
		return printJSON(e.stdout, r)
	}
	for _, scorer := range slices.Sorted(maps.Keys(r.LabelScales)) {
		fmt.Fprintf(e.stdout, "label_scale %v\n", r.LabelScales[scorer])
	}
	_, err = fmt.Fprintf(e.stdout, "steps %d\nsamples %d\nbest_loss %.6f\nbest_step %d\nbest_of %s\nparameters %s\n",
		r.Steps, r.Samples, r.BestLoss, r.BestStep, r.BestOf, filepath.Join(c.Out, r.Best))
	return err
}

// shards returns what holds the shards to train on. It warns of runs whose gates will refuse the network.
func (c *trainCommand) shards(e *env, split dataset.Split) ([]string, error) {
	sources, err := round.Sources(c.Data)
	if err != nil {
		return nil, err
	}
	var folders []string
	for _, s := range sources {
		folders = append(folders, s.Folders...)
		if s.Run && s.Split.Gate > split.Gate {
			fmt.Fprintf(e.stderr, "warning: %s withholds %d of 1000 deals for its gates, these settings %d: its gates will refuse the network; set split in --config\n",
				s.Path, s.Split.Gate, split.Gate)
		}
	}
	return folders, nil
}

func (c *trainCommand) config() (trainer.Config, error) {
	if c.Config == "" {
		cfg, err := trainer.Preset(c.Preset)
		if err != nil {
			return cfg, usageError{fmt.Errorf("--preset: %w", err)}
		}
		return cfg, nil
	}
	text, err := readText(c.Config)
	if err != nil {
		return trainer.Config{}, err
	}
	cfg, err := trainer.ParseConfig(text)
	if err != nil {
		return cfg, fmt.Errorf("%s: %w", c.Config, err)
	}
	return cfg, nil
}

// benchTime is how long --bench measures on each number of threads.
const benchTime = 5 * time.Second

func (c *trainCommand) bench(e *env, threads int) error {
	cfg, err := c.config()
	if err != nil {
		return err
	}
	counts := []int{1} // the serial part is that of one thread
	for n := 2; n < threads && c.Scaling; n *= 2 {
		counts = append(counts, n)
	}
	if threads > 1 {
		counts = append(counts, threads)
	}
	data, err := c.shards(e, cfg.Split)
	if err != nil {
		return err
	}
	stages := progress.NewStages(e.stderr)
	results, err := trainer.Bench(e.ctx, cfg, data, trainer.Options{Threads: threads, Reading: progress.Slow(stages)}, counts, benchTime)
	stages.Close()
	if err != nil {
		return err
	}
	r := results[len(results)-1]
	fmt.Fprintf(e.stdout, "kernel %s\nthreads %d\nbatch %d\nserial_percent %.3f\n", r.Kernel, r.Threads, r.Batch, results[0].SerialPercent)
	for i := 0; i < len(results) && c.Scaling; i++ {
		fmt.Fprintf(e.stdout, "scaling %d %.0f\n", results[i].Threads, results[i].PositionsPerSecond)
	}
	_, err = fmt.Fprintf(e.stdout, "positions_per_s %.0f\nloader_wait_percent %.1f\n", r.PositionsPerSecond, r.LoaderWaitPercent)
	return err
}
