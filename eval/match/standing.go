package match

import (
	"fmt"
	"strings"

	"jieqi/eval"
)

// Standing is how a match stands while it is played.
type Standing struct {
	Counted, Most int        // pairs counted so far, and at most
	Results       eval.Pairs // of the pairs counted, from A's side
	// AFailures and BFailures are the attempts, among the pairs counted, in which a player failed.
	AFailures, BFailures int
}

// add counts a pair, and reports whether it is a failed one: a failure decided a game of it.
func (s *Standing) add(p *Pair) (failed bool) {
	s.Counted++
	s.Results.Add(p.HalfPoints())
	for i := range p.Games {
		g := &p.Games[i]
		failed = failed || g.lost()
		for _, f := range g.Failed {
			if f.By == sideA {
				s.AFailures++
			} else {
				s.BFailures++
			}
		}
	}
	return failed
}

// String returns the score, and the failures if there are any, for a line of progress.
func (s Standing) String() string {
	text := fmt.Sprintf("%.1f %%", 100*s.Results.Score())
	var failed []string
	for _, side := range []struct {
		name  string
		count int
	}{{sideA, s.AFailures}, {sideB, s.BFailures}} {
		if side.count > 0 {
			failed = append(failed, fmt.Sprintf("%s %d", side.name, side.count))
		}
	}
	if len(failed) > 0 {
		text += ", failures: " + strings.Join(failed, ", ")
	}
	return text
}

// tooManyFailed is the error of a match whose last n pairs are failed ones; p is the last.
func tooManyFailed(p *Pair, n int) error {
	g := &p.Games[0]
	if !g.lost() {
		g = &p.Games[1]
	}
	f := g.Failed[len(g.Failed)-1]
	return fmt.Errorf("pairs %d to %d are decided by failures, the last one of %s (%s: %s): mend the player and take their lines out of %s to have them played again, or give another folder",
		p.Index-n+1, p.Index, f.By, f.Reason, f.What, journalName)
}
