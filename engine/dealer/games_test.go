package dealer

import (
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/notation"
	"jieqi/engine/recorded"
	"jieqi/engine/rules"
)

// TestRecordedGames deals 200 recorded games again, from what their moves tell, and compares the
// final views.
func TestRecordedGames(t *testing.T) {
	for i, row := range recorded.Games.Rows(t) {
		moves := strings.Fields(row["moves_omniscient"])
		table := New(dealBehind(t, moves), rules.Tiantian)
		for _, text := range moves {
			if _, err := table.Play(move(t, text[:4])); err != nil {
				t.Fatal(err)
			}
		}
		for column, view := range map[string]*rules.Game{
			"final_fen_public_pool": table.Public(), "final_fen_red_view": table.View(board.Red), "final_fen_black_view": table.View(board.Black),
		} {
			if got := notation.FormatFEN(view.Position()); got != row[column] {
				t.Errorf("game %d %s: got %s, want %s", i+1, column, got, row[column])
			}
		}
	}
}

// dealBehind returns a deal that gives the letters of the moves, all victims named; the rest is
// filled in as it comes.
func dealBehind(t *testing.T, moves []string) deal.Deal {
	t.Helper()
	p := board.StartPosition()
	at := map[board.Point]board.Kind{}
	for _, text := range moves {
		ply, err := notation.ParsePly(p, text)
		if err != nil {
			t.Fatal(err)
		}
		if ply.Reveal != board.NoKind {
			at[ply.Move.From()] = ply.Reveal
		}
		if ply.Victim != board.NoKind {
			at[ply.Move.To()] = ply.Victim
			ply.Victim = board.NoKind // p is what the public knows
		}
		var u board.Undo
		p.MakeTold(ply, &u)
	}
	var entries []string
	for c := range board.Color(board.NumColors) {
		left := board.FullPool
		for _, pt := range deal.Points(c) {
			if k, known := at[pt]; known {
				left[k]--
			}
		}
		for _, pt := range deal.Points(c) {
			k, known := at[pt]
			if !known {
				for k = board.Advisor; left[k] == 0; k++ {
				}
				left[k]--
			}
			entries = append(entries, pt.String()+"="+board.MakePiece(c, k).String())
		}
	}
	return mustDeal(t, strings.Join(entries, ","))
}
