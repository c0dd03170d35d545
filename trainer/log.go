package trainer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"

	"jieqi/dataset"
)

// logName is the log of a run: JSON Lines, one object a line, see StartRecord and
// SuperbatchRecord.
const logName = "log.jsonl"

// StartRecord is the first line of a log: what the run is.
type StartRecord struct {
	Event              string                        `json:"event"` // "start"
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
	Best        bool               `json:"best"`

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

// logFile appends lines to a log, each on disk before the next step.
type logFile struct{ file *os.File }

// openLog opens the log at path for appending, cut back to the lines of step and before.
func openLog(path string, step int64) (*logFile, error) {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("training log: %w", err)
	}
	keep, err := lengthUpTo(f, step)
	if err == nil {
		err = f.Truncate(keep)
	}
	if err == nil {
		_, err = f.Seek(keep, io.SeekStart)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("training log %s: %w", path, err), f.Close())
	}
	return &logFile{f}, nil
}

// lengthUpTo returns the length of the leading lines that are whole and belong to steps up to step.
func lengthUpTo(r io.Reader, step int64) (int64, error) {
	in := bufio.NewReader(r)
	var keep int64
	for {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return keep, nil // what follows the last newline was cut off in the middle
		}
		if err != nil {
			return keep, err
		}
		var at struct {
			Step int64 `json:"step"`
		}
		if json.Unmarshal(bytes.TrimSpace(line), &at) != nil || at.Step > step {
			return keep, nil
		}
		keep += int64(len(line))
	}
}

// write appends a record.
func (l *logFile) write(record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("training log: %w", err)
	}
	if _, err := l.file.Write(append(line, '\n')); err != nil {
		return fmt.Errorf("training log: %w", err)
	}
	if err := l.file.Sync(); err != nil {
		return fmt.Errorf("training log: %w", err)
	}
	return nil
}

func (l *logFile) close() error { return l.file.Close() }
