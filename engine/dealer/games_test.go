package dealer

import (
	"bufio"
	"compress/gzip"
	"os"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// TestRecordedGames deals 200 recorded games again, from what their moves tell, and compares the
// final views.
func TestRecordedGames(t *testing.T) {
	file, err := os.Open("../plain/testdata/games.tsv.gz")
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
	lines.Scan() // header
	games := 0
	for ; lines.Scan(); games++ {
		field := strings.Split(lines.Text(), "\t")
		moves := strings.Fields(field[1])
		table := New(dealBehind(t, moves), rules.Tiantian)
		for _, text := range moves {
			if _, err := table.Play(move(t, text[:4])); err != nil {
				t.Fatal(err)
			}
		}
		for i, view := range []*rules.Game{table.Public(), table.View(board.Red), table.View(board.Black)} {
			if got := notation.FormatFEN(view.Position()); got != field[2+i] {
				t.Errorf("game %d view %d: got %s, want %s", games+1, i, got, field[2+i])
			}
		}
	}
	if games != 200 || lines.Err() != nil {
		t.Errorf("%d games, %v", games, lines.Err())
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
