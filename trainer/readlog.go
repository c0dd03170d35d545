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
		var into any = &start
		if i > 0 {
			records = append(records, SuperbatchRecord{})
			into = &records[i-1]
		}
		if err := json.Unmarshal(line, into); err != nil {
			return start, nil, fmt.Errorf("training log: %s: line %d: %w", path, i+1, err)
		}
	}
	return start, records, nil
}
