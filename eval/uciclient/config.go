package uciclient

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"jieqi/engine/notation"
)

// Config says which engine to run and how to talk to it. Parse makes one from text.
type Config struct {
	Name    string   // for people; empty: the file name of the command
	Command []string // the program and its arguments; no shell is involved
	Dir     string   // where it runs, and where a relative path of the program starts; empty: here
	// Dial opens a connection to an engine that runs already, in place of a Command; nil: there is none.
	Dial func() (io.ReadWriteCloser, error)

	// Options are sent before every first game; one that the engine does not declare, or with a value that it
	// cannot have, is an error. Defaults are sent if the engine declares them and Options does not name them.
	Options, Defaults []Option
	// Lenient accepts an engine that complains between its options and readyok: see Start.
	Lenient bool
	// Pinned must still be the engine's Contents whenever it starts, at first and after a failure; nil: not asked.
	Pinned *Contents

	Dialect notation.Dialect
	// NoClock is for engines that do not understand clocks: they are told a time for each move.
	NoClock bool

	Patience  time.Duration // from the end of the allowed time to a stall; 0: DefaultPatience
	Handshake time.Duration // to get ready, after the start and for a new game; 0: DefaultHandshake, or Patience if that is longer
	QuitGrace time.Duration // from "quit" to the kill; 0: DefaultQuitGrace
}

// The times that a Config leaves open.
const (
	DefaultPatience  = 10 * time.Second
	DefaultHandshake = 20 * time.Second
	DefaultQuitGrace = 2 * time.Second
)

// Option is one engine option. A button has an empty Value.
type Option struct{ Name, Value string }

// Label returns the engine's name for people: Name, or the file name of the command.
func (c *Config) Label() string {
	if c.Name != "" || len(c.Command) == 0 {
		return c.Name
	}
	return filepath.Base(c.Command[0])
}

// program returns the path of the executable, absolute where Dir would change its meaning, and checks that
// Dir is there: the error of a failed start would blame the executable.
func (c *Config) program() (string, error) {
	if len(c.Command) == 0 {
		return "", errors.New("no command")
	}
	if c.Dir != "" {
		if _, err := os.Stat(c.Dir); err != nil {
			return "", err
		}
	}
	name := c.Command[0]
	if strings.ContainsRune(name, filepath.Separator) && !filepath.IsAbs(name) {
		abs, err := filepath.Abs(filepath.Join(c.Dir, name))
		if err != nil {
			return "", fmt.Errorf("find %s: %w", name, err)
		}
		name = abs
	}
	return exec.LookPath(name)
}
