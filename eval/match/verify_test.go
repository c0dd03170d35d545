package match

import (
	"strings"
	"testing"

	"jieqi/engine/rules"
)

// TestVerify plays a pair and alters one thing at a time.
func TestVerify(t *testing.T) {
	cfg := config(1, 1)
	play := func() *Pair { return mustRun(t, cfg, t.TempDir(), Stop{})[0] }
	if err := cfg.Verify(play()); err != nil {
		t.Fatalf("a pair as it was played: %v", err)
	}
	for name, alter := range map[string]func(p *Pair){
		"index":    func(p *Pair) { p.Index = 7 },
		"deal":     func(p *Pair) { p.Deal = strings.Repeat("x", len(p.Deal)) },
		"colours":  func(p *Pair) { p.Games[1].ARed = true },
		"result":   func(p *Pair) { p.Games[0].Result = 3 - p.Games[0].Result },
		"draw":     func(p *Pair) { p.Games[0].Reason = "length" },
		"plies":    func(p *Pair) { p.Games[1].Plies-- },
		"cut":      func(p *Pair) { g := &p.Games[0]; g.Plies--; g.Moves = g.Moves[:strings.LastIndex(g.Moves, " ")] },
		"further":  func(p *Pair) { g := &p.Games[0]; g.Plies++; g.Moves += " a0a1" },
		"moves":    func(p *Pair) { p.Games[0].Moves = strings.ToUpper(p.Games[0].Moves) },
		"short":    func(p *Pair) { p.Games[0].Plies, p.Games[0].Moves = 1, "a" },
		"identity": func(p *Pair) { p.Games[0].Moves = otherIdentity(p.Games[0].Moves) },
		"failure":  func(p *Pair) { p.Games[0].Failed = []Failure{{By: sideA, Reason: "crash"}} },
		"scores":   func(p *Pair) { p.Games[0].Scores = append(p.Games[0].Scores, 1) },
	} {
		p := play()
		alter(p)
		if p.Games[0].Result == rules.Ongoing {
			p.Games[0].Result = rules.Draw
		}
		if err := cfg.Verify(p); err == nil {
			t.Errorf("%s: nothing was found", name)
		}
	}
}

// otherIdentity names another piece in the first move that turns one up.
func otherIdentity(moves string) string {
	words := strings.Fields(moves)
	for i, w := range words {
		if len(w) == 5 {
			letter := "R"
			if w[4] == 'R' {
				letter = "N"
			}
			words[i] = w[:4] + letter
			break
		}
	}
	return strings.Join(words, " ")
}
