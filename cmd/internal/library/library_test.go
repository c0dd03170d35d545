package library

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/cmd/internal/games"
	"jieqi/dataset"
	"jieqi/dataset/stats"
	"jieqi/engine/record"
)

const (
	aShard = "../../../dataset/testdata/v1.jqs"
	aRound = "../../jieqi/testdata/run-without-checksums/rounds/001/selfplay"
	aMatch = "../../jieqi/testdata/run-without-checksums/rounds/001/gate"
)

// read returns a library of paths, all read.
func read(t *testing.T, paths ...string) *Library {
	t.Helper()
	l := Open(t.Context(), func() (places []Place, err error) {
		for _, p := range paths {
			places = append(places, PlaceOf(p))
		}
		return places, nil
	})
	return settled(t, l)
}

// settled waits until everything is read.
func settled(t *testing.T, l *Library) *Library {
	t.Helper()
	for {
		sources, err := l.Sources()
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(sources, func(s Source) bool { return s.Reading }) {
			return l
		}
	}
}

// lines returns the games at a path as jieqi replay reads them.
func lines(t *testing.T, path string) (list []*games.Game) {
	t.Helper()
	visit := func(g *games.Game) error { list = append(list, g); return nil }
	if path == aMatch {
		if err := games.OfMatch(path, nil, visit); err != nil {
			t.Fatal(err)
		}
		return list
	}
	a, err := dataset.OpenArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	if err := games.OfArchive(t.Context(), a, dataset.Choice{}, visit); err != nil {
		t.Fatal(err)
	}
	return list
}

// TestPositionsAreThoseOfReplay compares every position of every game with what jieqi replay --each prints.
func TestPositionsAreThoseOfReplay(t *testing.T) {
	paths := []string{aShard, aRound, aMatch}
	l, plies := read(t, paths...), 0
	for source, path := range paths {
		for n, g := range lines(t, path) {
			d, err := l.Game(source, n)
			if err != nil {
				t.Fatal(err)
			}
			if d.Result != g.Result || d.Reason != g.Reason || d.Plies != len(g.Moves) || d.Red != g.Red || d.Black != g.Black || d.Title != g.Title {
				t.Errorf("%+v, want %+v", d.Summary, *g)
			}
			for step := range record.Each(g.Rules, g.Line(), 1) {
				var said struct{ FEN, Red_FEN, Black_FEN, Move string }
				text, _ := json.Marshal(step)
				if err := json.Unmarshal(text, &said); err != nil {
					t.Fatal(err)
				}
				at := d.Start
				if step.Ply > 0 {
					at = d.Moves[step.Ply-1].After
					if d.Moves[step.Ply-1].Move != said.Move {
						t.Fatalf("%s: ply %d is %s, not %s", g.Title, step.Ply, d.Moves[step.Ply-1].Move, said.Move)
					}
				}
				if want := (Views{said.FEN, said.Red_FEN, said.Black_FEN}); at != want || want.Red == "" {
					t.Fatalf("%s: ply %d is %+v, want %+v", g.Title, step.Ply, at, want)
				}
				plies++
			}
		}
	}
	if plies < 1000 {
		t.Errorf("%d positions compared", plies)
	}
}

// TestLuckAddsUp compares the luck of the games' reveals with what jieqi data stats counts.
func TestLuckAddsUp(t *testing.T) {
	set, err := dataset.Open(aRound)
	if err != nil {
		t.Fatal(err)
	}
	defer set.Close()
	report, err := stats.Of(t.Context(), set, dataset.DefaultSplit, false)
	if err != nil {
		t.Fatal(err)
	}
	l, n, sum := read(t, aRound), uint64(0), 0.0
	for i := range 60 {
		d, err := l.Game(0, i)
		if err != nil {
			t.Fatal(err)
		}
		reveals := 0
		for _, p := range d.Moves {
			if p.Reveal == nil {
				continue
			}
			reveals++
			if p.Reveal.Copies < 1 || p.Reveal.Copies > p.Reveal.Of {
				t.Errorf("%+v", *p.Reveal)
			}
			if p.Reveal.Luck != nil {
				n, sum = n+1, sum+*p.Reveal.Luck
			}
		}
		if reveals != d.Reveals {
			t.Errorf("game %d: %d reveals, the list says %d", i, reveals, d.Reveals)
		}
	}
	if want := report.Groups[0].Luck; n != want.Reveals || math.Abs(sum/float64(n)-want.Mean) > 1e-9 || n == 0 {
		t.Errorf("%d reveals of luck %v, want %d of %v", n, sum/float64(n), want.Reveals, want.Mean)
	}
}

func TestFilters(t *testing.T) {
	l := read(t, aRound, aMatch)
	all, err := l.List(0, Filter{}, 0, 1000)
	if err != nil || all.Found != 60 || len(all.Games) != 60 {
		t.Fatalf("%d games, %v", all.Found, err)
	}
	for name, c := range map[string]struct {
		f    Filter
		want func(Summary) bool
	}{
		"result":  {Filter{Result: "black_wins"}, func(s Summary) bool { return s.Result.String() == "black_wins" }},
		"reason":  {Filter{Reason: "no_legal_move"}, func(s Summary) bool { return s.Reason == "no_legal_move" }},
		"plies":   {Filter{Plies: Range{30, 60}}, func(s Summary) bool { return s.Plies >= 30 && s.Plies <= 60 }},
		"reveals": {Filter{Reveals: Range{From: 12}}, func(s Summary) bool { return s.Reveals >= 12 }},
		"swing":   {Filter{Swing: 0.4}, func(s Summary) bool { return math.Abs(*s.Swing) >= 0.4 }},
	} {
		var want []Summary
		for _, s := range all.Games {
			if c.want(s) {
				want = append(want, s)
			}
		}
		got, err := l.List(0, c.f, 0, 1000)
		if err != nil || len(want) == 0 || len(want) == 60 || got.Found != len(want) || !slices.EqualFunc(got.Games, want, func(a, b Summary) bool { return a.Number == b.Number }) {
			t.Errorf("%s: %d games, want %d, %v", name, got.Found, len(want), err)
		}
	}
	page, _ := l.List(0, Filter{Order: BySwing}, 3, 5)
	for i := 1; i < len(page.Games); i++ {
		if math.Abs(*page.Games[i].Swing) > math.Abs(*page.Games[i-1].Swing) {
			t.Error("not in order of swings")
		}
	}
	if page, _ = l.List(0, Filter{Order: ByPlies}, 58, 5); len(page.Games) != 2 || page.Games[1].Plies > page.Games[0].Plies || page.Found != 60 {
		t.Errorf("%+v", page)
	}
	match, _ := l.List(1, Filter{}, 0, 100)
	a := match.Games[0].Red
	for colour, n := range map[string]int{"": 20, "red": 10, "black": 10} {
		if page, err := l.List(1, Filter{Player: a, Colour: colour}, 0, 100); err != nil || page.Found != n {
			t.Errorf("%s as %q: %d games, %v", a, colour, page.Found, err)
		}
	}
}

// TestMoreGamesLater adds a shard and a place while the library is open; numbers stay, what was read is not read again.
func TestMoreGamesLater(t *testing.T) {
	dir, places := t.TempDir(), 1
	l := Open(t.Context(), func() ([]Place, error) { return []Place{PlaceOf(dir), PlaceOf(aMatch)}[:places], nil })
	if sources, _ := settled(t, l).Sources(); len(sources) != 1 || sources[0].Failure == "" || l.Err(0) == nil {
		t.Errorf("%+v", sources)
	}
	copyFile(t, filepath.Join(aRound, "0000000000.jqs"), dir)
	copyFile(t, filepath.Join(aRound, "manifest.jsonl"), dir)
	places = 2
	sources, err := settled(t, l).Sources()
	for sources[0].Games == 0 && err == nil { // the look that found the failure was the one before
		sources, err = settled(t, l).Sources()
	}
	if len(sources) != 2 || sources[0].Games != 60 || sources[0].Failure != "" || sources[1].Games != 20 {
		t.Errorf("%+v, %v", sources, err)
	}
}

func copyFile(t *testing.T, from, dir string) {
	t.Helper()
	text, err := os.ReadFile(from)
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, filepath.Base(from)), text, 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestRefusals(t *testing.T) {
	l := read(t, aRound)
	for _, n := range []int{-1, 60, 1 << 40} {
		if _, err := l.Game(0, n); err != ErrNoGame {
			t.Errorf("game %d: %v", n, err)
		}
	}
	for _, n := range []int{-1, 1} {
		if _, err := l.List(n, Filter{}, 0, 1); !errors.Is(err, ErrNoSource) {
			t.Errorf("source %d: %v", n, err)
		}
	}
	text, err := l.Deal(0, 0)
	if err != nil || strings.Count(text, "=") != 30 {
		t.Errorf("%q, %v", text, err)
	}
}
