package main

import (
	"errors"
	"fmt"
	"reflect"
	"regexp"
	"strconv"
	"strings"

	"github.com/alecthomas/kong"
)

var negative = regexp.MustCompile(`^-\.?[0-9]`)

// checkWords reports the first value that no flag takes: an empty text, such as a variable of a shell that is not set
// (as a path it would be the folder at hand), or a number below zero.
func checkWords(args []string) error {
	for i, a := range args {
		if a == "--" {
			break // the command reads the rest
		}
		name, value := fmt.Sprintf("argument %d", i+1), a
		if flag, after, ok := strings.Cut(a, "="); ok && strings.HasPrefix(a, "--") {
			name, value = flag, after
		} else if i > 0 && strings.HasPrefix(args[i-1], "--") {
			name = args[i-1]
		}
		switch {
		case value == "":
			return fmt.Errorf("%s is empty", name)
		case negative.MatchString(value):
			return fmt.Errorf("%s %s: want 0 or more", name, value)
		}
	}
	return nil
}

// numbers are how numbers are read: the library's errors are in words of the language Go.
var numbers = []kong.Option{
	kong.KindMapper(reflect.Int, number("a whole number", func(text string, to reflect.Value) error {
		n, err := strconv.ParseInt(text, 0, to.Type().Bits())
		to.SetInt(n)
		return err
	})),
	kong.KindMapper(reflect.Uint64, number("a whole number", func(text string, to reflect.Value) error {
		n, err := strconv.ParseUint(text, 0, to.Type().Bits())
		to.SetUint(n)
		return err
	})),
	kong.KindMapper(reflect.Float64, number("a number", func(text string, to reflect.Value) error {
		x, err := strconv.ParseFloat(text, 64)
		to.SetFloat(x)
		return err
	})),
}

// several makes a flag with the tag `type:"several"` take all values up to the next flag, so that a shell may write out
// a pattern. Commands with arguments of their own cannot have such a flag: it would take these too.
var several = kong.NamedMapper("several", kong.MapperFunc(func(ctx *kong.DecodeContext, to reflect.Value) error {
	for {
		t := ctx.Scan.Pop()
		if !t.IsValue() {
			return errors.New("want at least one value, and there is none")
		}
		to.Set(reflect.Append(to, reflect.ValueOf(t.String())))
		if !ctx.Scan.Peek().IsValue() {
			return nil
		}
	}
}))

// number reads one number by parse, a function of package strconv.
func number(what string, parse func(text string, to reflect.Value) error) kong.MapperFunc {
	return func(ctx *kong.DecodeContext, to reflect.Value) error {
		t := ctx.Scan.Pop()
		if t.IsEOL() {
			return fmt.Errorf("want %s, and there is nothing", what)
		}
		err := parse(t.String(), to)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("%s is out of range", t)
		case err != nil:
			return fmt.Errorf("want %s, not %q", what, t)
		}
		return nil
	}
}
