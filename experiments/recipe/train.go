package recipe

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"jieqi/trainer"
)

// Trained is a finished training.
type Trained struct {
	Parameters string          `json:"parameters"` // hash of the best ones
	Samples    int64           `json:"samples"`    // different training samples after the filters
	Result     *trainer.Result `json:"result"`
}

// training is the work of a training stage.
type training struct {
	source  *source
	config  trainer.Config
	init    string // file of parameters to begin from; empty: fresh ones
	threads int
}

func (t *training) run(ctx context.Context, folder string, progress tell) (*Trained, error) {
	result, err := trainer.Run(ctx, t.config, t.source.paths, folder, trainer.Options{
		Resume: true, Init: t.init, Threads: t.threads,
		Reading:  func(what string, done, total int) { progress(int64(done), int64(total), what) },
		Progress: func(p trainer.Progress) { progress(p.Step, p.Steps, fmt.Sprintf("loss %.5f", p.Loss)) },
	})
	if err != nil {
		return nil, err
	}
	if result.ContentHash != t.source.content {
		return nil, errors.New("games were added to the folders of its data meanwhile: run the study again, or name the shard files")
	}
	start, _, err := trainer.ReadLog(folder)
	if err != nil {
		return nil, err
	}
	params, err := trainer.LoadParams(filepath.Join(folder, result.Best))
	if err != nil {
		return nil, err
	}
	hash, err := params.Hash()
	return &Trained{Parameters: hash, Samples: start.Samples, Result: result}, err
}
