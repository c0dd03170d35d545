package games

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/record"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

const (
	played   = "../../../dataset/testdata/v1.jqs"
	rescored = "../../../dataset/testdata/v2.jqs"
	aRound   = "../../jieqi/testdata/run-without-checksums/rounds/001/selfplay"
	aMatch   = "../../jieqi/testdata/run-without-checksums/rounds/001/gate"
)

func open(t testing.TB, paths ...string) *dataset.Archive {
	t.Helper()
	a, err := dataset.OpenArchive(paths...)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}

// TestLinesReplayToWhatWasRecorded compares each line of a shard, replayed, with the game at a table, view by view.
func TestLinesReplayToWhatWasRecorded(t *testing.T) {
	a, n := open(t, played), 0
	var lines bytes.Buffer
	var tables []*dealer.Table
	write := Lines(&lines)
	err := a.Each(t.Context(), dataset.Choice{}, func(_ int, g *dataset.Game) error {
		table := dealer.New(g.Deal, rules.Tiantian)
		for _, p := range g.Plies {
			if _, err := table.Play(p.Move); err != nil {
				return err
			}
		}
		tables = append(tables, table)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := OfArchive(t.Context(), a, dataset.Choice{}, write); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(lines.String()) {
		r := record.Replay(rules.Tiantian, line, n+1)
		if r.Err != nil {
			t.Fatal(r.Err)
		}
		want := [...]string{notation.FormatFEN(tables[n].Public().Position()), notation.FormatFEN(tables[n].View(board.Red).Position()),
			notation.FormatFEN(tables[n].View(board.Black).Position())}
		if got := [...]string{r.Public, r.Sides[board.Red], r.Sides[board.Black]}; got != want || r.Verdict != tables[n].Verdict() {
			t.Errorf("game %d: %v %v, want %v %v", n, got, r.Verdict, want, tables[n].Verdict())
		}
		n++
	}
	if n != len(tables) || n == 0 {
		t.Errorf("%d lines of %d games", n, len(tables))
	}
}

// TestMatchesReplay reads the journal of a gate: every game ends as the journal says.
func TestMatchesReplay(t *testing.T) {
	n := 0
	err := OfMatch(aMatch, nil, func(g *Game) error {
		n++
		r := record.Replay(g.Rules, g.Line(), n)
		if r.Err != nil || r.Verdict.Outcome != g.Result || r.Verdict.Reason.String() != g.Reason || r.EndPly != len(g.Moves) {
			t.Errorf("%s: %v after %d plies, %v; the journal says %v by %s", g.Title, r.Verdict, r.EndPly, r.Err, g.Result, g.Reason)
		}
		return nil
	})
	if err != nil || n != 20 {
		t.Fatalf("%d games, %v", n, err)
	}
	var names []string
	pair := 3
	err = OfMatch(aMatch, &pair, func(g *Game) error {
		names = append(names, g.Name+" "+g.Red)
		return nil
	})
	if err != nil || len(names) != 2 || !strings.HasPrefix(names[0], "pair-0000003-a-red ") || names[0][19:] == names[1][19:] {
		t.Errorf("games %q, %v", names, err)
	}
	if err := OfMatch(t.TempDir(), nil, nil); err == nil || !strings.Contains(err.Error(), "no match in") {
		t.Errorf("error %v", err)
	}
}

// TestJieqiBoxFiles reads the files back: each position follows from the one before by the move, and says what the
// replay says.
func TestJieqiBoxFiles(t *testing.T) {
	for _, path := range []string{played, rescored} {
		err := OfArchive(t.Context(), open(t, path), dataset.Choice{}, func(g *Game) error {
			text, err := g.JieqiBox()
			if err != nil {
				return err
			}
			checkBox(t, g, text)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func checkBox(t *testing.T, g *Game, text []byte) {
	t.Helper()
	var file boxFile
	if err := json.Unmarshal(text, &file); err != nil {
		t.Fatal(err)
	}
	want := map[rules.Outcome]string{rules.RedWins: "1-0", rules.BlackWins: "0-1", rules.Draw: "1/2-1/2"}[g.Result]
	if file.Metadata.Result != want || len(file.Moves) != len(g.Moves) || file.Metadata.CurrentFEN != file.Moves[len(file.Moves)-1].FEN {
		t.Fatalf("%s: %+v after %d moves", g.Title, file.Metadata, len(file.Moves))
	}
	at, err := notation.ParseFEN(file.Metadata.InitialFEN)
	if err != nil {
		t.Fatal(err)
	}
	for i, m := range file.Moves {
		ply, err := notation.ParsePly(at, m.Data)
		if err != nil {
			t.Fatal(err)
		}
		var u board.Undo
		at.MakeTold(ply, &u)
		next, err := notation.ParseFEN(m.FEN)
		if err != nil || next.Setup() != at.Setup() {
			t.Fatalf("%s: move %d: %s leads to %s, not %s; %v", g.Title, i, m.Data, notation.FormatFEN(at), m.FEN, err)
		}
		if (m.Score != nil) != g.Scored[i] || m.Type != "move" || m.Data != g.Moves[i] {
			t.Fatalf("%s: move %d: %+v", g.Title, i, m)
		}
	}
	captured := strings.Fields(file.Metadata.CurrentFEN)[3]
	for _, text := range g.Moves {
		if victims := len(text) == 6; victims && captured == "-" {
			t.Errorf("%s: %s took a face-down piece and none is listed", g.Title, text)
		}
	}
}

func TestJieqiBoxScores(t *testing.T) {
	for want, v := range map[int]score.Value{35: 35, -35: -35, 29997: score.MateIn(5), -29997: score.MatedIn(6)} {
		if got := boxScore(v); got != want {
			t.Errorf("%d is written %d, want %d", v, got, want)
		}
	}
}

func TestFilesAreNotOverwritten(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	write, err := JieqiBoxFiles(dir)
	if err != nil {
		t.Fatal(err)
	}
	g := Game{Name: "one", Rules: rules.Tiantian, Moves: []string{"b2e2R"}}
	if err := write(&g); err != nil {
		t.Fatal(err)
	}
	before, err := os.ReadFile(filepath.Join(dir, "one.json"))
	if err != nil {
		t.Fatal(err)
	}
	g.Moves = nil
	if err := write(&g); err == nil || !strings.Contains(err.Error(), "one.json is there already") {
		t.Errorf("error %v", err)
	}
	if after, _ := os.ReadFile(filepath.Join(dir, "one.json")); !bytes.Equal(before, after) {
		t.Error("the file is another")
	}
	g = Game{Title: "a bad game", Name: "two", Rules: rules.Tiantian, Moves: []string{"b2e3R"}}
	if err := write(&g); err == nil || !strings.Contains(err.Error(), "a bad game: move 1") {
		t.Errorf("error %v", err)
	}
}

func TestFind(t *testing.T) {
	a := open(t, played)
	last := a.Blocks()[len(a.Blocks())-1].Last
	block, g, err := Find(context.Background(), a, dataset.Choice{Game: &last})
	if err != nil || g.Index != last || block != len(a.Blocks())-1 {
		t.Errorf("block %d, %v", block, err)
	}
	if same, err := At(a, block, last); err != nil || !slices.Equal(same.Plies, g.Plies) {
		t.Errorf("another game, %v", err)
	}
	if block, g, err = Find(context.Background(), a, dataset.Choice{}); err != nil || block != 0 || g.Index != a.Blocks()[0].First {
		t.Errorf("the first game is in block %d, %v", block, err)
	}
	for want, none := range map[string]uint64{"no such game among those from": last + 1, "several series": last} {
		both := open(t, played, rescored)
		if _, _, err := Find(context.Background(), both, dataset.Choice{Game: &none}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("game %d: error %v, want %q", none, err, want)
		}
	}
	if _, err := At(a, 0, last+1); err == nil {
		t.Error("a game that is not there was found")
	}
}
