package positions

import (
	"bytes"
	"context"
	"encoding/csv"
	"encoding/json"
	"strconv"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/notation"
	"jieqi/engine/score"
)

func dump(t *testing.T, path, format string) string {
	t.Helper()
	d := Dump{Format: Formats[format]}
	var out bytes.Buffer
	if err := d.Write(context.Background(), open(t, path), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestFormatsAgree reads every format back and compares all with the text.
func TestFormatsAgree(t *testing.T) {
	text := strings.Split(strings.TrimSpace(dump(t, rescored, "text")), "\n")
	if !strings.HasPrefix(text[0], "# all parts of the split (gate 0, validation 0 of 1000 deals)") || !strings.HasPrefix(text[1], "#  game") {
		t.Errorf("header %q", text[:2])
	}
	text = text[2:]
	objects := strings.Split(strings.TrimSpace(dump(t, rescored, "jsonl")), "\n")
	epd := strings.Split(strings.TrimSpace(dump(t, rescored, "epd")), "\n")
	rows, err := csv.NewReader(strings.NewReader(dump(t, rescored, "csv"))).ReadAll()
	if err != nil || len(rows)-1 != len(text) || len(objects) != len(text) || len(epd) != len(text) || len(rows[0]) != 10 {
		t.Fatalf("%d lines of text, %d of JSON, %d of EPD, %d of CSV, %v", len(text), len(objects), len(epd), len(rows), err)
	}
	for i, row := range rows[1:] {
		var x line
		if err := json.Unmarshal([]byte(objects[i]), &x); err != nil {
			t.Fatal(err)
		}
		fields := strings.Fields(text[i])
		fen := strings.Join(fields[8:], " ")
		if fields[0] != row[0] || fields[1] != row[1] || fen != row[3] || fields[3] != row[4] || fields[6] != row[7] {
			t.Fatalf("%q and %q", text[i], row)
		}
		if strconv.Itoa(x.Game) != row[0] || x.Part != row[2] || x.FEN != row[3] || x.Move != row[4] || x.Reason != row[8] || strings.Join(x.Flags, " ") != row[9] {
			t.Fatalf("%+v and %q", x, row)
		}
		if (x.Score == nil) != (row[5] == "") || (row[5] == "") != (fields[4] == "-") || x.Score != nil && strconv.Itoa(*x.Score) != row[5] {
			t.Fatalf("scores %v, %q and %q", x.Score, row[5], fields[4])
		}
		position, operations, _ := strings.Cut(epd[i], " sm ")
		if !strings.HasPrefix(fen, position+" ") || !strings.HasPrefix(operations, row[4]+"; ") || !strings.HasSuffix(operations, "c0 \"result "+row[7]+"\";") {
			t.Fatalf("%q and %q", epd[i], row)
		}
		if _, err := notation.ParseFEN(position); err != nil {
			t.Fatal(err)
		}
	}
}

func TestScoreText(t *testing.T) {
	for want, v := range map[string]score.Value{"+0": 0, "-35": -35, "#3": score.MateIn(5), "#-3": score.MatedIn(6), "+24990": -score.LostIn(10)} {
		if got := ScoreText(v); got != want {
			t.Errorf("%d is written %q, want %q", v, got, want)
		}
	}
}

// TestALineHoldsNothingUntold writes games again on deals in which what one side was never told is permuted: the lines
// of that side's positions are the same, byte for byte. The other side's are not: it was told what it took.
func TestALineHoldsNothingUntold(t *testing.T) {
	archive, err := dataset.OpenArchive(played)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	games, err := archive.Games(0)
	if err != nil {
		t.Fatal(err)
	}
	header := archive.Header(0)
	header.First, header.Games = games[0].Index, len(games)
	for observer := range board.Color(board.NumColors) {
		before := linesOf(t, observer, header, games)
		permuted := make([]dataset.Game, len(games))
		for i, g := range games {
			for _, points := range untold(&g, observer) {
				for j := 1; j < len(points); j++ {
					g.Deal = g.Deal.Swap(points[j-1], points[j])
				}
			}
			permuted[i] = g
		}
		if got := linesOf(t, observer, header, permuted); got != before {
			t.Errorf("the lines of %v's positions depend on what it was not told", observer)
		}
		if linesOf(t, observer.Other(), header, permuted) == linesOf(t, observer.Other(), header, games) {
			t.Errorf("%v was told nothing of what it took face down", observer.Other())
		}
	}
}

// linesOf writes the games to a shard and returns the lines of one side's positions in it.
func linesOf(t *testing.T, c board.Color, h dataset.Header, games []dataset.Game) string {
	t.Helper()
	path := t.TempDir() + "/games" + dataset.ShardExt
	w, err := dataset.Create(path, h)
	if err != nil {
		t.Fatal(err)
	}
	for i := range games {
		if err := w.Add(&games[i]); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := w.Close(); err != nil {
		t.Fatal(err)
	}
	d := Dump{Format: Formats["jsonl"], Query: Query{Filter: filter(t, map[board.Color]string{board.Red: "red", board.Black: "!red"}[c])}}
	var out bytes.Buffer
	if err := d.Write(context.Background(), open(t, path), &out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// untold returns, for each side, where its pieces began whose identity the observer was never told.
func untold(g *dataset.Game, observer board.Color) (points [board.NumColors][]board.Point) {
	told := map[board.Point]bool{}
	for i, p := range g.Plies {
		if p.Flags&dataset.Reveal != 0 {
			told[p.Move.From()] = true
		}
		if p.Flags&dataset.TakesHidden != 0 && board.Color(i&1) == observer {
			told[p.Move.To()] = true
		}
	}
	for c := range points {
		for _, pt := range deal.Points(board.Color(c)) {
			if !told[pt] {
				points[c] = append(points[c], pt)
			}
		}
	}
	return points
}
