package uciclient

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"jieqi/engine/notation"
)

// Parse reads the text form of a Config: the command, then settings, all separated by semicolons.
//
//	./PikaJieQi; @dir=/opt/pika; @zeros=no; Threads=1; Move Overhead=20
//
// Words of the command are separated by blanks; double quotes keep blanks in a word. Settings that
// begin with @ are for this program, all others are options of the engine:
//
//	@name=TEXT      what to call the engine
//	@dir=FOLDER     where it runs
//	@zeros=no       its FENs leave out identities of which none is left
//	@fields=N       its FENs have 3, 5, 6 or 7 fields; 5 unless said otherwise
//	@clock=no       it ignores clocks: it is told a time for each move
//	@patience=TIME  how far beyond its time an answer is waited for, such as 10s; more than 20s also
//	                lengthens the wait for the engine to get ready
//	@lenient=yes    it may complain when it is given its options
//
// No setting is given twice.
func Parse(text string) (Config, error) {
	var c Config
	if strings.ContainsFunc(text, unicode.IsControl) {
		return c, fmt.Errorf("%q: control characters", text)
	}
	parts := strings.Split(text, ";")
	var err error
	if c.Command, err = words(parts[0]); err != nil {
		return c, fmt.Errorf("command %q: %w", parts[0], err)
	}
	given := map[string]bool{}
	for _, part := range parts[1:] {
		name, value, valued := strings.Cut(part, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		key := strings.ToLower(name) // as engines compare the names of their options
		if given[key] {
			return c, fmt.Errorf("setting %q: %s is given twice", part, name)
		}
		given[key] = true
		if err := c.setting(name, value, valued); err != nil {
			return c, fmt.Errorf("setting %q: %w", part, err)
		}
	}
	return c, nil
}

// words splits a command.
func words(text string) ([]string, error) {
	var out []string
	inside := false
	for i, piece := range strings.Split(text, `"`) {
		inside = i%2 == 1
		if inside {
			out = append(out, piece)
			continue
		}
		out = append(out, strings.Fields(piece)...)
	}
	switch {
	case inside:
		return nil, errors.New("a double quote is not closed")
	case len(out) == 0 || out[0] == "":
		return nil, errors.New("missing")
	}
	return out, nil
}

func (c *Config) setting(name, value string, given bool) error {
	if name == "" {
		return errors.New("no name")
	}
	ours, isOurs := strings.CutPrefix(name, "@")
	if !isOurs {
		c.Options = append(c.Options, Option{name, value})
		return nil
	}
	if !given || value == "" {
		return errors.New("no value")
	}
	return c.own(ours, value)
}

// own reads one setting of this program.
func (c *Config) own(name, value string) error {
	var err error
	switch name {
	case "name":
		c.Name = value
	case "dir":
		c.Dir = value
	case "zeros":
		c.Dialect.NoZeros, err = isNo(value)
	case "clock":
		c.NoClock, err = isNo(value)
	case "lenient":
		var strict bool
		strict, err = isNo(value)
		c.Lenient = err == nil && !strict
	case "fields":
		var n int
		if n, err = strconv.Atoi(value); err == nil {
			c.Dialect.Layout, err = notation.LayoutOf(n)
		}
	case "patience":
		if c.Patience, err = time.ParseDuration(value); err == nil && c.Patience <= 0 {
			err = errors.New("want more than no time")
		}
	default:
		err = errors.New("unknown (want @name, @dir, @zeros, @fields, @clock, @patience or @lenient)")
	}
	return err
}

func isNo(value string) (bool, error) {
	switch value {
	case "no":
		return true, nil
	case "yes":
		return false, nil
	}
	return false, errors.New("want yes or no")
}

// String returns a text that Parse reads as c, apart from Defaults, Pinned, Handshake and QuitGrace.
func (c *Config) String() string {
	var b strings.Builder
	for i, w := range c.Command {
		if i > 0 {
			b.WriteByte(' ')
		}
		if w == "" || strings.ContainsFunc(w, unicode.IsSpace) {
			w = `"` + w + `"`
		}
		b.WriteString(w)
	}
	say := func(given bool, name, value string) {
		if given {
			b.WriteString("; " + name + "=" + value)
		}
	}
	say(c.Name != "", "@name", c.Name)
	say(c.Dir != "", "@dir", c.Dir)
	say(c.Dialect.NoZeros, "@zeros", "no")
	say(c.Dialect.Layout != 0, "@fields", strconv.Itoa(c.Dialect.Layout.Fields()))
	say(c.NoClock, "@clock", "no")
	say(c.Patience != 0, "@patience", c.Patience.String())
	say(c.Lenient, "@lenient", "yes")
	for _, o := range c.Options {
		say(true, o.Name, o.Value)
	}
	return b.String()
}
