package recipe

import (
	"context"
	"path/filepath"

	"jieqi/nnue"
	"jieqi/trainer"
)

// meanInputs are what decides the parameters of a run that is a mean.
type meanInputs struct {
	Of []string `json:"of"` // hashes of parameters, in the order of the row's list
}

// meanFile has the parameters of a run that is a mean.
const meanFile = "mean.safetensors"

func (s *Study) meanStage(r *run) *task[Trained] {
	return &task[Trained]{
		kind: kindMean, subject: r.title(), last: outcomeFile, outcome: &r.trained,
		inputs: func() any {
			var in meanInputs
			for _, from := range r.mean {
				if from.trained == nil {
					return nil
				}
				in.Of = append(in.Of, from.trained.Parameters)
			}
			return in
		},
		work: func(_ context.Context, folder string, _ tell) (*Trained, error) {
			var of []*nnue.Params
			for _, from := range r.mean {
				path, err := s.fileOf(s.parametersStage(from), from.trained.Result.Best)
				if err != nil {
					return nil, err
				}
				p, err := trainer.LoadParams(path)
				if err != nil {
					return nil, err
				}
				of = append(of, p)
			}
			mean := nnue.MeanParams(of)
			if err := mean.Save(filepath.Join(folder, meanFile), nil); err != nil {
				return nil, err
			}
			hash, err := mean.Hash()
			return &Trained{Parameters: hash, Result: &trainer.Result{Best: meanFile, Final: meanFile}}, err
		},
	}
}
