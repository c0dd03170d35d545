package selfplay

import (
	"context"
	"flag"
	"fmt"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// The proof in full is go test ./selfplay -run TestNobodyAheadLosesByPerpetual -games 1000 -nodes 500 -v
var (
	perpetualGames = flag.Int("games", 60, "self-play games looked through for lost perpetuals")
	perpetualNodes = flag.Uint64("nodes", 150, "nodes a move in these games")
)

// TestNobodyAheadLosesByPerpetual plays games to their real end: a side that thinks itself ahead when it
// moves for the last time must not lose by a verdict on a repetition. It could have avoided that.
func TestNobodyAheadLosesByPerpetual(t *testing.T) {
	c := testConfig(*perpetualGames)
	c.Nodes, c.MaxPlies, c.Phrase, c.Win.Plies = *perpetualNodes, Default().MaxPlies, "perpetuals", 0
	w := NewWorker(&c, testFactory())
	ends := map[rules.Reason]int{}
	for i := range uint64(c.Games) {
		p, err := w.Play(context.Background(), i)
		if err != nil {
			t.Fatal(err)
		}
		g := &p.Game
		ends[g.Reason]++
		if g.Reason == rules.PerpetualCheck || g.Reason == rules.PerpetualChase {
			judgeLoser(t, g)
		}
	}
	t.Logf("%d games of %d nodes a move ended: %v", c.Games, c.Nodes, ends)
}

// judgeLoser looks at the scores of the side that lost g.
func judgeLoser(t *testing.T, g *dataset.Game) {
	loser := board.Red
	if g.Result == rules.RedWins {
		loser = board.Black
	}
	for i := len(g.Plies) - 1; i >= g.Opening; i-- {
		if board.Color(i&1) != loser {
			continue
		}
		if g.Plies[i].Score > 0 {
			t.Errorf("%v thought itself ahead and lost by %v; %s", loser, g.Reason, ending(g, loser))
		} else {
			t.Logf("%v knew at its last move that it would lose by %v; %s", loser, g.Reason, ending(g, loser))
		}
		return
	}
}

// ending describes g since the last capture or reveal as side c knew it: the position and the moves with
// their movers' scores.
func ending(g *dataset.Game, c board.Color) string {
	table := dealer.New(g.Deal, rules.Tiantian)
	for i := range g.Plies {
		if _, err := table.Play(g.Plies[i].Move); err != nil {
			panic(err) // the game was annotated, which plays it
		}
	}
	view := table.View(c)
	var b strings.Builder
	fmt.Fprintf(&b, "game %d, %d plies, from %s", g.Index, len(g.Plies), notation.FormatFEN(view.Base()))
	for _, p := range g.Plies[len(g.Plies)-len(view.Moves()):] {
		fmt.Fprintf(&b, " %v(%d)", p.Move, p.Score)
	}
	return b.String()
}
