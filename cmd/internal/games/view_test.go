package games

import (
	"fmt"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

func draw(t *testing.T, a *dataset.Archive, block int, g *dataset.Game, v View) string {
	t.Helper()
	var out strings.Builder
	if err := v.Draw(&out, a.Header(block), g); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestDrawnBoardsAreTheViews reads the boards, pools and moves of a drawing back.
func TestDrawnBoardsAreTheViews(t *testing.T) {
	a := open(t, played)
	block, g, err := Find(t.Context(), a, dataset.Choice{})
	if err != nil {
		t.Fatal(err)
	}
	table := dealer.New(g.Deal, rules.Tiantian)
	positions := strings.Split(draw(t, a, block, g, View{}), "\nply ")[1:]
	if len(positions) != len(g.Plies)+1 {
		t.Fatalf("%d positions of %d plies", len(positions), len(g.Plies))
	}
	for i, text := range positions {
		lines := strings.Split(text, "\n")
		for c := range board.Color(board.NumColors) {
			p := table.View(c).Position()
			if got, want := readView(lines[2:14], c), strings.Fields(notation.FormatFEN(p)); got != want[0]+" "+want[2] {
				t.Fatalf("ply %d as %v knows it: %s, want %q", i, c, got, want)
			}
		}
		if i == len(g.Plies) {
			break
		}
		before := *table.Public().Position()
		ply, err := table.Play(g.Plies[i].Move)
		if err != nil {
			t.Fatal(err)
		}
		for c := range board.Color(board.NumColors) {
			if want := fmt.Sprintf("; %v is told %s", c, notation.FormatPly(&before, ply.Told(before.Side(), c))); !strings.Contains(lines[14], want) {
				t.Errorf("ply %d: %q, want %q", i, lines[14], want)
			}
		}
		if scored := g.Plies[i].Flags&dataset.Unscored == 0; scored != strings.Contains(lines[14], ", score ") {
			t.Errorf("ply %d: %q", i, lines[14])
		}
	}
}

// readView returns board and pool of a FEN from the column of one side: ten ranks, the files, the pool.
func readView(lines []string, c board.Color) string {
	var ranks [board.Ranks]string
	for _, line := range lines[:board.Ranks] {
		line = fmt.Sprintf("%-*s", 2*column, line)[int(c)*column:][:column]
		cells := strings.Fields(strings.NewReplacer("[", " ", "]", " ").Replace(line))
		text := ""
		for i := range board.Files {
			cell := cells[1+i]
			if c == board.Black {
				cell = cells[board.Files-i]
			}
			text += cell
		}
		for n := board.Files; n > 0; n-- {
			text = strings.ReplaceAll(text, strings.Repeat(".", n), fmt.Sprint(n))
		}
		ranks[board.Ranks-1-int(line[0]-'0')] = text
	}
	return strings.Join(ranks[:], "/") + " " + strings.Fields(lines[board.Ranks+1])[1+2*int(c)]
}

// TestTheDealIsShownOnlyWhenAskedFor draws games on deals in which the pieces are exchanged that never turned up and
// were never taken: only a drawing with the deal shows it.
func TestTheDealIsShownOnlyWhenAskedFor(t *testing.T) {
	a := open(t, aRound)
	var block int
	var g *dataset.Game
	var other dataset.Game
	err := a.Each(t.Context(), dataset.Choice{}, func(b int, candidate *dataset.Game) error {
		changed, hidden := *candidate, hiddenToTheEnd(candidate)
		for i := 1; i < len(hidden); i++ {
			changed.Deal = changed.Deal.Swap(hidden[i-1], hidden[i])
		}
		if changed.Deal != candidate.Deal {
			block, g, other = b, candidate, changed
		}
		return nil
	})
	if err != nil || g == nil {
		t.Fatalf("no game with pieces to exchange, %v", err)
	}
	if draw(t, a, block, g, View{}) != draw(t, a, block, &other, View{}) {
		t.Error("a drawing shows what nobody knew")
	}
	last := len(g.Plies)
	v := View{Ply: &last, Deal: true}
	with := draw(t, a, block, g, v)
	if with == draw(t, a, block, &other, v) || !strings.Contains(with, "what they are") || strings.Count(with, "ply ") != 1 {
		t.Errorf("the deal does not show in\n%s", with)
	}
	last++
	if err := v.Draw(new(strings.Builder), a.Header(block), g); err == nil || !strings.Contains(err.Error(), "plies, not") {
		t.Errorf("error %v", err)
	}
}

// hiddenToTheEnd returns where the pieces of Red stand that are face down to the end of the game.
func hiddenToTheEnd(g *dataset.Game) (points []board.Point) {
	table := dealer.New(g.Deal, rules.Tiantian)
	for _, p := range g.Plies {
		if _, err := table.Play(p.Move); err != nil {
			panic(err)
		}
	}
	for b := table.Public().Position().Pieces(board.Red, board.FaceDown); !b.Empty(); {
		points = append(points, b.PopFirst())
	}
	return points
}
