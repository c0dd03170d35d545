package trainer

import (
	"jieqi/dataset"
	"jieqi/nnue"
)

// startRecord describes the run.
func (r *run) startRecord() StartRecord {
	samples := r.survey.Samples(dataset.Train)
	_, capped := r.config.Steps(samples)
	rec := StartRecord{
		Event: startEvent, Config: r.config, ContentHash: r.survey.Content, Kernel: r.set.Name,
		Steps: r.state.Steps, Samples: samples, Held: int64(len(r.survey.Held)), Capped: capped,
		SamplesPerPosition: float64(r.state.Steps) * float64(r.config.Batch) / float64(samples),
		Parts:              map[string]PartRecord{}, RepeatedEarly: len(r.survey.Repeats), LabelScales: r.survey.Scales,
	}
	for part := range r.survey.Tallies {
		rec.Parts[dataset.Part(part).String()] = partRecord(&r.survey.Tallies[part])
	}
	return rec
}

// superbatchRecord describes the superbatch that ends with state.Step.
func (r *run) superbatchRecord(m *meter, v *Validation, best bool) SuperbatchRecord {
	step := r.state.Step
	return SuperbatchRecord{
		Event: "superbatch", Step: step, Epoch: r.state.Cursor.Epoch, Samples: step * int64(r.config.Batch),
		Rate: r.config.Rate.At(step, r.state.Steps), Lambda: r.config.Lambda.At(step, r.state.Steps), Quantised: r.state.Quantise,
		Loss: m.loss / float64(m.steps), GradNorm: m.norm / float64(m.steps), MaxGradNorm: m.maxNorm,
		Clipped: float64(m.clipped) / float64(m.steps), WeightNorms: r.weightNorms(), Validation: v, Warning: v.Warning(), Best: best, BestOf: r.bestOf(),
		PositionsPerSecond: m.positionsPerSecond(r.config.Batch), LoaderWaitPercent: m.waitPercent(),
	}
}

// weightNorms returns the Euclidean length of each tensor.
func (r *run) weightNorms() map[string]float64 {
	norms, lengths := map[string]float64{}, r.optimiser.Norms()
	for i, name := range nnue.TensorNames() {
		norms[name] = lengths[i]
	}
	return norms
}
