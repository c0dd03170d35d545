package round

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/quantise"
	"jieqi/dataset/durable"
	"jieqi/nnue"
	"jieqi/trainer"
)

// Candidate is a network that a round made, or why it made none.
type Candidate struct {
	Name       string          `json:"name"` // empty where the parameters fit no integer network
	Report     *trainer.Report `json:"report"`
	ReportText string          `json:"report_text"`
	Refused    string          `json:"refused,omitempty"` // why it is refused: by its quantisation report, or because there is none
}

// Refusal says as a line why the candidate never came to the gate, "" if it did or may still.
func (c *Candidate) Refusal() string {
	switch {
	case c.Refused == "":
		return ""
	case c.Name == "":
		return "no network, quantisation: " + c.Refused
	}
	return c.Name + " is rejected, quantisation: " + c.Refused
}

// quantise makes the integer network of the best parameters, with its report, among the run's networks.
func (r *round) quantise(ctx context.Context, trained *trainer.Result) (Candidate, error) {
	candidate, err := stage(r.folder.Marker(stageQuantise), func() (Candidate, error) {
		r.begin(stageQuantise)
		provenance := trained.Provenance()
		provenance.Run, provenance.Parents = r.config.Phrase, r.parents()
		stages := progress.NewStages(r.options.Log)
		defer stages.Close()
		job := quantise.Job{
			Reading:    progress.Slow(stages),
			Parameters: filepath.Join(r.folder.Train(), trained.Best), Provenance: provenance,
			Holdout: r.window(), Config: r.config.Train, Trust: r.config.Gate.Trust, Threads: r.options.Workers,
		}
		n, params, report, err := job.Run(ctx)
		if nnue.Unfit(err) {
			return Candidate{Refused: err.Error()}, nil
		}
		if err != nil {
			return Candidate{}, r.parametersRemedy(job.Parameters, err)
		}
		c := Candidate{Name: n.Name(), Report: report, ReportText: report.Text()}
		if err := report.Refused(); err != nil {
			c.Refused = err.Error()
		}
		r.logf("network %s\n%s", c.Name, c.ReportText)
		return c, r.keep(n, params, report)
	})
	if err != nil || candidate.Name == "" {
		return candidate, err
	}
	return candidate, r.registry.Add(Fact{Kind: FactNetwork, Round: r.number, Network: candidate.Name, Champion: r.champion})
}

// parametersRemedy says what to do where err is about the file of trained parameters.
func (r *round) parametersRemedy(path string, err error) error {
	if _, unread := trainer.LoadParams(path); unread == nil {
		return err
	}
	return fmt.Errorf("%w; remove the folder %s and %s: training is done again, with the same outcome", err, r.folder.Train(), r.folder.Marker(stageTrain))
}

// parents returns who played the games that the round trains on, each once, oldest first.
func (r *round) parents() []string {
	var names []string
	for n := max(1, r.number-r.config.Window+1); n <= r.number; n++ {
		if name := r.registry.Champion(n, r.config.Champion); len(names) == 0 || names[len(names)-1] != name {
			names = append(names, name)
		}
	}
	return names
}

// keep writes a network, its parameters and its report into the run's folder of networks.
func (r *round) keep(n *nnue.Network, params *nnue.Params, report *trainer.Report) error {
	if err := os.MkdirAll(r.run.Networks(), 0o755); err != nil {
		return err
	}
	base := filepath.Join(r.run.Networks(), n.Name())
	if err := durable.WriteJSON(base+".json", report); err != nil {
		return err
	}
	if err := durable.WriteFile(base+".txt", []byte(report.Text())); err != nil {
		return err
	}
	if err := params.Save(r.run.parameters(n.Name()), nil); err != nil {
		return err
	}
	_, err := n.WriteFile(r.run.Networks())
	return err
}
