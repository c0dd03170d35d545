package trainer

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ReadLog returns the records of the training run in folder out, as far as they are written. A last
// line torn by a kill is left out.
func ReadLog(out string) (StartRecord, []SuperbatchRecord, error) {
	var start StartRecord
	f, err := os.Open(filepath.Join(out, logName))
	if err != nil {
		return start, nil, fmt.Errorf("training log: %w", err)
	}
	defer f.Close()
	var records []SuperbatchRecord
	in := bufio.NewReader(f)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return start, records, nil
		}
		if err != nil {
			return start, nil, fmt.Errorf("training log: %w", err)
		}
		if line = bytes.TrimSpace(line); n == 1 {
			err = json.Unmarshal(line, &start)
		} else {
			records = append(records, SuperbatchRecord{})
			err = json.Unmarshal(line, &records[len(records)-1])
		}
		if err != nil {
			return start, nil, fmt.Errorf("%s: line %d: %w", f.Name(), n, err)
		}
	}
}
