package engine

import (
	"context"
	"testing"

	"pgregory.net/rapid"

	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/score"
	"jieqi/engine/search"
)

// skilled plays ten plies from the start and returns the moves.
func skilled(t *testing.T, e *Engine, k Skill) (moves []board.Move) {
	t.Helper()
	e.SetSkill(k)
	if err := e.NewGame(); err != nil {
		t.Fatal(err)
	}
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	for range 10 {
		c, err := e.Choose(context.Background(), g, rules.Limits{Nodes: 20_000})
		if err != nil || !g.Position().IsLegal(c.Move) || len(c.PV) == 0 || c.PV[0] != c.Move {
			t.Fatalf("chose %+v, %v", c, err)
		}
		if want := min(20_000, k.nodes()); k.Level < MaxSkill && c.Nodes > want {
			t.Errorf("level %d: %d nodes, at most %d allowed", k.Level, c.Nodes, want)
		}
		moves = append(moves, c.Move)
		g.Play(board.Ply{Move: c.Move, Reveal: turnUp(g.Position(), c.Move), Victim: board.NoKind})
	}
	return moves
}

func equal(a, b []board.Move) bool {
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// TestSkillFollowsThePhrase asks for the same game of the same phrase, another of another one, and for the game of an
// engine without skill at full strength.
func TestSkillFollowsThePhrase(t *testing.T) {
	e := New(byHand, Options{HashMB: 2, Search: search.Main})
	for _, level := range []int{0, 8, 19} {
		first := skilled(t, e, Skill{level, "a"})
		if !equal(first, skilled(t, e, Skill{level, "a"})) {
			t.Errorf("level %d: another game of the same phrase", level)
		}
		if equal(first, skilled(t, e, Skill{level, "b"})) {
			t.Errorf("level %d: the same game of another phrase", level)
		}
	}
	full := skilled(t, New(byHand, Options{HashMB: 2, Search: search.Main}), Skill{Level: 99})
	if !equal(full, skilled(t, e, Skill{MaxSkill, "a"})) {
		t.Error("a phrase changes full strength")
	}
}

func TestSkillLevels(t *testing.T) {
	last := Skill{Level: 0}
	if last.nodes() != 3000 || last.lines() != 13 || last.margin() != 400 {
		t.Errorf("level 0: %d nodes, %d lines, margin %d", last.nodes(), last.lines(), last.margin())
	}
	for level := 1; level < MaxSkill; level++ {
		k := Skill{Level: level}
		if k.nodes() <= last.nodes() || k.lines() > last.lines() || k.margin() >= last.margin() {
			t.Errorf("level %d is no stronger than the one below: %d nodes, %d lines, margin %d", level, k.nodes(), k.lines(), k.margin())
		}
		last = k
	}
	if last.nodes() != 41_784 || last.lines() != 4 || last.margin() != 20 {
		t.Errorf("level 19: %d nodes, %d lines, margin %d", last.nodes(), last.lines(), last.margin())
	}
	e := New(byHand, Options{})
	if e.SetSkill(Skill{Level: -3}); e.skill.Level != 0 {
		t.Errorf("level -3 became %d", e.skill.Level)
	}
}

// TestSkillTellsWhatWasAskedFor counts the lines of a search that looks at more of them than were wanted.
func TestSkillTellsWhatWasAskedFor(t *testing.T) {
	e := New(byHand, Options{HashMB: 2, Search: search.Main})
	e.SetSkill(Skill{Level: 10})
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	for _, wanted := range []int{0, 1, 3, 40} {
		seen := map[int]int{}
		if _, err := e.Search(context.Background(), g, rules.Limits{MultiPV: wanted}, func(i search.Info) { seen[i.MultiPV]++ }); err != nil {
			t.Fatal(err)
		}
		if len(seen) != min(max(wanted, 1), 40) {
			t.Errorf("%d lines wanted: %v", wanted, seen)
		}
	}
}

// TestDrawIsNearTheBest draws among moves of any values, mates included.
func TestDrawIsNearTheBest(t *testing.T) {
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	rapid.Check(t, func(t *rapid.T) {
		k := Skill{rapid.IntRange(0, MaxSkill-1).Draw(t, "level"), rapid.String().Draw(t, "phrase")}
		values := rapid.SliceOfN(rapid.OneOf(rapid.IntRange(-500, 500), rapid.IntRange(-int(score.Mate), int(score.Mate))), 1, 13).Draw(t, "values")
		top := score.Value(values[0])
		var best []rules.Choice
		for i, v := range values {
			best = append(best, rules.Choice{Move: board.Move(i), Score: score.Value(v)})
			top = max(top, score.Value(v))
		}
		c := k.draw(best, g)
		if c.Score < top-k.margin() || best[c.Move].Score != c.Score {
			t.Fatalf("drew %+v of %v, margin %d", c, values, k.margin())
		}
	})
}

// TestDrawPrefersTheBetter counts draws of three moves: worth the same, half the margin less, beyond it.
func TestDrawPrefersTheBetter(t *testing.T) {
	g := rules.NewGame(rules.Tiantian, board.StartPosition())
	best := []rules.Choice{{Move: 0, Score: 30}, {Move: 1, Score: -170}, {Move: 2, Score: -371}}
	var counts [3]int
	for i := range 3000 {
		counts[Skill{Level: 0, Phrase: string(rune('a' + i))}.draw(best, g).Move]++
	}
	if counts[0] < 1800 || counts[1] < 800 || counts[2] != 0 { // 2,000 and 1,000 expected, spread 26
		t.Errorf("drawn %v times", counts)
	}
}
