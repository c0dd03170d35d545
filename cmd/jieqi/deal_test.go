package main

import (
	"strings"
	"testing"
)

func TestDealIsReproducible(t *testing.T) {
	_, two, _ := call(t, "", "deal", "--phrase", "example", "--count", "2")
	_, one, _ := call(t, "", "deal", "--phrase", "example", "--index", "1")
	if lines := strings.SplitAfter(two, "\n"); len(lines) != 3 || lines[1] != one {
		t.Errorf("deal 1 alone is %q, of two %q", one, two)
	}
}

func TestDealBadInput(t *testing.T) {
	checkRefusals(t, []refusal{
		{exitUsage, "--phrase", []string{"deal"}},
		{exitUsage, "--count", []string{"deal", "--phrase", "x", "--count", "0"}},
	})
}
