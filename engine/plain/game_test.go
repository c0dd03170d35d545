package plain

import (
	"math/rand/v2"
	"strings"
	"testing"
)

const startFEN = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"

func TestWorkedExamples(t *testing.T) {
	for _, c := range []struct {
		moves string
		view  View
		want  string
	}{
		{"b2e2R", Public, "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/4R2X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 1 1"},
		{"b2b9R", Black, "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"},
		{"b2b9Rn", Red, "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n1b2 0 1"},
		{"b2b9Rn", Black, "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1"},
		{"b2b9Rn a9b9r", Red, "1rxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX w R1A2C2P5N2B2r1a2c2p5n1b2 0 2"},
		{"b2e2C h9g7r e2e6p", Red, "xxxxkxx1x/9/1x4rx1/x1x1C1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R2A2C1P5N2B2r1a2c2p4n2b2 0 2"},
	} {
		g := mustGame(t, startFEN)
		for _, text := range strings.Fields(c.moves) {
			if err := g.Play(text); err != nil {
				t.Fatal(err)
			}
		}
		if got := g.FEN(c.view); got != c.want {
			t.Errorf("%s, view %d: got %s, want %s", c.moves, c.view, got, c.want)
		}
	}
}

func TestPlayRefuses(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"b2", "two points"},
		{"b2e2Rnn", "two points"},
		{"j2e2R", "no such point"},
		{"b2b4", "no letter"},
		{"b2b4r", "no identity of this side"},
		{"b2b4K", "no identity of this side"},
		{"b2b4Rn", "too much"},
		{"b2b9RR", "no identity of this side"},
		{"b2b8R", "not legal"},
		{"b7b5r", "not legal"},
		{"b4b5", "not legal"},
		{"b2b2R", "not legal"},
	} {
		g := mustGame(t, startFEN)
		err := g.Play(c.text)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one about %q", c.text, err, c.want)
		}
		if g.FEN(Public) != startFEN || len(g.Legal()) != 44 {
			t.Errorf("%q: the game changed to %s", c.text, g.FEN(Public))
		}
	}
}

func TestPlayRefusesAnIdentityUsedUp(t *testing.T) {
	g := mustGame(t, strings.Replace(startFEN, "R2A2", "R0A2", 1))
	if err := g.Play("b2e2R"); err == nil || !strings.Contains(err.Error(), "no R left") {
		t.Errorf("error %v, want one about no R left", err)
	}
}

func TestNewGameRefuses(t *testing.T) {
	for _, c := range []struct{ old, new, want string }{
		{" 0 1", "", "3 fields"},
		{" w ", " r ", "side"},
		{"xxxxkxxxx", "xxxxkxxx", "fewer than 9"},
		{"xxxxkxxxx", "xxxxkxxx2", "more than 9"},
		{"xxxxkxxxx", "xxxxqxxxx", "letter"},
		{"xxxxkxxxx/", "", "9 ranks"},
		{"xxxxkxxxx", "xxxx1xxxx", "0 black generals"},
		{"/9/", "/k8/", "outside its palace"},
		{"/9/", "/x8/", "no home point"},
		{"XXXXKXXXX", "XXXXKXXXx", "no home point"},
		{"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X", "4k4/9/9/9/9/9/9", "not to move"},
		{"R2A2", "A2R2", "pool"},
		{"b2 ", "b ", "pool"},
		{" 0 1", " x 1", "halfmove"},
		{" 0 1", " 0 y", "fullmove"},
	} {
		fen := strings.Replace(startFEN, c.old, c.new, 1)
		if _, err := NewGame(fen, 80); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want one about %q", fen, err, c.want)
		}
	}
}

// FuzzGame feeds any FEN and any moves: an answer or an error, never a panic.
func FuzzGame(f *testing.F) {
	f.Add(startFEN, "b2b9Rn a9b9r")
	f.Add("3k5/9/9/9/2c6/R8/9/9/9/5K3 w R0A0C0P0N0B0r0a0c0p0n0b0 0 30", "a4a5 c5c4 a5a4 c4c5 a4a5 c5c4 a5a4 c4c5")
	f.Fuzz(func(t *testing.T, fen, moves string) {
		g, err := NewGame(fen, 80)
		if err != nil {
			return
		}
		for _, text := range strings.Fields(moves) {
			before := g.FEN(Public)
			if g.Play(text) != nil && g.FEN(Public) != before {
				t.Fatalf("%s: %s was refused and changed the game", fen, text)
			}
			g.Verdict()
		}
	})
}

// BenchmarkRandomGames counts plies with their legal moves and verdict.
func BenchmarkRandomGames(b *testing.B) {
	random := rand.New(rand.NewPCG(1, 2))
	g, _ := NewGame(startFEN, 80)
	for range b.N {
		if result, _ := g.Verdict(); result != "ongoing" {
			g, _ = NewGame(startFEN, 80)
		}
		list := g.Legal()
		m := list[random.IntN(len(list))]
		letters := everyIdentity(g, m)
		if err := g.Play(m.String() + letters[random.IntN(len(letters))]); err != nil {
			b.Fatal(err)
		}
	}
}
