package trainer

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/nnue"
)

// Files that a finished run leaves in its folder.
const (
	resultName = "result.json" // written last: the mark of a finished run
	bestName   = "best" + tensorExt
	finalName  = "final" + tensorExt
)

// What Result.BestOf may be. Parameters from before the rounding would lose more in quantisation than they seem
// to win, so a run that ends with fake-quantised steps has the best of those alone; steps before them may
// have had a lower loss.
const (
	BestOfTail = "quantised_tail" // the fake-quantised steps
	BestOfAll  = "all_steps"      // the whole run: no step is fake-quantised, or every one
)

// bestOf names the steps that the best so far is of: before the tail, all until now.
func (r *run) bestOf() string {
	if r.state.Quantise && r.config.firstQuantised(r.state.Steps) > 1 {
		return BestOfTail
	}
	return BestOfAll
}

// Result says what a run made. Files are named relative to the run's folder.
type Result struct {
	Final       string                        `json:"final"` // parameters after the last step
	Best        string                        `json:"best"`  // parameters with the lowest validation loss at λ = 0.5 among those that BestOf names
	BestStep    int64                         `json:"best_step"`
	BestLoss    float64                       `json:"best_loss"`
	BestOf      string                        `json:"best_of"`     // which steps it was chosen from: BestOfTail or BestOfAll
	Validations int64                         `json:"validations"` // among so many of them
	Steps       int64                         `json:"steps"`
	Samples     int64                         `json:"samples"` // trained on, repeats counted
	ContentHash string                        `json:"content_hash"`
	ConfigHash  string                        `json:"config_hash"`
	Kernel      string                        `json:"kernel"` // whose bits these are: kernel.Set.Bits
	Config      Config                        `json:"config"`
	LabelScales map[string]dataset.LabelScale `json:"label_scales,omitempty"` // by scorer; none if the configuration set the scale
}

// Provenance returns what a network quantised from the result should say about its making.
func (r *Result) Provenance() nnue.Provenance {
	p := nnue.Provenance{
		DataHash: r.ContentHash, ConfigHash: r.ConfigHash, Samples: r.Samples, Seed: r.Config.Seed,
		LabelScale: r.Config.LabelScale, Lambda: [2]float64{r.Config.Lambda.First, r.Config.Lambda.Last},
	}
	for _, s := range r.LabelScales {
		if len(r.LabelScales) == 1 {
			p.LabelScale = s.K
		}
	}
	return p
}

// Hash returns the SHA-256 of the configuration as TOML, in hexadecimal digits.
func (c *Config) Hash() (string, error) {
	text, err := c.Encode()
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

// saveParams writes the present parameters under a name in the run's folder.
func (r *run) saveParams(name string) error {
	hash, err := r.config.Hash()
	if err != nil {
		return err
	}
	metadata := map[string]string{"config": hash, "content": r.survey.Content, "step": fmt.Sprint(r.optimiser.Steps())}
	p := r.optimiser.Network()
	p.Lineage = r.state.lineage
	return p.Save(filepath.Join(r.out, name), metadata)
}

// finish writes the final parameters and the result.
func (r *run) finish() (*Result, error) {
	if err := r.saveParams(finalName); err != nil {
		return nil, err
	}
	hash, err := r.config.Hash()
	if err != nil {
		return nil, err
	}
	res := &Result{
		Final: finalName, Best: bestName, BestStep: r.state.BestStep, BestLoss: r.state.Best,
		BestOf: r.bestOf(), Validations: r.state.Judged,
		Steps: r.state.Steps, Samples: r.state.Steps * int64(r.config.Batch),
		ContentHash: r.survey.Content, ConfigHash: hash, Kernel: r.set.Bits,
		Config: r.config, LabelScales: r.survey.Scales,
	}
	if err := durable.WriteJSON(filepath.Join(r.out, resultName), res); err != nil {
		return nil, fmt.Errorf("training result: %w; if it is damaged, remove it: training ends again, from its newest checkpoint, with the same", err)
	}
	return res, nil
}

// ReadResult returns the result in a run's folder, nil if there is none.
func ReadResult(out string) (*Result, error) {
	res, err := durable.ReadJSON[Result](filepath.Join(out, resultName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err == nil && res.Steps == 0 {
		err = fmt.Errorf("%s: it holds nothing of a result", filepath.Join(out, resultName))
	}
	if err != nil {
		return nil, fmt.Errorf("training result: %w; if it is damaged, remove it: training ends again, from its newest checkpoint, with the same", err)
	}
	return res, nil
}
