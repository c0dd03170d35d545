package stats_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/dataset/stats"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// golden are games that no change of engine or self-play alters: as they were played, and searched again.
var golden = []string{"../testdata/v1.jqs", "../testdata/v2.jqs"}

func report(t *testing.T, byGenerator bool, paths ...string) *stats.Report {
	t.Helper()
	set, err := dataset.Open(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	r, err := stats.Of(t.Context(), set, dataset.DefaultSplit, byGenerator)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func games(t *testing.T, path string) (all []dataset.Game) {
	t.Helper()
	a, err := dataset.OpenArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	for b := range a.Blocks() {
		list, err := a.Games(b)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, list...)
	}
	return all
}

// recount is what TestCountedAgain finds.
type recount struct {
	first   map[string]stats.FirstReveal
	ended   [3]dataset.Results // by phase, 15 to 30 face-down pieces first
	reveals uint64             // whose luck is known
	luck    float64
}

func (r *recount) game(g *dataset.Game) {
	left, first := 30, [2]string{"none", "none"}
	names := []string{"general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier"}
	for i, p := range g.Plies {
		if p.Flags&dataset.TakesHidden != 0 {
			left--
		}
		if p.Flags&dataset.Reveal == 0 {
			continue
		}
		left--
		if first[i%2] == "none" {
			first[i%2] = names[g.Deal.At(p.Move.From())]
		}
		if i+1 < len(g.Plies) && p.Flags&(dataset.Random|dataset.Unscored) == 0 && g.Plies[i+1].Flags&dataset.Unscored == 0 {
			r.reveals++
			r.luck += 1 - g.Plies[i+1].Score.Float() - p.Score.Float()
		}
	}
	phase := &r.ended[0]
	if left < 15 {
		phase = &r.ended[1]
	}
	if left < 5 {
		phase = &r.ended[2]
	}
	switch g.Result {
	case rules.RedWins:
		phase.Red++
	case rules.BlackWins:
		phase.Black++
	default:
		phase.Draw++
	}
	for side, name := range []string{"red", "black"} {
		f := r.first[name+first[side]]
		f.Side, f.Piece, f.Games = name, first[side], f.Games+1
		switch g.Result.For(board.Color(side)) {
		case 2:
			f.Won++
		case 1:
			f.Drawn++
		default:
			f.Lost++
		}
		r.first[name+first[side]] = f
	}
}

// TestCountedAgain counts once more, from whole games and their deals, without a board.
func TestCountedAgain(t *testing.T) {
	for _, path := range golden {
		g := report(t, false, path).Groups[0]
		want := recount{first: map[string]stats.FirstReveal{}}
		for _, game := range games(t, path) {
			want.game(&game)
		}
		for _, f := range g.FirstReveal {
			if w, ok := want.first[f.Side+f.Piece]; f.Games > 0 && f != w || ok != (f.Games > 0) {
				t.Errorf("%s: first reveal %+v, want %+v", path, f, w)
			}
		}
		for i, p := range g.Phases {
			if p.Ended != want.ended[i] {
				t.Errorf("%s: phase %+v, want %+v", path, p, want.ended[i])
			}
		}
		if l := g.Luck; l.Reveals != want.reveals || l.Reveals == 0 || math.Abs(l.Mean*float64(l.Reveals)-want.luck) > 1e-9 {
			t.Errorf("%s: luck %+v, want %v of %d", path, l, want.luck, want.reveals)
		}
	}
}

// TestJSONIsComplete finds every number that the charts show, and that they add up.
func TestJSONIsComplete(t *testing.T) {
	type histogram struct {
		Bins []struct {
			From, To int
			Count    uint64
		}
	}
	sum := func(h histogram) (n uint64) {
		for i, b := range h.Bins {
			n += b.Count
			if i > 0 && b.From != h.Bins[i-1].To {
				t.Errorf("bins %+v", h.Bins)
			}
		}
		return n
	}
	var r struct {
		Games, Positions uint64
		Split            dataset.Split
		Plies            map[string]uint64
		Groups           []struct {
			Games, Positions, Mates, Unscored uint64
			Scores, Lengths, Reveals          histogram
			Moves                             []stats.KindMoves
			Luck                              struct {
				Reveals uint64
				Spread  histogram
			}
		}
	}
	text, err := json.Marshal(report(t, false, golden...))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &r); err != nil {
		t.Fatal(err)
	}
	g := r.Groups[0]
	var moves, captures, reveals uint64
	for _, m := range g.Moves {
		moves, captures = moves+m.Moves, captures+m.Captures
		if m.Piece == "face_down" {
			reveals = m.Moves
		}
	}
	if len(r.Groups) != 1 || g.Games != r.Games || g.Positions != r.Positions || r.Split != dataset.DefaultSplit ||
		sum(g.Scores)+g.Mates+g.Unscored != r.Positions || sum(g.Lengths) != r.Games || sum(g.Reveals) != r.Games ||
		sum(g.Luck.Spread) != g.Luck.Reveals || moves != r.Positions || captures != r.Plies["capture"] || reveals != r.Plies["reveal"] {
		t.Errorf("%s", text)
	}
}

// TestGenerators counts each apart, and finds the same as for its games alone.
func TestGenerators(t *testing.T) {
	both := report(t, true, golden...)
	if len(both.Groups) != 2 || len(both.LabelScales)+len(both.Unfitted) != 2 {
		t.Fatalf("%d groups, scales %v and %v", len(both.Groups), both.LabelScales, both.Unfitted)
	}
	for _, path := range golden {
		alone, err := json.Marshal(report(t, true, path).Groups[0])
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, g := range both.Groups {
			text, err := json.Marshal(g)
			if err != nil {
				t.Fatal(err)
			}
			found = found || bytes.Equal(text, alone)
		}
		if !found || !strings.Contains(both.Table(), "generator ") {
			t.Errorf("%s alone counts otherwise", path)
		}
	}
}

// TestPlots draws all charts twice: whole XML each, and the same bytes.
func TestPlots(t *testing.T) {
	dir, again := filepath.Join(t.TempDir(), "new", "charts"), t.TempDir()
	for _, draw := range []struct {
		dir         string
		byGenerator bool
	}{{dir, true}, {again, false}, {again, true}} { // the last replaces what the second drew
		if err := report(t, draw.byGenerator, golden...).WritePlots(draw.dir); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"scores", "lengths", "results", "reveals", "first-reveal", "luck", "calibration", "moves"} {
		text, err := os.ReadFile(filepath.Join(dir, name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		other, err := os.ReadFile(filepath.Join(again, name+".svg"))
		if err != nil || !bytes.Equal(text, other) {
			t.Errorf("%s: other bytes the second time, %v", name, err)
		}
		for d := xml.NewDecoder(bytes.NewReader(text)); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}
