package selfplay

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// rescoreLeak searches n games again twice, on a deal and on one that differs only in what one side was not told
// before the last ply, and describes the first score of this side that differs; "" if there is none. spoil may
// change who searches.
func rescoreLeak(t *testing.T, n int, spoil func(*rescorer)) string {
	t.Helper()
	cfg := testRescoring()
	cfg.Nodes = leakNodes
	w := newRescorer(&cfg, testFactory())
	all := dataset.NewDraw("leak", 1000)
	scores := func(d deal.Deal, moves []board.Move) *dataset.Game {
		g := &dataset.Game{Deal: d}
		for _, m := range moves {
			g.Plies = append(g.Plies, dataset.Ply{Move: m})
		}
		spoil(w)
		if _, err := w.game(context.Background(), g, rules.Tiantian, all); err != nil {
			t.Fatal(err)
		}
		return g
	}
	for i := range n {
		rng := rand.New(rand.NewPCG(uint64(i), 12))
		d := deal.NewSource("leak").Deal(uint64(i))
		moves := fixedMoves(d, rng)
		moves = moves[:1+rng.IntN(len(moves))]
		side := observer(moves)
		one, two := scores(d, moves), scores(permute(d, untold(d, moves, side), rng), moves)
		for ply := int(side); ply < len(moves); ply += 2 {
			if one.Plies[ply] != two.Plies[ply] {
				return fmt.Sprintf("game %d: ply %d of %d: %+v, %+v", i, ply, len(moves), one.Plies[ply], two.Plies[ply])
			}
		}
	}
	return ""
}

func TestNoRescoredScoreKnowsWhatTheMoverWasNotTold(t *testing.T) {
	if what := rescoreLeak(t, 100, func(*rescorer) {}); what != "" {
		t.Error(what)
	}
}

// peeker searches the opponent's view.
type peeker struct {
	referee.Player
	table **dealer.Table
}

func (p peeker) Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	return p.Player.Choose(ctx, (*p.table).View(view.Position().Side().Other()), l)
}

func TestPlantedRescoringLeakIsFound(t *testing.T) {
	var honest referee.Player
	what := rescoreLeak(t, 100, func(w *rescorer) {
		if honest == nil {
			honest = w.player
		}
		w.player = peeker{honest, &w.table}
	})
	if what == "" {
		t.Error("a search of the opponent's view goes unnoticed")
	}
}
