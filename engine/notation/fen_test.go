package notation

import (
	"errors"
	"strings"
	"testing"

	"jieqi/engine/board"
)

const (
	startBoard = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX"
	fullPools  = "R2A2C2P5N2B2r2a2c2p5n2b2"
	startFEN   = startBoard + " w " + fullPools + " 0 1"
	emptyPools = "R0A0C0P0N0B0r0a0c0p0n0b0"
	bare       = "4k4/9/9/9/9/9/9/9/9/3K5"
)

// Each dialect of the same position reads as the form we write.
func TestDialects(t *testing.T) {
	const partBoard = "3k5/9/9/x8/9/9/X7X/9/9/4K4"
	const part = partBoard + " w R1A0C0P1N0B0r0a0c0p0n1b1 7 12"
	tests := []struct{ name, fen, want string }{
		{"ours", startFEN, startFEN},
		{"red is r, moves from 0", startBoard + " r " + fullPools + " 0 0", startFEN},
		{"one chariot in the pool", bare + " r r 0 1", bare + " w R0A0C0P0N0B0r1a0c0p0n0b0 0 1"},
		{"a byte order mark", ByteOrderMark + startFEN, startFEN},
		{"counters missing", startBoard + " w " + fullPools, startFEN},
		{"pool in any order", startBoard + " w b2n2p5c2a2r2B2N2P5C2A2R2 0 1", startFEN},
		{"pool colours mixed", startBoard + " w A2a2B2b2N2n2R2r2C2c2P5p5 0 1", startFEN},
		{"several blanks", "  " + startBoard + "  w\t" + fullPools + "  0 1 ", startFEN},
		{"zero counts left out", partBoard + " w R1P1n1b1 7 12", part},
		{"no digit is one", partBoard + " w RPnb 7 12", part},
		{"some digits", partBoard + " w R1Pb1n 7 12", part},
		{"six fields", partBoard + " w RPnb - 7 12", part},
		{"six fields with captured", partBoard + " w RPnb r1p2 7 12", part},
		{"six fields, captured of both", partBoard + " w RPnb rC 7 12", part},
		{"six fields, no counters", partBoard + " w RPnb rp", strings.Replace(part, "7 12", "0 1", 1)},
		{"six fields, no counters, none captured", partBoard + " w RPnb -", strings.Replace(part, "7 12", "0 1", 1)},
		{"seven fields", partBoard + " RPnb w - - 7 12", part},
		{"seven fields, no counters", partBoard + " RPnb w - -", strings.Replace(part, "7 12", "0 1", 1)},
		{"seven fields, pool and side", partBoard + " RPnb w", strings.Replace(part, "7 12", "0 1", 1)},
		{"seven fields, pool b, black to move", bare + " b b - - 3 9", bare + " b R0A0C0P0N0B0r0a0c0p0n0b1 3 9"},
		{"seven fields, empty pool", bare + " - b - - 3 9", bare + " b " + emptyPools + " 3 9"},
		{"ours, pool b", bare + " b b 3 9", bare + " b R0A0C0P0N0B0r0a0c0p0n0b1 3 9"},
		{"six fields, pool and captured b", bare + " b b b 3 9", bare + " b R0A0C0P0N0B0r0a0c0p0n0b1 3 9"},
		{"empty pool", bare + " w - 3 9", bare + " w " + emptyPools + " 3 9"},
		{"pool larger than the face-down pieces", bare + " w R2p5 3 9", bare + " w R2A0C0P0N0B0r0a0c0p5n0b0 3 9"},
		{"digits side by side", "4k4/9/9/9/9/9/9/9/9/12K5 w - 3 9", bare + " w " + emptyPools + " 3 9"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParseFEN(tt.fen)
			if err != nil {
				t.Fatal(err)
			}
			if got := FormatFEN(p); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

func TestStart(t *testing.T) {
	if got := FormatFEN(board.StartPosition()); got != startFEN {
		t.Errorf("got %s, want %s", got, startFEN)
	}
	p, err := ParseFEN(startFEN)
	if err != nil {
		t.Fatal(err)
	}
	if p.Key() != board.StartPosition().Key() {
		t.Error("the start position read has another key than the one built")
	}
}

// Every refusal names the field, its value and the reason.
func TestFENRefused(t *testing.T) {
	rest := " w " + emptyPools + " 0 1"
	tests := []struct{ name, fen, want string }{
		{"empty", "", `fen: board "": missing`},
		{"no side", startBoard, `fen: side "": missing`},
		{"no pool", startBoard + " w", `fen: pool "": missing`},
		{"nine ranks", "4k4/9/9/9/9/9/9/9/3K5" + rest, `fen: board "4k4/9/9/9/9/9/9/9/3K5": 9 ranks, want 10`},
		{"eleven ranks", bare + "/9" + rest, `fen: board "4k4/9/9/9/9/9/9/9/9/3K5/9": 11 ranks, want 10`},
		{"short rank", "4k4/9/9/8/9/9/9/9/9/3K5" + rest, `fen: board "8": rank 6 has 8 points, want 9`},
		{"long rank", "4k4/9/9/9/9/9/9/9/9/3K6" + rest, `fen: board "3K6": rank 0 has 10 points, want 9`},
		{"very long rank", "4k4/99999/9/9/9/9/9/9/9/3K5" + rest, `fen: board "99999": rank 8 has 45 points, want 9`},
		{"unknown letter", "4k4/9/9/9/4h4/9/9/9/9/3K5" + rest, `fen: board "4h4": rank 5: "h" is no piece`},
		{"zero", "4k4/9/9/9/4h04/9/9/9/9/3K5" + rest, `fen: board "4h04": rank 5: "h" is no piece`},
		{"a byte order mark inside", startBoard + " " + ByteOrderMark + "w " + fullPools, `fen: side "\ufeffw": want "w" or "r" (red) or "b" (black)`},
		{"side", startBoard + " x " + fullPools + " 0 1", `fen: side "x": want "w" or "r" (red) or "b" (black)`},
		{"pool letter", bare + " w R1X1 0 1", `fen: pool "R1X1": "X" is no identity (want R A C P N B or r a c p n b)`},
		{"pool general", bare + " w K1 0 1", `fen: pool "K1": "K" is no identity (want R A C P N B or r a c p n b)`},
		{"pool number first", bare + " w 2R 0 1", `fen: pool "2R": "2" is no identity (want R A C P N B or r a c p n b)`},
		{"pool two digits", bare + " w P10 0 1", `fen: pool "P10": "0" is no identity (want R A C P N B or r a c p n b)`},
		{"pool twice", bare + " w RaR 0 1", `fen: pool "RaR": "R" is named twice`},
		{"pool dash inside", bare + " w R- 0 1", `fen: pool "R-": "-" is no identity (want R A C P N B or r a c p n b)`},
		{"pool more than the set", bare + " w R3 0 1", `fen: pool "R3": 3 of R, the set has 2`},
		{"pool more soldiers than the set", bare + " w p6 0 1", `fen: pool "p6": 6 of p, the set has 5`},
		{"captured letter", bare + " w R1 q 0 1", `fen: captured "q": "q" is no identity (want R A C P N B or r a c p n b)`},
		{"captured more than the set", bare + " w r1 r2 0 1", `fen: captured "r2": 3 of r on the board, in the pool and captured, the set has 2`},
		{"captured more than the set with the board", "3rk4/9/9/9/9/9/9/9/9/5K3 w - r2 0 1", `fen: captured "r2": 3 of r on the board, in the pool and captured, the set has 2`},
		{"halfmove alone", bare + " w - 5", `fen: fullmove "": missing after halfmove "5"`},
		{"halfmove sign", bare + " w - -5 1", `fen: halfmove "-5": want a number in digits`},
		{"halfmove plus", bare + " w - +5 1", `fen: halfmove "+5": want a number in digits`},
		{"halfmove fraction", bare + " w - 5.0 1", `fen: halfmove "5.0": want a number in digits`},
		{"halfmove too large", bare + " w - 99999999999999999999 1", `fen: halfmove "99999999999999999999": too large`},
		{"fullmove word", bare + " w - 5 x", `fen: fullmove "x": want a number in digits`},
		{"five fields with captured", bare + " w - - 5", `fen: halfmove "-": want a number in digits`},
		{"trailing", startFEN + " moves", `fen: trailing text "moves": nothing may follow the last field`},
		{"trailing two", startFEN + " h2e2 R", `fen: trailing text "h2e2 R": nothing may follow the last field`},
		{"trailing after six fields", bare + " w - - 0 1 2", `fen: trailing text "2": nothing may follow the last field`},
		{"trailing after seven fields", bare + " - w - - 0 1 2", `fen: trailing text "2": nothing may follow the last field`},
		{"seven fields, one dash", bare + " - w -", `fen: captured "": missing: this form has two dashes after the side`},
		{"seven fields, no dashes", bare + " - w 0 1", `fen: captured "0": this form has two dashes after the side`},
		{"seven fields, halfmove alone", bare + " - w - - 3", `fen: fullmove "": missing after halfmove "3"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParseFEN(tt.fen)
			if err == nil {
				t.Fatalf("accepted as %s", FormatFEN(p))
			}
			if err.Error() != tt.want {
				t.Errorf("got  %s\nwant %s", err, tt.want)
			}
			var bad *FENError
			if !errors.As(err, &bad) {
				t.Errorf("error is a %T, want *FENError", err)
			}
		})
	}
}

// What the board refuses arrives with the field's text.
func TestPositionRefused(t *testing.T) {
	rest := " w " + emptyPools + " 0 1"
	tests := []struct {
		name, fen    string
		field, value string
	}{
		{"face-down off home", "4k4/9/9/9/9/X8/9/9/9/3K5 w R1 0 1", "board", "4k4/9/9/9/9/X8/9/9/9/3K5"},
		{"face-down on the other side's home", "X3k4/9/9/9/9/9/9/9/9/3K5 w R1 0 1", "board", "X3k4/9/9/9/9/9/9/9/9/3K5"},
		{"face-down on the general's home", "3k5/9/9/9/9/9/9/9/4K4/4X4 w R1 0 1", "board", "3k5/9/9/9/9/9/9/9/4K4/4X4"},
		{"more chariots than the set", "4k4/9/9/9/RRR6/9/9/9/9/3K5" + rest, "pool", emptyPools},
		{"more soldiers than the set", "4k4/9/9/9/PPPPPP3/9/9/9/9/3K5" + rest, "pool", emptyPools},
		{"more with the pool", "4k4/9/9/9/RR7/9/9/9/9/3K5 w R1 0 1", "pool", "R1"},
		{"fewer identities than face-down", "4k4/9/9/9/9/9/X1X6/9/9/3K5 w R1 0 1", "pool", "R1"},
		{"no red general", "4k4/9/9/9/9/9/9/9/9/9" + rest, "board", "4k4/9/9/9/9/9/9/9/9/9"},
		{"no black general", "9/9/9/9/9/9/9/9/9/3K5" + rest, "board", "9/9/9/9/9/9/9/9/9/3K5"},
		{"two generals", "3kk4/9/9/9/9/9/9/9/9/5K3" + rest, "board", "3kk4/9/9/9/9/9/9/9/9/5K3"},
		{"general outside the palace", "4k4/9/9/9/9/9/K8/9/9/9" + rest, "board", "4k4/9/9/9/9/9/K8/9/9/9"},
		{"generals in the other's palace", "4K4/9/9/9/9/9/9/9/9/3k5" + rest, "board", "4K4/9/9/9/9/9/9/9/9/3k5"},
		{"generals facing", "4k4/9/9/9/9/9/9/9/9/4K4" + rest, "board", "4k4/9/9/9/9/9/9/9/9/4K4"},
		{"opponent in check", "4k4/9/9/9/4R4/9/9/9/9/3K5" + rest, "board", "4k4/9/9/9/4R4/9/9/9/9/3K5"},
		{"seventeen pieces", "4k4/9/9/9/4R4/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R1A2C2P5N2B2 0 1", "board",
			"4k4/9/9/9/4R4/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX"},
		{"halfmove beyond any game", bare + " w - 9999999 1", "halfmove", "9999999"},
		{"fullmove beyond any game", bare + " w - 0 9999999999", "fullmove", "9999999999"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p, err := ParseFEN(tt.fen)
			if err == nil {
				t.Fatalf("accepted as %s", FormatFEN(p))
			}
			var bad *FENError
			if !errors.As(err, &bad) {
				t.Fatalf("error is a %T, want *FENError", err)
			}
			if bad.Field != tt.field || bad.Value != tt.value || bad.Reason == "" {
				t.Errorf("got %v, want field %s and value %q with a reason", err, tt.field, tt.value)
			}
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("more than one line: %q", err.Error())
			}
			t.Log(err)
		})
	}
}

func TestErrorsStayShort(t *testing.T) {
	_, err := ParseFEN(strings.Repeat("x", 1<<20))
	if err == nil || len(err.Error()) > 200 {
		t.Errorf("want a short error, got one of %d bytes", len(err.Error()))
	}
}

func FuzzFEN(f *testing.F) {
	for _, s := range []string{
		startFEN, startBoard + " w " + fullPools, bare + " b b - - 3 9", bare + " w R2p5 r2 3 9",
		"3k5/9/9/x8/9/9/X7X/9/9/4K4 w RPnb - 7 12", "xRxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/7X1/9/XXXXKXXXX b R1A2C2P5N2B2r2a2c2p5n2b2 0 1",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := ParseFEN(s)
		if err != nil {
			var bad *FENError
			if !errors.As(err, &bad) || bad.Field == "" || bad.Reason == "" {
				t.Fatalf("%q: refused by %T without field or reason: %v", s, err, err)
			}
			return
		}
		written := FormatFEN(p)
		again, err := ParseFEN(written)
		if err != nil {
			t.Fatalf("%q: accepted, written as %q, then refused: %v", s, written, err)
		}
		if again.Setup() != p.Setup() || again.Key() != p.Key() {
			t.Fatalf("%q: written as %q, which reads as %q", s, written, FormatFEN(again))
		}
	})
}
