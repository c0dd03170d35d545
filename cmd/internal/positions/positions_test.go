package positions

import (
	"context"
	"errors"
	"strings"
	"testing"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/notation"
)

const (
	played   = "../../../dataset/testdata/v1.jqs"
	rescored = "../../../dataset/testdata/v2.jqs"
)

func open(t testing.TB, path string) *dataset.Set {
	t.Helper()
	set, err := dataset.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { set.Close() })
	return set
}

func filter(t testing.TB, text string) *Filter {
	t.Helper()
	f, err := ParseFilter(text)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// scan returns copies of the facts of all wanted positions.
func scan(t testing.TB, q Query, path string) []Facts {
	t.Helper()
	var all []Facts
	seen, err := q.Scan(context.Background(), open(t, path), func(p *Position) error {
		all = append(all, p.Facts)
		return nil
	})
	if err != nil || q.Filter == nil && seen != uint64(len(all)) {
		t.Fatalf("%d of %d positions, %v", len(all), seen, err)
	}
	return all
}

// TestFactsFollowFromTheFEN derives what there is on the board from the text of the position, and plays the move.
func TestFactsFollowFromTheFEN(t *testing.T) {
	var next string // board after the move of the position before
	var reveals [board.NumColors]int
	var q Query
	_, err := q.Scan(context.Background(), open(t, played), func(p *Position) error {
		pos, err := notation.ParseFEN(p.FEN())
		if err != nil {
			return err
		}
		if p.Ply == 0 {
			next, reveals = "", [board.NumColors]int{}
		}
		points, _, _ := strings.Cut(p.FEN(), " ")
		if next != "" && points != next {
			t.Fatalf("game %d ply %d: board %s, the move before leads to %s", p.Game, p.Ply, points, next)
		}
		mine, theirs := "RACPNBKX", "racpnbkx"
		if !p.Red {
			mine, theirs = theirs, mine
		}
		count := func(letters string) (n int) {
			for _, l := range letters {
				n += strings.Count(points, string(l))
			}
			return n
		}
		me := pos.Side()
		ply, err := notation.ParsePly(pos, p.Move)
		if err != nil {
			return err
		}
		want := p.Facts
		want.MyPieces, want.TheirPieces, want.Pieces = count(mine), count(theirs), count(mine+theirs)
		want.MyFaceDown, want.TheirFaceDown = count(mine[7:]), count(theirs[7:])
		want.FaceDown, want.MyUp.R, want.TheirUp.P = count("xX"), count(mine[:1]), count(theirs[3:4])
		want.MyPool.N, want.TheirPool.B = pos.PoolCount(me, board.Horse), pos.PoolCount(me.Other(), board.Elephant)
		want.Red, want.Halfmove, want.InCheck = me == board.Red, pos.Halfmove(), pos.InCheck()
		want.Reveal, want.Capture = pos.IsReveal(ply.Move), pos.IsCapture(ply.Move)
		want.TakesHidden, want.Turned, want.Reveals = ply.Victim != board.NoKind, kindName(ply.Reveal), reveals[me]
		if want != p.Facts {
			t.Errorf("facts %+v, the FEN says %+v", p.Facts, want)
		}
		if (p.Took != "") != p.Capture {
			t.Errorf("%s took %q", p.Move, p.Took)
		}
		if p.Reveal {
			reveals[me]++
		}
		var u board.Undo
		pos.MakeTold(ply, &u)
		next, _, _ = strings.Cut(notation.FormatFEN(pos), " ")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestScores compares with the archive what is said of scores and results.
func TestScores(t *testing.T) {
	swings, mates := compareScores(t, played)
	more, _ := compareScores(t, rescored)
	if swings == 0 || mates == 0 || more == 0 || more >= swings {
		t.Errorf("%d swings and %d mates compared, %d swings where some positions have no score", swings, mates, more)
	}
}

func compareScores(t *testing.T, path string) (swings, mates int) {
	archive, err := dataset.OpenArchive(path)
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	games := map[int]*dataset.Game{}
	for b := range archive.Blocks() {
		list, err := archive.Games(b)
		if err != nil {
			t.Fatal(err)
		}
		for i := range list {
			games[int(list[i].Index)] = &list[i]
		}
	}
	for _, p := range scan(t, Query{}, path) {
		g := games[p.Game]
		at := g.Plies[p.Ply]
		if p.Unscored != (at.Flags&dataset.Unscored != 0) || p.Score != int(at.Score) {
			t.Fatalf("%+v, recorded %+v", p, at)
		}
		want := 0.0
		if !p.Unscored && p.Ply+1 < p.Plies && g.Plies[p.Ply+1].Flags&dataset.Unscored == 0 {
			want = (1 - g.Plies[p.Ply+1].Score.Float()) - at.Score.Float()
			swings++
		}
		if d := p.Swing - want; d > 1e-9 || d < -1e-9 {
			t.Errorf("game %d ply %d: swing %v, want %v", p.Game, p.Ply, p.Swing, want)
		}
		if at.Score.IsMate() {
			mates++
			if n := (at.Score.MatePlies() + 1) / 2; n > 0 && (p.Mate != n && p.Mate != -n || (p.Mate > 0) != (at.Score > 0)) {
				t.Errorf("%d is a mate in %d", at.Score, p.Mate)
			}
		}
		if half := g.Result.For(board.Color(p.Ply & 1)); p.Result != float64(half)/2 || p.Reason != g.Reason.String() {
			t.Errorf("%+v of a game that ended %v by %v", p, g.Result, g.Reason)
		}
	}
	return swings, mates
}

func TestQueries(t *testing.T) {
	split := dataset.Split{Gate: 300, Validation: 300}
	all := scan(t, Query{Choice: dataset.Choice{Split: split}}, played)
	game := uint64(all[len(all)-1].Game)
	gate := dataset.Gate
	for text, c := range map[string]struct {
		q    Query
		keep func(*Facts) bool
	}{
		"game": {Query{Choice: dataset.Choice{Game: &game}}, func(f *Facts) bool { return f.Game == int(game) }},
		"part": {Query{Choice: dataset.Choice{Part: &gate}}, func(f *Facts) bool { return f.Part == "gate" }},
		"filter": {Query{Filter: filter(t, `ply >= 8 && abs(score) < 600 && reveal && face_down > 10`)}, func(f *Facts) bool {
			return !f.Unscored && f.Ply >= 8 && f.Score < 600 && f.Score > -600 && f.Reveal && f.FaceDown > 10
		}},
		"kinds":    {Query{Filter: filter(t, `turned in ["R", "C"] && my_pool.R + my_up.R > 0`)}, func(f *Facts) bool { return (f.Turned == "R" || f.Turned == "C") && f.MyPool.R+f.MyUp.R > 0 }},
		"unscored": {Query{Filter: filter(t, `unscored`)}, func(f *Facts) bool { return f.Unscored }},
		"absent":   {Query{Filter: filter(t, `score == 0 || ply >= 0`)}, func(f *Facts) bool { return !f.Unscored }},
	} {
		var want []Facts
		for i := range all {
			if c.keep(&all[i]) {
				want = append(want, all[i])
			}
		}
		c.q.Split = split
		got := scan(t, c.q, played)
		if len(want) == 0 || len(got) != len(want) || got[0] != want[0] || got[len(got)-1] != want[len(want)-1] {
			t.Errorf("%s: %d positions, want %d", text, len(got), len(want))
		}
	}
}

// TestLargest compares the largest positions with all of them, sorted.
func TestLargest(t *testing.T) {
	by, err := ParseMeasure("abs(swing)")
	if err != nil {
		t.Fatal(err)
	}
	best := -1.0
	var where Facts
	for _, f := range scan(t, Query{}, played) {
		if f.Ply+1 < f.Plies && max(f.Swing, -f.Swing) > best {
			best, where = max(f.Swing, -f.Swing), f
		}
	}
	at, err := Largest(context.Background(), open(t, played), Query{}, by)
	if err != nil || int(at.Game) != where.Game || at.Ply != where.Ply {
		t.Errorf("%+v, %v, want game %d ply %d", at, err, where.Game, where.Ply)
	}
	if at, err := Largest(context.Background(), open(t, played), Query{Filter: filter(t, "false")}, by); err == nil {
		t.Errorf("the largest of none is %+v", at)
	}
}

func TestLargestKeepsTheFirstOfEqualOnes(t *testing.T) {
	l := largest{limit: 4}
	values := []float64{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}
	for i, v := range values {
		l.add(v, Place{Ply: i}, func(dst []byte) []byte { return append(dst, byte('a'+i)) })
	}
	var got string
	for _, x := range l.sorted() {
		got += string(x.line)
	}
	if got != "fhei" {
		t.Errorf("kept %q, want the 9, the 6 and the first two 5", got)
	}
}

func TestCount(t *testing.T) {
	all := scan(t, Query{}, played)
	q := Query{Filter: filter(t, "red")}
	c, err := q.Count(context.Background(), open(t, played))
	if err != nil || c.Positions != uint64(len(all)) || c.Matching != c.Won+c.Drawn+c.Lost || c.Won != c.RedWins || c.Lost != c.BlackWins {
		t.Errorf("%+v, %v", c, err)
	}
	if !strings.Contains(c.Table(), "where red\n") {
		t.Errorf("table %q does not say what was counted", c.Table())
	}
}

func TestScanStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	stopped := errors.New("stopped")
	cancel(stopped)
	var q Query
	if _, err := q.Scan(ctx, open(t, played), func(*Position) error { return nil }); !errors.Is(err, stopped) {
		t.Errorf("error %v", err)
	}
	if _, err := q.Scan(t.Context(), open(t, played), func(*Position) error { return stopped }); !errors.Is(err, stopped) {
		t.Errorf("error %v", err)
	}
}
