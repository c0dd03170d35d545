package trainer

import (
	"encoding/json"
	"errors"
	"fmt"

	"jieqi/dataset"
	"jieqi/dataset/durable"
)

// logName is the log of a run: a journal of one StartRecord and of SuperbatchRecords. Each is on disk
// before the next step.
const logName = "log.jsonl"

// startEvent marks the first line of a log.
const startEvent = "start"

// StartRecord is the first line of a log: what the run is.
type StartRecord struct {
	Event              string                        `json:"event"` // startEvent
	Step               int64                         `json:"step"`  // 0
	Config             Config                        `json:"config"`
	ContentHash        string                        `json:"content_hash"`
	Kernel             string                        `json:"kernel"`
	Steps              int64                         `json:"steps"`
	Samples            int64                         `json:"samples"` // training samples after the filters
	Held               int64                         `json:"held"`    // validation samples in use
	SamplesPerPosition float64                       `json:"samples_per_position"`
	Capped             bool                          `json:"capped"` // max_passes shortened the run
	Parts              map[string]PartRecord         `json:"parts"`
	RepeatedEarly      int                           `json:"repeated_early"` // distinct early positions that occur more than once
	LabelScales        map[string]dataset.LabelScale `json:"label_scales"`
}

// PartRecord says what the filter did to a part of the data.
type PartRecord struct {
	Kept          uint64            `json:"kept"`
	Dropped       map[string]uint64 `json:"dropped"` // by reason
	RevealsBefore float64           `json:"reveals_before"`
	RevealsAfter  float64           `json:"reveals_after"` // share of reveals among the samples, before and after
}

// SuperbatchRecord is a line for each superbatch.
type SuperbatchRecord struct {
	Event       string             `json:"event"` // "superbatch"
	Step        int64              `json:"step"`
	Epoch       int                `json:"epoch"`
	Samples     int64              `json:"samples"` // seen so far
	Rate        float64            `json:"rate"`
	Lambda      float64            `json:"lambda"`
	Quantised   bool               `json:"quantised"`
	Loss        float64            `json:"loss"` // mean over the superbatch, of the blended and weighted target
	GradNorm    float64            `json:"grad_norm"`
	MaxGradNorm float64            `json:"max_grad_norm"`
	Clipped     float64            `json:"clipped"` // share of steps whose gradient was shortened
	WeightNorms map[string]float64 `json:"weight_norms"`
	Validation  *Validation        `json:"validation"`
	Warning     string             `json:"warning,omitempty"` // of the validation
	Best        bool               `json:"best"`              // the lowest loss at λ = 0.5 so far, of those steps that best_of names
	BestOf      string             `json:"best_of"`           // see Result.BestOf

	PositionsPerSecond float64 `json:"positions_per_s"`     // of the steps alone, loading included
	LoaderWaitPercent  float64 `json:"loader_wait_percent"` // share of that time spent waiting for samples
}

// partRecord describes a tally.
func partRecord(t *dataset.Tally) PartRecord {
	r := PartRecord{Kept: t.By[dataset.Keep], Dropped: map[string]uint64{}}
	all := r.Kept
	for d := dataset.Keep + 1; int(d) < dataset.NumDrops; d++ {
		r.Dropped[d.String()] = t.By[d]
		all += t.By[d]
	}
	r.RevealsBefore = mean(float64(t.RevealsBefore), int64(all))
	r.RevealsAfter = mean(float64(t.RevealsKept), int64(r.Kept))
	return r
}

// openLog opens the log at path for appending, cut back to the lines of step and before.
func openLog(path string, step int64) (*durable.Journal, error) {
	log, lines, err := durable.OpenJournal[json.RawMessage](path)
	if err != nil {
		return nil, fmt.Errorf("training log: %w", err)
	}
	keep, err := countUpTo(path, lines, step)
	if err == nil {
		err = log.Cut(keep)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("training log: %w", err), log.Close())
	}
	return log, nil
}

// countUpTo returns how many lines there are before the first of a step behind the given one. A line that is none of a log
// is an error: to cut it off, and all behind it, would lose what is not ours to lose.
func countUpTo(path string, lines []json.RawMessage, step int64) (int, error) {
	keep, behind := 0, false
	for i, line := range lines {
		_, at, err := placeOf(line)
		if err != nil {
			return 0, fmt.Errorf("%s: line %d: %w", path, i+1, err)
		}
		if behind = behind || at > step; !behind {
			keep++
		}
	}
	return keep, nil
}

// errNoRecord is a line that no training has written.
var errNoRecord = errors.New("not a record of training; remove the line: if there was one, the report's curves lack its superbatch")

// placeOf returns what a line of a log tells of, and the step that it belongs to.
func placeOf(line json.RawMessage) (event string, step int64, err error) {
	var at struct {
		Event string `json:"event"`
		Step  *int64 `json:"step"`
	}
	if err := json.Unmarshal(line, &at); err != nil || at.Step == nil {
		return "", 0, errNoRecord
	}
	return at.Event, *at.Step, nil
}
