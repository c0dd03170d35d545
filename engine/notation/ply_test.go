package notation

import (
	"errors"
	"strings"
	"testing"

	"jieqi/engine/board"
	"pgregory.net/rapid"
)

func position(t interface {
	Helper()
	Fatal(...any)
}, fen string) *board.Position {
	t.Helper()
	p, err := ParseFEN(fen)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// The worked examples, each from the start, by what one side knows.
func TestWorkedExamples(t *testing.T) {
	tests := []struct {
		name  string
		moves []string
		want  string
	}{
		{"a reveal", []string{"b2e2R"},
			"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 1 1"},
		{"two reveals", []string{"b2e2R", "b7e7c"},
			"xxxxkxxxx/9/4c2x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX w R1A2C2P5N2B2r2a2c1p5n2b2 2 2"},
		{"a victim not told", []string{"b2b9R"},
			"xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"},
		{"a victim told", []string{"b2b9Rn"},
			"xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n1b2 0 1"},
		{"a face-up victim", []string{"b2b9Rn", "a9b9r"},
			"1rxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r1a2c2p5n1b2 0 2"},
		{"a face-up captor", []string{"b2e2C", "h9g7r", "e2e6p"},
			"xxxxkxx1x/9/1x4rx1/x1x1C1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C1P5N2B2r1a2c2p4n2b2 0 2"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := board.StartPosition()
			for _, text := range tt.moves {
				ply, err := ParsePly(p, text)
				if err != nil {
					t.Fatal(err)
				}
				if got := FormatPly(p, ply); got != text {
					t.Errorf("%s is written as %s", text, got)
				}
				var u board.Undo
				p.MakeTold(ply, &u)
			}
			if got := FormatFEN(p); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestPlyRefused(t *testing.T) {
	const afterCapture = "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"
	const noChariots = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXK4 w R0A1C2P5N1B2r2a2c2p5n2b2 0 1"
	const pinned = "3rk4/9/9/9/9/9/9/9/3R5/3K5 w - 0 1"
	tests := []struct{ fen, text, want string }{
		{startFEN, "", `"": want four letters such as h2e2 and at most two identities`},
		{startFEN, "b2e", `"b2e": want four letters such as h2e2 and at most two identities`},
		{startFEN, "b2e2Rnn", `"b2e2Rnn": want four letters such as h2e2 and at most two identities`},
		{startFEN, "j2e2R", `"j2e2R": "j2" is no point (want a0 to i9)`},
		{startFEN, "b2eaR", `"b2eaR": "ea" is no point (want a0 to i9)`},
		{startFEN, "B2E2R", `"B2E2R": "B2" is no point (want a0 to i9)`},
		{startFEN, "b2b2R", `"b2b2R": leaves the piece where it stands`},
		{startFEN, "0000", `"0000": "00" is no point (want a0 to i9)`},
		{startFEN, "a1a2", `"a1a2": no piece on a1`},
		{startFEN, "b7e7c", `"b7e7c": the piece on b7 is black's, red is to move`},
		{startFEN, "b2c3R", `"b2c3R": not a legal move`},
		{pinned, "d1e1", `"d1e1": not a legal move`},
		{startFEN, "b2e2", `"b2e2": the letter of what the face-down piece on b2 turned into is missing, such as b2e2R`},
		{startFEN, "b2e2r", `"b2e2r": letter "r" is black's, the face-down piece is red's`},
		{startFEN, "b2e2K", `"b2e2K": letter "K" is no identity (want R A C P N B or r a c p n b)`},
		{startFEN, "b2e2X", `"b2e2X": letter "X" is no identity (want R A C P N B or r a c p n b)`},
		{startFEN, "b2e2Rn", `"b2e2Rn": letter "n" names no piece: no face-down piece is taken`},
		{startFEN, "b2b9RN", `"b2b9RN": letter "N" is red's, the face-down piece is black's`},
		{startFEN, "b2b9nR", `"b2b9nR": letter "n" is black's, the face-down piece is red's`},
		{noChariots, "b2e2R", `"b2e2R": no "R" is left in red's pool`},
		{afterCapture, "a9b9rR", `"a9b9rR": letter "R" names no piece: no face-down piece is taken`},
		{afterCapture, "e9e8r", `"e9e8r": letter "r" names no piece: no face-down piece is taken`},
		{"xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r2a2c2p5n2b2 0 1",
			"b9a9rr", `"b9a9rr": letter "r" names no piece: no face-down piece moved`},
		{"xRxxkxxx1/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r0a2c2p5n2b2 0 1",
			"b9a9r", `"b9a9r": no "r" is left in black's pool`},
	}
	for _, tt := range tests {
		t.Run(tt.text, func(t *testing.T) {
			ply, err := ParsePly(position(t, tt.fen), tt.text)
			if err == nil {
				t.Fatalf("accepted as %+v", ply)
			}
			if err.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
			var bad *PlyError
			if !errors.As(err, &bad) {
				t.Errorf("error is a %T, want *PlyError", err)
			}
		})
	}
}

func TestMove4(t *testing.T) {
	m, err := ParseMove4("h2e2")
	if err != nil || m.String() != "h2e2" {
		t.Errorf("h2e2 reads as %v, %v", m, err)
	}
	for _, text := range []string{"", "h2e", "h2e2R", "h2h2", "h2j2", "é2e2"} {
		if m, err := ParseMove4(text); err == nil {
			t.Errorf("%q reads as %v, want an error", text, m)
		}
	}
}

// Along random games every possible ply reads back as itself, and every view round-trips.
func TestRoundTripAlongGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := board.StartPosition()
		for range rapid.IntRange(1, 60).Draw(t, "plies") {
			moves := p.LegalMoves(nil)
			if len(moves) == 0 {
				return
			}
			ply := drawPly(t, p, rapid.SampledFrom(moves).Draw(t, "move"))
			text := FormatPly(p, ply)
			if got, err := ParsePly(p, text); err != nil || got != ply {
				t.Fatalf("%s in %s reads as %+v, %v; want %+v", text, FormatFEN(p), got, err, ply)
			}
			if p.IsReveal(ply.Move) {
				checkSuggestion(t, p, text[:moveLen])
			}
			var u board.Undo
			p.MakeTold(ply, &u)
			q := position(t, FormatFEN(p))
			if q.Setup() != p.Setup() || q.Key() != p.Key() {
				t.Fatalf("%s reads as %s", FormatFEN(p), FormatFEN(q))
			}
		}
	})
}

// checkSuggestion leaves out what a face-down piece turned into: the error names its point, and its last word is a
// form that is accepted.
func checkSuggestion(t *rapid.T, p *board.Position, bare string) {
	_, err := ParsePly(p, bare)
	if err == nil || !strings.Contains(err.Error(), " on "+bare[:2]+" ") {
		t.Fatalf("%s in %s: error %v, want one that names the point", bare, FormatFEN(p), err)
	}
	words := strings.Fields(err.Error())
	if form := words[len(words)-1]; !strings.HasPrefix(form, bare) {
		t.Fatalf("%s: %v suggests %q", bare, err, form)
	} else if _, err := ParsePly(p, form); err != nil {
		t.Fatalf("%s in %s: the form suggested is refused: %v", bare, FormatFEN(p), err)
	}
}

// drawPly gives m identities that are left in the pools; the victim's may be untold.
func drawPly(t *rapid.T, p *board.Position, m board.Move) board.Ply {
	ply := board.Ply{Move: m, Reveal: board.NoKind, Victim: board.NoKind}
	if p.IsReveal(m) {
		ply.Reveal = rapid.SampledFrom(left(p, p.Side())).Draw(t, "reveal")
	}
	victim := p.At(m.To())
	if victim != board.NoPiece && victim.Kind() == board.FaceDown && rapid.Bool().Draw(t, "told") {
		ply.Victim = rapid.SampledFrom(left(p, p.Side().Other())).Draw(t, "victim")
	}
	return ply
}

func left(p *board.Position, c board.Color) []board.Kind {
	var kinds []board.Kind
	for _, k := range board.PoolKinds {
		if p.PoolCount(c, k) > 0 {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

func FuzzPly(f *testing.F) {
	for _, text := range []string{"b2e2R", "b2b9Rn", "b2b9R", "h2e2", "e0e1", "b9a9r", "0000", "a0a1\xff"} {
		f.Add(startFEN, text)
		f.Add("xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r2a2c2p5n1b2 0 1", text)
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			return
		}
		ply, err := ParsePly(p, text)
		if err != nil {
			var bad *PlyError
			if !errors.As(err, &bad) || bad.Reason == "" {
				t.Fatalf("%q: refused by %T without a reason: %v", text, err, err)
			}
			return
		}
		if got := FormatPly(p, ply); got != text {
			t.Fatalf("%q accepted, written as %q", text, got)
		}
		var u board.Undo
		p.MakeTold(ply, &u)
		const beyondAnyGame = 1 << 20 // the board reads no larger counters
		if p.Halfmove() > beyondAnyGame || p.Setup().Fullmove > beyondAnyGame {
			return
		}
		if _, err := ParseFEN(FormatFEN(p)); err != nil {
			t.Fatalf("%q accepted in %q, and what follows is refused: %v", text, fen, err)
		}
	})
}
