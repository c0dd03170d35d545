package games

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"jieqi/dataset/durable"
)

// Lines returns what writes games as lines that `jieqi replay` reads.
func Lines(out io.Writer) func(*Game) error {
	return func(g *Game) error {
		_, err := fmt.Fprintln(out, g.Line())
		return err
	}
}

// JieqiBoxFiles returns what writes each game to a file of its own in the folder dir, which is made if need be.
// A file that is there already is an error.
func JieqiBoxFiles(dir string) (func(*Game) error, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("folder for the games: %w", err)
	}
	return func(g *Game) error {
		text, err := g.JieqiBox()
		if err != nil {
			return err
		}
		path := filepath.Join(dir, g.Name+".json")
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("%s is there already: give another folder", path)
		}
		return durable.WriteFile(path, text)
	}, nil
}
