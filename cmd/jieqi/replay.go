package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"jieqi/engine/record"
)

type replayCommand struct {
	File string `arg:"" optional:"" help:"File of lines 'start FEN<TAB>moves'; - or nothing for standard input." default:"-"`
}

func (replayCommand) Help() string {
	return `Prints one JSON object a line: the views of the public, Red and Black, the legal moves and the verdict.
A line that cannot be replayed gets an object with "error"; the exit status is then 1.

  printf '3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30\te5d5 d9e9\n' | jieqi replay`
}

func (c *replayCommand) Run(e *env) error {
	in := e.stdin
	if c.File != "-" {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	out := bufio.NewWriter(e.stdout)
	bad, err := replayLines(in, out)
	if err := errors.Join(err, out.Flush()); err != nil {
		return err
	}
	if bad > 0 {
		return fmt.Errorf("%d of the lines could not be replayed; see their error fields", bad)
	}
	return nil
}

// replayLines answers every line, however long, and counts those with an error.
func replayLines(in io.Reader, out io.Writer) (bad int, err error) {
	lines := bufio.NewReader(in)
	enc := json.NewEncoder(out)
	for n := 1; ; n++ {
		line, err := lines.ReadString('\n')
		if err != nil && !errors.Is(err, io.EOF) {
			return bad, fmt.Errorf("line %d: %w", n, err)
		}
		if line == "" {
			return bad, nil
		}
		result := record.Replay(strings.TrimRight(line, "\r\n"), n)
		if result.Err != nil {
			bad++
		}
		if err := enc.Encode(result); err != nil {
			return bad, err
		}
	}
}
