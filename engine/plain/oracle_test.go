package plain

import (
	"bufio"
	"compress/gzip"
	"os"
	"strconv"
	"strings"
	"testing"
)

// rows reads a compressed table under testdata and calls row with the fields by column name.
func rows(t *testing.T, name string, want int, row func(field map[string]string)) {
	t.Helper()
	file, err := os.Open("testdata/" + name + ".tsv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	unpacked, err := gzip.NewReader(file)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(unpacked)
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	header := strings.Split(lines.Text(), "\t")
	n := 0
	for lines.Scan() {
		field := map[string]string{}
		for i, text := range strings.Split(lines.Text(), "\t") {
			field[header[i]] = text
		}
		row(field)
		n++
	}
	if lines.Err() != nil || n != want {
		t.Fatalf("%s: read %d rows, want %d (%v)", name, n, want, lines.Err())
	}
}

func mustGame(t *testing.T, fen string) *Game {
	t.Helper()
	g, err := NewGame(fen, 80)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLegalMovesOfPositions(t *testing.T) {
	rows(t, "positions", 2500, func(row map[string]string) {
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
	})
}

func TestRepetitionVerdicts(t *testing.T) {
	reasons := map[string]string{
		"-":                          "none",
		"perpetual_check_by_red":     "perpetual_check",
		"perpetual_check_by_black":   "perpetual_check",
		"perpetual_chase_by_red":     "perpetual_chase",
		"perpetual_chase_by_black":   "perpetual_chase",
		"check_inside_no_perpetual":  "repetition",
		"no_forcing_or_mutual_chase": "repetition",
		"rule40":                     "no_capture_limit",
		"mate":                       "no_legal_move",
		"no_moves":                   "no_legal_move",
		"rule40_nomoves":             "no_legal_move",
	}
	rows(t, "repetition", 2681, func(row map[string]string) {
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
		want := row["verdict"] + " " + reasons[row["reason"]] + " " + row["end_ply"] + " " + row["window_plies"]
		got := result + " " + reason + " " + strconv.Itoa(end) + " " + strconv.Itoa(window)
		if got != want {
			t.Errorf("%s: got %s, want %s\n%s moves %s", row["name"], got, want, row["start_fen"], row["moves"])
		}
	})
}

func TestViewsOfGames(t *testing.T) {
	rows(t, "games", 200, func(row map[string]string) {
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
	})
}
