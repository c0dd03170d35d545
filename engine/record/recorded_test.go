package record

import (
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/recorded"
	"jieqi/engine/rules"
)

// line is a recorded game as Replay reads it.
func line(game recorded.Row) string { return game["start_fen"] + "\t" + game["moves_omniscient"] }

// Random games of an independent implementation, every victim named, with three final views.
func TestRecordedGames(t *testing.T) {
	for i, row := range recorded.Games.Rows(t) {
		r := Replay(rules.Tiantian, line(row), i+1)
		if r.Err != nil {
			t.Errorf("game %d: %v", i+1, r.Err)
			continue
		}
		for column, got := range map[string]string{
			"final_fen_public_pool": r.Public, "final_fen_red_view": r.Sides[board.Red], "final_fen_black_view": r.Sides[board.Black],
		} {
			if want := row[column]; got != want {
				t.Errorf("game %d %s:\ngot  %s\nwant %s", i+1, column, got, want)
			}
		}
		if ongoing := row["status"] == "ongoing"; ongoing != (len(r.Legal) > 0) {
			t.Errorf("game %d: %d legal moves, want %s", i+1, len(r.Legal), row["status"])
		}
		if len(r.Legal) == 0 && r.Verdict.String() == "ongoing" {
			t.Errorf("game %d: no legal move and still ongoing", i+1)
		}
	}
}

// The verdicts of an independent implementation, read as replay lines.
func TestRecordedVerdicts(t *testing.T) {
	for i, row := range recorded.Repetition.Rows(t) {
		r := Replay(rules.Tiantian, row["start_fen"]+"\t"+row["moves"], i+1)
		if r.Err != nil {
			t.Errorf("%s: %v", row["name"], r.Err)
			continue
		}
		v := r.Verdict
		if v.Outcome.String() != row["verdict"] || v.Reason.String() != row.Reason() || strconv.Itoa(r.EndPly) != row["end_ply"] {
			t.Errorf("%s: %v after %d plies, want %s by %s after %s", row["name"], v, r.EndPly, row["verdict"], row.Reason(), row["end_ply"])
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	games := recorded.Games.Rows(b)
	plies := 0
	for i := range b.N {
		row := games[i%len(games)]
		if r := Replay(rules.Tiantian, line(row), 1); r.Err != nil {
			b.Fatal(r.Err)
		}
		plies += strings.Count(row["moves_omniscient"], " ") + 1
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}
