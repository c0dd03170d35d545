package trainer

import (
	"encoding/json"
	"fmt"
	"path/filepath"

	"jieqi/dataset/durable"
)

// ReadLog returns the records of the training run in folder out, as far as they are written. A last
// line torn by a kill is left out. Members that the records lack are ignored.
func ReadLog(out string) (StartRecord, []SuperbatchRecord, error) {
	var start StartRecord
	path := filepath.Join(out, logName)
	lines, err := durable.ReadJournal[json.RawMessage](path)
	if err != nil {
		return start, nil, fmt.Errorf("training log: %w", err)
	}
	var records []SuperbatchRecord
	for i, line := range lines {
		if err := readRecord(line, &start, &records); err != nil {
			return start, nil, fmt.Errorf("training log: %s: line %d: %w", path, i+1, err)
		}
	}
	return start, records, nil
}

// readRecord reads a line into start or as one more of the records. A log may have lost its first line.
func readRecord(line json.RawMessage, start *StartRecord, records *[]SuperbatchRecord) error {
	event, _, err := placeOf(line)
	if err != nil {
		return err
	}
	if event == startEvent {
		err = json.Unmarshal(line, start)
	} else {
		var r SuperbatchRecord
		err = json.Unmarshal(line, &r)
		*records = append(*records, r)
	}
	if err != nil {
		return errNoRecord
	}
	return nil
}
