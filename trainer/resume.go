package trainer

import (
	"fmt"
	"math"

	"jieqi/dataset"
	"jieqi/dataset/lineage"
	"jieqi/dataset/settings"
	"jieqi/nnue"
	"jieqi/trainer/kernel"
)

// cutAt returns the last step whose log lines stay.
func (r *run) cutAt() int64 {
	if !r.resumed {
		return -1
	}
	return r.state.Step
}

// restore sets state and kernel set from the newest checkpoint, or afresh. It returns what training begins from and
// the checkpoint's vectors, nil if there is none. The run trains on data.
func (r *run) restore(data lineage.Data) (first *nnue.Params, saved []*nnue.Params, err error) {
	first, initial, err := initialParams(r.options.Init, r.config.Seed)
	if err != nil {
		return nil, nil, err
	}
	origin := first.Lineage.With(data)
	if err := origin.Check(); err != nil {
		return nil, nil, err
	}
	steps, _ := r.config.Steps(r.survey.Samples(dataset.Train))
	r.state = state{Steps: steps, Config: r.config, Content: r.survey.Content, Initial: initial, Best: math.MaxFloat64, lineage: origin}
	var files []string
	if r.options.Resume {
		if files, err = checkpoints(r.out); err != nil {
			return nil, nil, err
		}
	}
	if r.set, err = chooseKernel(r.options.Kernel); err != nil {
		return nil, nil, err
	}
	if len(files) > 0 {
		newest := files[len(files)-1]
		was, vectors, err := readCheckpoint(newest)
		if err != nil {
			return nil, nil, fmt.Errorf("%w; %s", err, wayOut(len(files)))
		}
		if err := r.adopt(was); err != nil {
			return nil, nil, fmt.Errorf("resume %s: %w", newest, err)
		}
		if saved = vectors; r.set.Bits != was.Kernel {
			if r.set, err = kernel.ByBits(was.Kernel); err != nil {
				return nil, nil, fmt.Errorf("resume %s: %w", newest, err)
			}
		}
	}
	r.state.Kernel = r.set.Bits
	return first, saved, nil
}

// wayOut says what to do when the newest of some checkpoints cannot be read. Going back by itself
// would hide that the disk loses data.
func wayOut(files int) string {
	if files > 1 {
		return "remove it to go on from the one before"
	}
	return "it is the only one: remove it to begin anew"
}

// adopt takes over a checkpoint's state if it is of this very run.
func (r *run) adopt(saved *state) error {
	// What has gone on from a checkpoint without a lineage: nobody knows which salts split the games of its first steps.
	unsure := lineage.Lineage{Data: r.state.lineage.Data}
	if saved.lineage.IsZero() {
		saved.lineage = unsure
	}
	switch {
	case saved.Config != r.state.Config:
		return otherSettings(&saved.Config, &r.state.Config)
	case saved.Content != r.state.Content:
		return otherData(saved.Content, r.state.Content)
	case saved.Initial != r.state.Initial:
		return fmt.Errorf("the run began from %s, now it would from %s (--init): %s", beginning(saved.Initial), beginning(r.state.Initial), advice)
	case !saved.lineage.Equal(r.state.lineage) && !saved.lineage.Equal(unsure):
		return fmt.Errorf("the phrases and salts of the data, or what --init was trained on, are not the checkpoint's: %s", advice)
	case r.options.Kernel != "" && r.set.Bits != saved.Kernel:
		return fmt.Errorf("the checkpoint has the bits of kernel set %q, which %q does not give", saved.Kernel, r.options.Kernel)
	case saved.Steps != r.state.Steps:
		return fmt.Errorf("the run has %d steps, the checkpoint's had %d", r.state.Steps, saved.Steps)
	}
	r.state = *saved
	r.resumed = true
	return nil
}

// advice ends the error of a run that is asked to go on as another.
const advice = "ask for what it began with, or choose another folder"

// otherSettings and otherData say what of a run is not as it began.
func otherSettings(was, now *Config) error {
	return fmt.Errorf("the run was begun with other settings: %s; %s", settings.Differences(was, now), advice)
}

func otherData(was, now string) error {
	return fmt.Errorf("the games are not those that the run was begun with (their content hash was %.12s…, now %.12s…); %s", was, now, advice)
}

// beginning names what training began from, as state.Initial has it.
func beginning(initial string) string {
	if initial == "" {
		return "fresh parameters"
	}
	return fmt.Sprintf("parameters with hash %.12s…", initial)
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
	hash, err := p.Hash()
	return p, hash, err
}
