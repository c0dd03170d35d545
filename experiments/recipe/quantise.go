package recipe

import (
	"fmt"
	"path/filepath"

	"jieqi/nnue"
	"jieqi/trainer"
)

// Quantised is the integer network of a row, or why there is none.
type Quantised struct {
	Network string `json:"network,omitempty"` // its name
	File    string `json:"file,omitempty"`    // in the stage's folder
	Refused string `json:"refused,omitempty"` // what of the parameters cannot be written as integers
}

// quantise makes the integer network of parameters, its output times scale, in a folder.
func quantise(parameters string, scales nnue.Scales, scale float64, provenance nnue.Provenance, folder string) (*Quantised, error) {
	params, err := trainer.LoadParams(parameters)
	if err != nil {
		return nil, err
	}
	for _, output := range [][]float32{params.L3, params.B3} {
		for i := range output {
			output[i] = float32(float64(output[i]) * scale)
		}
	}
	n, err := nnue.Quantize(params, scales, provenance)
	if nnue.Unfit(err) {
		return &Quantised{Refused: err.Error()}, nil
	}
	if err != nil {
		return nil, err
	}
	path, err := n.WriteFile(folder)
	return &Quantised{Network: n.Name(), File: filepath.Base(path)}, err
}

// provenance says what a row's network was made from.
func provenance(trained *Trained, scale float64) nnue.Provenance {
	p := trained.Result.Provenance()
	if scale != 1 {
		p.Notes = map[string]string{"output_scale": fmt.Sprint(scale)}
	}
	return p
}
