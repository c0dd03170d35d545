package quantise

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"jieqi/dataset/lineage"
	"jieqi/nnue"
	"jieqi/trainer"
)

// Job is the work of making an integer network from parameters and measuring what it lost.
type Job struct {
	Parameters string // safetensors file, or a checkpoint
	Provenance nnue.Provenance
	Holdout    []string       // shards; the gate's share of their deals is read
	Config     trainer.Config // split, filter, scales
	Trust      bool           // take a hold-out that parameters without a lineage may have seen
	Threads    int
	Reading    func(what string, done, total int) // see trainer.Options; may be nil
}

// Run returns the network, the parameters it was made from, and its report, which may refuse it.
func (j *Job) Run(ctx context.Context) (*nnue.Network, *nnue.Params, *trainer.Report, error) {
	params, err := trainer.LoadParams(j.Parameters)
	if err != nil {
		return nil, nil, nil, err
	}
	n, err := nnue.Quantize(params, j.Config.Scales, j.Provenance)
	if err != nil {
		return nil, nil, nil, fmt.Errorf("%s: %w", j.Parameters, err)
	}
	report, err := trainer.NewReport(ctx, params, n, j.Holdout, j.Config, trainer.Options{Threads: j.Threads, Trust: j.Trust, Reading: j.Reading})
	if errors.Is(err, lineage.ErrSeen) || errors.Is(err, lineage.ErrUnknown) {
		err = fmt.Errorf("%s on %s: %w", j.Parameters, strings.Join(j.Holdout, ", "), err)
	}
	return n, params, report, err
}
