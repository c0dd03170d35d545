package plain

import (
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/recorded"
)

func mustGame(t *testing.T, fen string) *Game {
	t.Helper()
	g, err := NewGame(fen, 80)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLegalMovesOfPositions(t *testing.T) {
	for _, row := range recorded.Positions.Rows(t) {
		g := mustGame(t, row["fen"])
		if g.FEN(Public) != row["fen"] {
			t.Errorf("%s written back as %s", row["fen"], g.FEN(Public))
		}
		var got []string
		for _, m := range g.Legal() {
			got = append(got, m.String())
		}
		// Points are numbered by rank, names start with the file: sort as the table does.
		if sorted(got) != row["moves"] {
			t.Errorf("%s\n got %s\nwant %s", row["fen"], sorted(got), row["moves"])
		}
	}
}

func TestRepetitionVerdicts(t *testing.T) {
	for _, row := range recorded.Repetition.Rows(t) {
		g := mustGame(t, row["start_fen"])
		end, result, reason, window := -1, "ongoing", "none", 0
		for i, text := range strings.Fields(row["moves"]) {
			if err := g.Play(text); err != nil {
				t.Fatalf("%s: %v", row["name"], err)
			}
			if r, why := g.Verdict(); end < 0 && r != "ongoing" {
				end, result, reason = i+1, r, why
				if s, third := g.repeated(); third {
					window = len(s.moves)
				}
			}
		}
		want := row["verdict"] + " " + row.Reason() + " " + row["end_ply"] + " " + row["window_plies"]
		got := result + " " + reason + " " + strconv.Itoa(end) + " " + strconv.Itoa(window)
		if got != want {
			t.Errorf("%s: got %s, want %s\n%s moves %s", row["name"], got, want, row["start_fen"], row["moves"])
		}
	}
}

func TestViewsOfGames(t *testing.T) {
	for _, row := range recorded.Games.Rows(t) {
		g := mustGame(t, row["start_fen"])
		for _, text := range strings.Fields(row["moves_omniscient"]) {
			if err := g.Play(text); err != nil {
				t.Fatal(err)
			}
		}
		for v, column := range []string{"final_fen_public_pool", "final_fen_red_view", "final_fen_black_view"} {
			if got := g.FEN(View(v)); got != row[column] {
				t.Errorf("%s: got %s, want %s", column, got, row[column])
			}
		}
		status := "ongoing"
		if len(g.Legal()) == 0 {
			status = "stalemate"
			if g.InCheck() {
				status = "mate"
			}
		}
		if status != row["status"] {
			t.Errorf("%s: status %s, want %s", g.FEN(Public), status, row["status"])
		}
	}
}
