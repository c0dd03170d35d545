package trainer

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"
)

// OneLine returns what a TOML error is about, in words of TOML, without the excerpt that the library prints.
func OneLine(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		line, _ := strict.Errors[0].Position()
		return fmt.Errorf("line %d: %w", line, WithoutPlace(err))
	}
	var syntax *toml.DecodeError
	if errors.As(err, &syntax) {
		line, column := syntax.Position()
		return fmt.Errorf("line %d, column %d: %w", line, column, WithoutPlace(err))
	}
	return err
}

// WithoutPlace is OneLine for a text that is no file: it says no line.
func WithoutPlace(err error) error {
	var strict *toml.StrictMissingError
	if errors.As(err, &strict) && len(strict.Errors) > 0 {
		return fmt.Errorf("unknown key %q", strings.Join(strict.Errors[0].Key(), "."))
	}
	var syntax *toml.DecodeError
	if !errors.As(err, &syntax) {
		return err
	}
	what := inWords(strings.TrimPrefix(syntax.Error(), "toml: "))
	if key := syntax.Key(); len(key) > 0 {
		what = strings.Join(key, ".") + ": " + what
	}
	return errors.New(what)
}

// What the library says of a value that does not belong to its key.
var (
	mismatch = regexp.MustCompile(`^cannot decode TOML (.+) into .*?([\w.]+)$`)
	tooLow   = regexp.MustCompile(`^negative integer value (\S+) cannot be stored in `)
	tooMuch  = regexp.MustCompile(`^integer value (\S+) cannot be stored in `)
	noTable  = regexp.MustCompile(`^cannot store an? (.+) in a `)
)

// kinds are the words for types of the language Go.
var kinds = map[string]string{
	"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0 on", "float64": "a number",
	"string": "a text in quotes", "bool": "true or false",
}

// inWords puts what the library says of Go's types into words.
func inWords(message string) string {
	if m := mismatch.FindStringSubmatch(message); m != nil {
		want := kinds[m[2]]
		if want == "" {
			want = "a table of settings"
		}
		return fmt.Sprintf("want %s, not a value of type %s", want, m[1])
	}
	if m := tooLow.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("want a whole number from 0 on, not %s", m[1])
	}
	if m := tooMuch.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("%s is out of range", m[1])
	}
	if m := noTable.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("there is no %s by this name", m[1])
	}
	return message
}
