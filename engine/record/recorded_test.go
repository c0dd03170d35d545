package record

import (
	"bufio"
	"compress/gzip"
	"os"
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/board"
)

// rows reads a compressed table, without its header line.
func rows(tb testing.TB, path string) [][]string {
	tb.Helper()
	f, err := os.Open(path)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		tb.Fatal(err)
	}
	var all [][]string
	sc := bufio.NewScanner(z)
	for sc.Scan() {
		all = append(all, strings.Split(sc.Text(), "\t"))
	}
	if err := sc.Err(); err != nil {
		tb.Fatal(err)
	}
	return all[1:]
}

// Random games of an independent implementation, every victim named, with three final views.
func TestRecordedGames(t *testing.T) {
	games := rows(t, "testdata/games.tsv.gz")
	if len(games) != 200 {
		t.Fatalf("%d games, want 200", len(games))
	}
	for i, col := range games {
		r := Replay(col[0]+"\t"+col[1], i+1)
		if r.Err != nil {
			t.Errorf("game %d: %v", i+1, r.Err)
			continue
		}
		for j, got := range []string{r.Public, r.Sides[board.Red], r.Sides[board.Black]} {
			if want := col[2+j]; got != want {
				t.Errorf("game %d view %d:\ngot  %s\nwant %s", i+1, j, got, want)
			}
		}
		if ongoing := col[5] == "ongoing"; ongoing != (len(r.Legal) > 0) {
			t.Errorf("game %d: %d legal moves, want %s", i+1, len(r.Legal), col[5])
		}
		if len(r.Legal) == 0 && r.Verdict.String() == "ongoing" {
			t.Errorf("game %d: no legal move and still ongoing", i+1)
		}
	}
}

// The verdicts of an independent implementation, read as replay lines.
func TestRecordedVerdicts(t *testing.T) {
	words := map[string]string{
		"-": "none", "check_inside_no_perpetual": "repetition", "no_forcing_or_mutual_chase": "repetition",
		"rule40": "no_capture_limit", "mate": "no_legal_move", "no_moves": "no_legal_move", "rule40_nomoves": "no_legal_move",
		"perpetual_check_by_red": "perpetual_check", "perpetual_check_by_black": "perpetual_check",
		"perpetual_chase_by_red": "perpetual_chase", "perpetual_chase_by_black": "perpetual_chase",
	}
	cases := rows(t, "../rules/testdata/repetition.tsv.gz")
	if len(cases) != 2681 {
		t.Fatalf("%d cases, want 2681", len(cases))
	}
	for i, col := range cases {
		r := Replay(col[1]+"\t"+col[2], i+1)
		if r.Err != nil {
			t.Errorf("%s: %v", col[0], r.Err)
			continue
		}
		v := r.Verdict
		if v.Outcome.String() != col[3] || v.Reason.String() != words[col[4]] || strconv.Itoa(r.EndPly) != col[5] {
			t.Errorf("%s: %v after %d plies, want %s by %s after %s", col[0], v, r.EndPly, col[3], col[4], col[5])
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	games := rows(b, "testdata/games.tsv.gz")
	plies := 0
	for i := range b.N {
		col := games[i%len(games)]
		if r := Replay(col[0]+"\t"+col[1], 1); r.Err != nil {
			b.Fatal(r.Err)
		}
		plies += strings.Count(col[1], " ") + 1
	}
	b.ReportMetric(float64(plies)/b.Elapsed().Seconds(), "plies/s")
}
