package recipe

import (
	"fmt"
	"os"
	"path/filepath"

	"jieqi/dataset/durable"
)

// Write writes what the study has found so far into a folder: table.md, table.json and the plots.
func (s *Study) Write(folder string) (*Report, error) {
	r, err := s.Report()
	if err != nil {
		return nil, err
	}
	plots, err := s.Plots(r)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return nil, err
	}
	text := r.Table()
	for _, p := range plots {
		if err := durable.WriteFile(filepath.Join(folder, p.Name), p.SVG); err != nil {
			return nil, err
		}
		text += fmt.Sprintf("\n![%s](%[1]s)\n", p.Name)
	}
	if err := durable.WriteFile(filepath.Join(folder, "table.md"), []byte(text)); err != nil {
		return nil, err
	}
	return r, durable.WriteJSON(filepath.Join(folder, "table.json"), r)
}
