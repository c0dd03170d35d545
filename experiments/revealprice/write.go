package revealprice

import (
	"errors"
	"fmt"
	"path/filepath"

	"jieqi/dataset/durable"
)

// write writes the report, its tables and, for each method, a chart of the reveal that it misprices most.
func (r *Report) write(dir string) error {
	err := errors.Join(
		durable.WriteJSON(filepath.Join(dir, reportName), r),
		durable.WriteFile(filepath.Join(dir, tablesName), []byte(r.Table())))
	for i, m := range methods {
		a := r.worst(i)
		if a == nil {
			continue
		}
		svg, cerr := a.chart(i)
		if cerr != nil {
			return fmt.Errorf("chart of %v: %w", m, cerr)
		}
		err = errors.Join(err, durable.WriteFile(filepath.Join(dir, fmt.Sprintf("worst-%v.svg", m)), svg))
	}
	return err
}
