package uciclient

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// setOptions returns the commands that set the options, for an engine that declares them and can take their
// values. An option that it would not take leaves it as it is without a word, and another engine than the one
// asked for plays.
func (c *Config) setOptions(d *declared) (string, error) {
	var b strings.Builder
	for _, o := range c.Options {
		known := d.find(o.Name)
		if known == nil {
			return "", fmt.Errorf("the engine has no option %q; it has %s", o.Name, d)
		}
		if err := c.check(known, o.Value); err != nil {
			return "", fmt.Errorf("option %s=%s: %w", o.Name, clip(o.Value), err)
		}
		b.WriteString(o.command())
	}
	for _, o := range c.Defaults {
		known := d.find(o.Name)
		if known == nil || c.sets(o.Name) {
			continue
		}
		if err := c.check(known, o.Value); err != nil {
			return "", fmt.Errorf("option %s=%s, which all players get: %w; give it a value of its own", o.Name, o.Value, err)
		}
		b.WriteString(o.command())
	}
	return b.String(), nil
}

func (c *Config) sets(name string) bool {
	return slices.ContainsFunc(c.Options, func(o Option) bool { return strings.EqualFold(o.Name, name) })
}

func (o Option) command() string {
	if o.Value == "" {
		return "setoption name " + o.Name + "\n"
	}
	return "setoption name " + o.Name + " value " + o.Value + "\n"
}

// check reports why an option cannot have a value. Of an option whose type is none of UCI's nothing is known.
func (c *Config) check(o *declaration, value string) error {
	if o.kind == "button" {
		if value != "" {
			return errors.New("a button takes no value")
		}
		return nil
	}
	if value == "" {
		return errors.New("no value")
	}
	switch o.kind {
	case "spin":
		return o.checkNumber(value)
	case "check":
		if value != "true" && value != "false" {
			return errors.New("want true or false")
		}
	case "combo":
		if len(o.vars) > 0 && !slices.Contains(o.vars, value) {
			return fmt.Errorf("want one of %s", clip(strings.Join(o.vars, ", ")))
		}
	default:
		return c.checkFile(o.name, value)
	}
	return nil
}

// noFiles are values of options for files that name none.
var noFiles = []string{"hce", "material", "shipped", "<empty>"}

// checkFile reports that an option called …File or …Path names no file. A path may be a list of them.
func (c *Config) checkFile(name, value string) error {
	isPath := endsWithWord(name, "path")
	if !isPath && !endsWithWord(name, "file") || slices.Contains(noFiles, value) {
		return nil
	}
	files := []string{value}
	if isPath {
		files = filepath.SplitList(value)
	}
	for _, file := range files {
		info, err := os.Stat(c.within(file))
		if err != nil {
			return fmt.Errorf("no file where the engine runs: %w", err)
		}
		if !isPath && info.IsDir() {
			return errors.New("that is a folder")
		}
	}
	return nil
}

// endsWithWord reports whether a name ends with a lower-case word, in any case, and it is a word of its own
// there: EvalFile, Book file and eval_file end with a file, Profile does not.
func endsWithWord(name, word string) bool {
	at := len(name) - len(word)
	if at < 0 || !strings.EqualFold(name[at:], word) {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(name[:at])
	return at == 0 || unicode.IsUpper(rune(name[at])) || !unicode.IsLetter(before)
}

// within returns where a path that is relative for the engine leads to.
func (c *Config) within(path string) string {
	if c.Dir == "" || filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(c.Dir, path)
}

// declaration is an option as an engine declares it.
type declaration struct {
	name, kind string
	min, max   string   // of a spin; empty where it says nothing
	vars       []string // of a combo
}

func (o *declaration) checkNumber(value string) error {
	n, err := strconv.ParseInt(value, 10, 64)
	if err != nil {
		return errors.New("want a whole number")
	}
	if low, err := strconv.ParseInt(o.min, 10, 64); err == nil && n < low {
		return fmt.Errorf("want at least %d", low)
	}
	if high, err := strconv.ParseInt(o.max, 10, 64); err == nil && n > high {
		return fmt.Errorf("want at most %d", high)
	}
	return nil
}

// readDeclaration reads a line "option name NAME type TYPE …"; nil if it is none.
func readDeclaration(line string) *declaration {
	words := strings.Fields(line)
	at := slices.Index(words, "type")
	if at < 3 || at+1 >= len(words) || words[0] != "option" || words[1] != "name" {
		return nil
	}
	o := &declaration{name: strings.Join(words[2:at], " "), kind: words[at+1]}
	var fallback string // of no interest
	var part *string    // what the words belong to
	for _, w := range words[at+2:] {
		switch {
		case part != nil && *part == "": // a value may read like the words that follow values
			*part = w
		case w == "min" && o.kind == "spin":
			part = &o.min
		case w == "max" && o.kind == "spin":
			part = &o.max
		case w == "var" && o.kind == "combo":
			o.vars = append(o.vars, "")
			part = &o.vars[len(o.vars)-1]
		case w == "default":
			part = &fallback
		case part != nil:
			*part += " " + w
		}
	}
	return o
}

// declared are the options an engine says it has.
type declared struct{ options []*declaration }

// mostOptions bounds what is remembered of an engine's options.
const mostOptions = 500

// note takes a line of the engine's answer to "uci".
func (d *declared) note(line string) {
	if o := readDeclaration(line); o != nil && len(d.options) < mostOptions {
		d.options = append(d.options, o)
	}
}

// find returns the option of a name, nil if there is none.
func (d *declared) find(name string) *declaration {
	for _, o := range d.options {
		if strings.EqualFold(o.name, name) {
			return o
		}
	}
	return nil
}

// String lists the options.
func (d *declared) String() string {
	if len(d.options) == 0 {
		return "none"
	}
	var names []string
	for _, o := range d.options {
		names = append(names, o.name)
	}
	return clip(strings.Join(names, ", "))
}
