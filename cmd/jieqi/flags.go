package main

import (
	"fmt"
	"regexp"
	"strings"
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
