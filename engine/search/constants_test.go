package search

import (
	"fmt"
	"strings"
	"testing"

	"jieqi/engine/rules"
)

func TestConstantsHaveNamesAndLieInTheirRanges(t *testing.T) {
	c, n := Main.Constants, 0
	for one := range c.All() {
		if n++; *one.Value < one.Range[0] || *one.Value > one.Range[1] {
			t.Errorf("%s is %d, outside %v", one.Name, *one.Value, one.Range)
		}
		if strings.Contains(one.Name, "--") || one.Name != strings.ToLower(one.Name) {
			t.Errorf("name %q", one.Name)
		}
	}
	if n < 20 {
		t.Errorf("%d constants", n)
	}
}

func TestConstantsSayWhatDiffers(t *testing.T) {
	c := Main.Constants
	if s := c.String(); s != "" {
		t.Errorf("the usual ones differ by %q", s)
	}
	c.NullEval, c.SEEQuiet = 140, 22
	if s := c.String(); s != "null-eval 140, see-quiet 22" {
		t.Errorf("differ by %q", s)
	}
}

// TestConstantsMatter asks for another search, of one of some positions at least, when a constant goes to an end of its range.
func TestConstantsMatter(t *testing.T) {
	usual := choicesWith(t, Main)
	which := Main.Constants
	for one := range which.All() {
		changed := false
		for _, end := range one.Range {
			o := Main
			for c := range o.Constants.All() {
				if c.Name == one.Name {
					*c.Value = end
				}
			}
			changed = changed || choicesWith(t, o) != usual
		}
		if !changed {
			t.Errorf("%s changes no search", one.Name)
		}
	}
}

// choicesWith returns depths, scores and lines found in some positions with a few thousand nodes.
func choicesWith(t *testing.T, o Options) string {
	t.Helper()
	s := New(byHand, o, 2)
	var all strings.Builder
	for _, fen := range someFENs {
		s.NewGame()
		c := s.Search(t.Context(), newGame(t, fen), rules.Limits{Nodes: 15_000}, nil)
		fmt.Fprintln(&all, c.Depth, c.Score, c.PV)
	}
	return all.String()
}
