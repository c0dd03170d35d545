package play

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"testing"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
)

// TestStatesDependOnWhatThePlayerWasTold replays fixed moves on deals in which the pieces are exchanged that the player
// was not told: face down to the end, or its own and taken face down. Every state must be the same, byte by byte.
func TestStatesDependOnWhatThePlayerWasTold(t *testing.T) {
	differ := 0
	for i := range uint64(100) {
		d := deal.NewSource("states").Deal(i)
		moves := randomGame(d, i, 30+int(i))
		for c := range board.Color(board.NumColors) {
			other := exchanged(d, moves, c)
			if other == d {
				continue
			}
			a, b := states(t, d, moves, c), states(t, other, moves, c)
			for ply := range a {
				if !bytes.Equal(a[ply], b[ply]) {
					t.Fatalf("game %d, ply %d, %v: a deal that differs only in what %v was not told is told as\n%s\ninstead of\n%s", i, ply, c, c, b[ply], a[ply])
				}
			}
			if planted(t, d, moves, c) != planted(t, other, moves, c) {
				differ++
			}
		}
	}
	if differ < 100 {
		t.Errorf("the true deal shows a difference in %d of 200 games only: the test shows nothing", differ)
	}
}

// randomGame returns a game's first moves.
func randomGame(d deal.Deal, seed uint64, plies int) (moves []string) {
	r, table := rand.New(rand.NewPCG(seed, 1)), dealer.New(d, rules.Tiantian)
	for range plies {
		if table.Verdict().Over() {
			break
		}
		legal := table.Public().Position().LegalMoves(nil)
		m := legal[r.IntN(len(legal))]
		if _, err := table.Play(m); err != nil {
			panic(err)
		}
		moves = append(moves, m.String())
	}
	return moves
}

// exchanged returns d with all identities moved round among the points that side c was never told of.
func exchanged(d deal.Deal, moves []string, c board.Color) deal.Deal {
	table := dealer.New(d, rules.Tiantian)
	told := map[board.Point]bool{}
	for _, text := range moves {
		m, _ := parseMove(text)
		mover := table.Public().Position().Side()
		ply, err := table.Play(m)
		if err != nil {
			panic(err)
		}
		if ply.Reveal != board.NoKind {
			told[m.From()] = true
		}
		if ply.Victim != board.NoKind && mover == c {
			told[m.To()] = true
		}
	}
	for side := range board.Color(board.NumColors) {
		var untold []board.Point
		for _, pt := range deal.Points(side) {
			if !told[pt] {
				untold = append(untold, pt)
			}
		}
		for i := 1; i < len(untold); i++ {
			d = d.Swap(untold[i-1], untold[i])
		}
	}
	return d
}

// states returns the state at every ply of a game that goes on, as bytes.
func states(t *testing.T, d deal.Deal, moves []string, c board.Color) (texts [][]byte) {
	s := sessionOn(d, c)
	table := dealer.New(d, rules.Tiantian)
	for i := 0; ; i++ {
		s.asked = nil
		if i%2 == int(c) {
			s.asked = &question{}
		}
		text, err := json.Marshal(s.state())
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, text)
		if i == len(moves) {
			return texts
		}
		ply, err := table.Play(parse(t, moves[i]))
		if err != nil {
			t.Fatal(err)
		}
		s.sheet.add(table, ply)
	}
}

// planted is what a session that told everything would show.
func planted(t *testing.T, d deal.Deal, moves []string, c board.Color) string {
	s := sessionOn(d, c)
	sheet, err := s.replay(moves)
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(sheet.full)
	if err != nil {
		t.Fatal(err)
	}
	return string(text) + d.String()
}

func sessionOn(d deal.Deal, c board.Color) *Session {
	return &Session{saved: &saved{Colour: c.String(), Phrase: "the same", Practice: true}, sheet: newSheet(c), colour: c, rules: rules.Tiantian, deal: d, waiting: -1}
}
