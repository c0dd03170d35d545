package dataset

import (
	"math"
	"strings"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/score"
)

// TestSeats: of each two games the player has Red in one, and the phrase draws in which, so that any regular choice of games
// has both.
func TestSeats(t *testing.T) {
	s, red, redOfTwentieths := NewSeats(testPhrase), 0, 0
	for i := range uint64(2000) {
		if s.Player(i) == s.Player(i^1) {
			t.Fatalf("the player has the same colour in games %d and %d", i, i^1)
		}
		if s.Player(i) == board.Red {
			red++
			if i%20 == 0 {
				redOfTwentieths++
			}
		}
	}
	if red != 1000 || redOfTwentieths < 30 || redOfTwentieths > 70 {
		t.Errorf("Red in %d of 2000 games and %d of 100 of them", red, redOfTwentieths)
	}
	if first, again := s.Player(7), NewSeats(testPhrase).Player(7); first != again {
		t.Error("not the same again")
	}
}

// duels makes games in which the player's scores are worth k centipawns a logit and its opponent's three times as many.
func duels(n int, k float64) []Game {
	games, seats := scoredGames(n, k), NewSeats(testPhrase)
	for i := range games {
		if p := &games[i].Plies[4]; seats.Player(games[i].Index) != moverAt(4) {
			p.Score *= 3
		}
	}
	return games
}

// TestLabelScaleOfEach: each player has its own, and labels read with both are in the first one's.
func TestLabelScaleOfEach(t *testing.T) {
	const k = 210
	s := mustOpen(t, writeShard(t, t.TempDir(), duels(8000, k), func(h *Header) { h.BlockGames = 1024; opponentHeader(h) }))
	scales, err := s.FitLabelScales(t.Context(), Split{})
	if err != nil {
		t.Fatal(err)
	}
	b := s.Blocks()[0]
	one, other := scales[b.Scorer()], scales[b.OpponentScorer()]
	if len(scales) != 2 || math.Abs(one.K-k) > 25 || math.Abs(other.K-3*k) > 75 || other.Network != "jq-abcdefabcdef" {
		t.Fatalf("scales %v and %v of %d, want %d and %d", one, other, len(scales), k, 3*k)
	}
	if one.Games+other.Games != 16000 || one.Samples+other.Samples != 8000 {
		t.Errorf("%d and %d games, %d and %d samples", one.Games, other.Games, one.Samples, other.Samples)
	}
	for _, split := range []Split{{}, {Gate: 1000}} { // hold-outs have their labels in the same scale
		reading := b.Scaled(func(scorer string) float64 { return scales[scorer].K })
		reading.Split = split
		samples, err := s.Read(0, reading, nil)
		if err != nil {
			t.Fatal(err)
		}
		for i := range samples {
			x := &samples[i]
			want := score.Logistic(float64(x.Score) / scales[b.ScorerAt(x.Game, int(x.Ply))].K)
			if got := score.Logistic(float64(x.Label) / reading.Scale); math.Abs(got-want) > 0.002 {
				t.Fatalf("game %d, ply %d: label %d says %.4f, score %d of %s %.4f", x.Game, x.Ply, x.Label, got, x.Score,
					b.ScoredBy(x.Game, int(x.Ply)), want)
			}
		}
	}
}

// TestReturnsOfEach: averages over a side's turns are of its own scores in its own scale.
func TestReturnsOfEach(t *testing.T) {
	plies := []Ply{{Score: 100}, {Score: -300}, {Score: 200}, {Score: score.MateIn(3)}, {Score: 40}}
	got := labels(nil, plies, 0, 200, [2]float64{200, 600})
	for i, want := range []int16{100, -100, 200, int16(score.MateIn(3)), 40} {
		if got[i] != want {
			t.Errorf("ply %d: label %d, want %d", i, got[i], want)
		}
	}
	sides := labels(nil, plies, 0.5, 200, [2]float64{200, 600})
	alone := labels(nil, plies, 0.5, 200, [2]float64{200, 200})
	for i := 0; i < len(plies); i += 2 {
		if sides[i] != alone[i] {
			t.Errorf("ply %d: the other side's scale makes %d of %d", i, sides[i], alone[i])
		}
	}
}

func TestHeaderRefusesStrangeOpponents(t *testing.T) {
	h := testHeader(0, 1)
	h.Opponent = h.Network
	if err := h.check(); err == nil || !strings.Contains(err.Error(), "the network itself") {
		t.Errorf("its own opponent: error %v", err)
	}
	rescoredHeader(&h)
	h.Opponent = "hce"
	if err := h.check(); err == nil || !strings.Contains(err.Error(), "rescored") {
		t.Errorf("rescored with an opponent: error %v", err)
	}
}
