package record

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/recorded"
	"jieqi/engine/rules"
	"pgregory.net/rapid"
)

const startFEN = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"

// The worked examples of the move format, as each observer sees them.
func TestWorkedExamples(t *testing.T) {
	const (
		taken   = "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"
		retaken = "1rxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r1a2c2p5n2b2 0 2"
		soldier = "xxxxkxx1x/9/1x4rx1/x1x1C1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C1P5N2B2r1a2c2p5n2b2 0 2"
	)
	pool := func(fen, old, now string) string { return strings.Replace(fen, old, now, 1) }
	tests := []struct{ moves, public, red, black string }{
		{"", startFEN, startFEN, startFEN},
		{"b2e2R", "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 1 1", "", ""},
		{"b2e2R b7e7c", "xxxxkxxxx/9/4c2x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX w R1A2C2P5N2B2r2a2c1p5n2b2 2 2", "", ""},
		{"b2b9R", taken, "", ""},
		{"b2b9Rn", taken, pool(taken, "n2", "n1"), ""},
		{"b2b9Rn a9b9r", retaken, pool(retaken, "n2", "n1"), ""},
		{"b2e2C h9g7r e2e6p", soldier, pool(soldier, "p5", "p4"), ""},
		{"b2b9Rn h7h0rP", "xRxxkxxxx/9/1x7/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXrX w R1A2C2P5N2B2r1a2c2p5n2b2 0 2",
			"xRxxkxxxx/9/1x7/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXrX w R1A2C2P5N2B2r1a2c2p5n1b2 0 2",
			"xRxxkxxxx/9/1x7/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXrX w R1A2C2P4N2B2r1a2c2p5n2b2 0 2"},
	}
	for _, tt := range tests {
		t.Run(tt.moves, func(t *testing.T) {
			r := Replay(rules.Tiantian, startFEN+"\t"+tt.moves, 1)
			if r.Err != nil {
				t.Fatal(r.Err)
			}
			if r.Public != tt.public {
				t.Errorf("public\ngot  %s\nwant %s", r.Public, tt.public)
			}
			for c, want := range []string{tt.red, tt.black} {
				if want == "" {
					want = tt.public
				}
				if r.Sides[c] != want {
					t.Errorf("%v\ngot  %s\nwant %s", board.Color(c), r.Sides[c], want)
				}
			}
		})
	}
}

// The lines other programs read, byte for byte.
func TestJSON(t *testing.T) {
	const bare = "3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30"
	tests := []struct{ name, line, want string }{
		{"ongoing", bare,
			`{"line":7,"fen":"3k5/9/9/9/4R4/9/9/9/9/5K3 w R0A0C0P0N0B0r0a0c0p0n0b0 4 30",` +
				`"red_fen":"3k5/9/9/9/4R4/9/9/9/9/5K3 w R0A0C0P0N0B0r0a0c0p0n0b0 4 30",` +
				`"black_fen":"3k5/9/9/9/4R4/9/9/9/9/5K3 w R0A0C0P0N0B0r0a0c0p0n0b0 4 30",` +
				`"legal":["e5a5","e5b5","e5c5","e5d5","e5e0","e5e1","e5e2","e5e3","e5e4","e5e6","e5e7","e5e8","e5e9","e5f5","e5g5","e5h5","e5i5","f0e0","f0f1"],` +
				`"result":"ongoing","reason":"none","end_ply":-1}`},
		{"tab and no moves", "4k4/4R4/4R4/9/9/9/9/9/9/3K5 b - 0 30\t",
			`{"line":7,"fen":"4k4/4R4/4R4/9/9/9/9/9/9/3K5 b R0A0C0P0N0B0r0a0c0p0n0b0 0 30",` +
				`"red_fen":"4k4/4R4/4R4/9/9/9/9/9/9/3K5 b R0A0C0P0N0B0r0a0c0p0n0b0 0 30",` +
				`"black_fen":"4k4/4R4/4R4/9/9/9/9/9/9/3K5 b R0A0C0P0N0B0r0a0c0p0n0b0 0 30",` +
				`"legal":["e9f9"],"result":"ongoing","reason":"none","end_ply":-1}`},
		{"over at once", "5R3/4k4/4R4/9/9/9/9/9/9/3K5 b - 3 30",
			`{"line":7,"fen":"5R3/4k4/4R4/9/9/9/9/9/9/3K5 b R0A0C0P0N0B0r0a0c0p0n0b0 3 30",` +
				`"red_fen":"5R3/4k4/4R4/9/9/9/9/9/9/3K5 b R0A0C0P0N0B0r0a0c0p0n0b0 3 30",` +
				`"black_fen":"5R3/4k4/4R4/9/9/9/9/9/9/3K5 b R0A0C0P0N0B0r0a0c0p0n0b0 3 30",` +
				`"legal":["e8e7"],"result":"ongoing","reason":"none","end_ply":-1}`},
		{"refused", bare + "\te5e9 d9e9 e9e8",
			`{"line":7,"error":"move 3: \"e9e8\": the piece on e9 is black's, red is to move"}`},
		{"empty", "", `{"line":7,"error":"empty line: want a FEN, a tab and moves"}`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Replay(rules.Tiantian, tt.line, 7)
			if diff := cmp.Diff(tt.want, r.String()); diff != "" {
				t.Error(diff)
			}
			b, err := json.Marshal(&r)
			if err != nil || string(b) != r.String() {
				t.Errorf("marshals as %s, %v", b, err)
			}
		})
	}
}

func TestLineRefused(t *testing.T) {
	tests := []struct{ name, line, want string }{
		{"empty", "", "empty line: want a FEN, a tab and moves"},
		{"blanks", " \t \r\n", "empty line: want a FEN, a tab and moves"},
		{"no FEN", "\tb2e2R", `fen: board "": missing`},
		{"cut short", startFEN[:80], `fen: pool "R2A2C2P5N2B2r2a2c2": black has 15 face-down pieces and only 6 identities in the pool`},
		{"moves without a tab", startFEN + " b2e2R", `fen: trailing text "b2e2R": nothing may follow the last field`},
		{"second tab", startFEN + "\tb2e2R\tb7e7c", "a second tab: want a FEN, a tab and moves"},
		{"illegal", startFEN + "\tb2e2R b7e8c", `move 2: "b7e8c": not a legal move`},
		{"move cut short", startFEN + "\tb2e2R b7e", `move 2: "b7e": want four letters such as h2e2 and at most two identities`},
		{"letter missing", startFEN + "\tb2e2", `move 1: "b2e2": the letter of what the face-down piece on b2 turned into is missing, such as b2e2R`},
		{"letter of the wrong side", startFEN + "\tb2e2r", `move 1: "b2e2r": letter "r" is black's, the face-down piece is red's`},
		{"third chariot", startFEN + "\th2h3R b7e7c b2b3R a9a8r a0a1R", `move 5: "a0a1R": no "R" is left in red's pool`},
		{"last of its kind taken face down", startFEN + "\te3e4A h7h0cR a3a4P b7b0cR b2b3R",
			`move 5: "b2b3R": no "R" is left in red's pool`},
		{"third horse taken", startFEN + "\tb2b3N a6a5p h2h3N h7h0cN", `move 4: "h7h0cN": no "N" is left in red's pool`},
		{"control characters", startFEN + "\tb2\x00\n\xff", `move 1: "b2\x00\n\xff": "\x00\n" is no point (want a0 to i9)`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := Replay(rules.Tiantian, tt.line, 3)
			if r.Err == nil {
				t.Fatalf("accepted: %s", r)
			}
			if got := r.Err.Error(); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
			if r.Line != 3 || r.Public != "" || r.Legal != nil {
				t.Errorf("a refused line has findings: %+v", r)
			}
		})
	}
}

// Moves after the end are applied to the views; result, reason and end_ply keep the first verdict.
func TestMovesAfterTheEnd(t *testing.T) {
	const fen = "3k5/9/9/9/2c6/R8/9/9/9/5K3 w - 0 30"
	const chase = "a4a5 c5c4 a5a4 c4c5 a4a5 c5c4 a5a4 c4c5"
	r := Replay(rules.Tiantian, fen+"\t"+chase+" a4a5 c5c9 a5a9 d9e9 a9c9", 1)
	if r.Err != nil {
		t.Fatal(r.Err)
	}
	want := rules.Verdict{Outcome: rules.BlackWins, Reason: rules.PerpetualChase}
	if r.Verdict != want || r.EndPly != 8 {
		t.Errorf("%v after %d, want %v after 8", r.Verdict, r.EndPly, want)
	}
	if !strings.HasPrefix(r.Public, "2R1k4/9/9/9/9/9/9/9/9/5K3 b ") {
		t.Errorf("the moves after the end are not applied: %s", r.Public)
	}
	if !slices.Equal(r.Legal, []string{"e9e8"}) {
		t.Errorf("legal moves %v, want e9e8", r.Legal)
	}
}

func TestNoCaptureLimit(t *testing.T) {
	const fen = "3k5/9/9/9/9/9/9/9/9/R4K3 w - 79 60"
	r := Replay(rules.Tiantian, fen+"\ta0a1", 1)
	if want := (rules.Verdict{Outcome: rules.Draw, Reason: rules.NoCaptureLimit}); r.Verdict != want || r.EndPly != 1 {
		t.Errorf("%v after %d, want %v after 1", r.Verdict, r.EndPly, want)
	}
}

// A refused move leaves every view, the history and the verdict as they were.
func TestRefusedMoveChangesNothing(t *testing.T) {
	p, err := notation.ParseFEN(startFEN)
	if err != nil {
		t.Fatal(err)
	}
	g := NewGame(rules.Tiantian, p)
	if err := g.Play("b2b9Rn"); err != nil {
		t.Fatal(err)
	}
	before := [...]board.Position{*g.Public(), *g.View(board.Red), *g.View(board.Black)}
	for _, bad := range []string{"a9b9", "a9b9K", "a9b9rr", "a9a7", "h7h0rQ", "h7h0", ""} {
		if err := g.Play(bad); err == nil || !strings.HasPrefix(err.Error(), "move 2: ") {
			t.Errorf("%q: error %v, want one about move 2", bad, err)
		}
		if after := [...]board.Position{*g.Public(), *g.View(board.Red), *g.View(board.Black)}; after != before {
			t.Errorf("%q changed a view", bad)
		}
	}
}

// What one side took face down reaches neither the public nor the other side: with other
// letters, or none, their views are the same, and the captor's differs in that pool alone.
func TestVictimsAreToldToTheCaptorAlone(t *testing.T) {
	games := recorded.Games.Rows(t)
	rapid.Check(t, func(t *rapid.T) {
		game := rapid.SampledFrom(games).Draw(t, "game")
		mute := board.Color(rapid.IntRange(0, 1).Draw(t, "mute"))
		told := Replay(rules.Tiantian, line(game), 1)
		untold := Replay(rules.Tiantian, game["start_fen"]+"\t"+withoutVictims(t, game["moves_omniscient"], mute), 1)
		if told.Err != nil || untold.Err != nil {
			t.Fatal(told.Err, untold.Err)
		}
		other := mute.Other()
		if told.Public != untold.Public || told.Sides[other] != untold.Sides[other] {
			t.Fatalf("victims taken by %v show elsewhere:\n%s\n%s", mute, told, untold)
		}
		if untold.Sides[mute] != told.Public {
			t.Fatalf("%v was told nothing and knows %s, the public %s", mute, untold.Sides[mute], told.Public)
		}
	})
}

// withoutVictims strips the victims' letters from the moves of one side.
func withoutVictims(t *rapid.T, moves string, c board.Color) string {
	var out []string
	p, err := notation.ParseFEN(startFEN)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range strings.Fields(moves) {
		ply, err := notation.ParsePly(p, text)
		if err != nil {
			t.Fatal(err)
		}
		ply.Victim = board.NoKind
		if p.Side() == c {
			text = notation.FormatPly(p, ply)
		}
		out = append(out, text)
		var u board.Undo
		p.MakeTold(ply, &u)
	}
	return strings.Join(out, " ")
}

func TestEachPosition(t *testing.T) {
	const line = "startpos\tb2b9Rn a9b9r"
	var got []string
	for s := range Each(rules.Tiantian, line, 4) {
		text, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, string(text))
	}
	if len(got) != 3 {
		t.Fatalf("%d positions of 2 moves", len(got))
	}
	for i, want := range []string{
		`{"line":4,"ply":0,"move":"","fen":"` + startFEN + `"`,
		`{"line":4,"ply":1,"move":"b2b9Rn","fen":"xRxxkxxxx/`,
		`{"line":4,"ply":2,"move":"a9b9r","fen":"1rxxkxxxx/`,
	} {
		if !strings.HasPrefix(got[i], want) || !strings.HasSuffix(got[i], `"end_ply":-1}`) {
			t.Errorf("position %d: %s, want %s…", i, got[i], want)
		}
	}
	if last := lastStep(t, "startpos\tb2b9R b9b8"); last.Err == nil || last.Ply != 2 || last.Line != 1 {
		t.Errorf("a refused move ends in %+v", last)
	}
	for range Each(rules.Tiantian, line, 1) {
		break // must not go on
	}
}

// lastStep returns the last position of a line, or its error, and counts the plies.
func lastStep(t *testing.T, line string) (last Step) {
	n := 0
	for s := range Each(rules.Tiantian, line, 1) {
		if last = s; s.Ply != n {
			t.Fatalf("%q: step %d has ply %d", line, n, s.Ply)
		}
		n++
	}
	return last
}

func FuzzReplay(f *testing.F) {
	f.Add(startFEN + "\tb2b9Rn a9b9r")
	f.Add(startFEN + "\tb2e2C h9g7r e2e6p")
	f.Add(startFEN + "\tb2b9Rn b7b0rP b9a9a")
	f.Add("3k5/9/9/9/2c6/R8/9/9/9/5K3 w - 0 30\ta4a5 c5c4 a5a4 c4c5 a4a5 c5c4 a5a4 c4c5 a4a5")
	f.Add("xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 - 0 1\ta9b9r")
	f.Add("\t\t")
	f.Add("startpos\tb2b9Rn")
	f.Fuzz(func(t *testing.T, line string) {
		r := Replay(rules.Tiantian, line, 1)
		if last := lastStep(t, line); last.Result.String() != r.String() {
			t.Fatalf("%q ends at %s, its last step is %s", line, r, last.Result)
		}
		var keys map[string]any
		if err := json.Unmarshal([]byte(r.String()), &keys); err != nil || strings.Contains(r.String(), "\n") {
			t.Fatalf("%q gives %s, which is no JSON line: %v", line, r, err)
		}
		if r.Err != nil {
			if len(r.Err.Error()) > 500 || len(keys) != 2 {
				t.Fatalf("%q gives %s", line, r)
			}
			return
		}
		checkSense(t, line, &r, slices.Collect(maps.Keys(keys)))
	})
}

// checkSense asserts what holds of every accepted record: the views differ in their pools alone,
// each side knows at least what the public knows, and every view is a position of its own.
func checkSense(t *testing.T, line string, r *Result, keys []string) {
	if len(keys) != 8 {
		t.Fatalf("%q: keys %v", line, keys)
	}
	public, err := notation.ParseFEN(r.Public)
	if err != nil {
		t.Fatalf("%q: public view refused: %v", line, err)
	}
	for c := range board.Color(board.NumColors) {
		view, err := notation.ParseFEN(r.Sides[c])
		if err != nil {
			t.Fatalf("%q: %v's view refused: %v", line, c, err)
		}
		a, b := public.Setup(), view.Setup()
		if a.Pools[c] != b.Pools[c] {
			t.Fatalf("%q: %v knows more of its own pieces than the public: %s, %s", line, c, r.Public, r.Sides[c])
		}
		for k, n := range b.Pools[c.Other()] {
			if n > a.Pools[c.Other()][k] {
				t.Fatalf("%q: %v knows less than the public: %s, %s", line, c, r.Public, r.Sides[c])
			}
		}
		a.Pools, b.Pools = [2]board.Pool{}, [2]board.Pool{}
		if a != b {
			t.Fatalf("%q: views of different positions: %s, %s", line, r.Public, r.Sides[c])
		}
	}
	if over := r.Verdict.Over(); over != (r.EndPly >= 0) {
		t.Fatalf("%q: %v and end_ply %d", line, r.Verdict, r.EndPly)
	}
	if len(r.Legal) == 0 && !r.Verdict.Over() {
		t.Fatalf("%q: no legal move and the game goes on", line)
	}
}
