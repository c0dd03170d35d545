package inspect

import (
	"fmt"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
)

// Sample is positions that models are looked at on, each as its side to move knows it.
type Sample struct {
	Name      string // for people: "bench", "random play"
	Positions []*board.Position
}

const (
	playLabel = "random play" // of the stream that moves are drawn from
	playEvery = 5             // plies from one position of a game that is taken to the next: both sides', from all phases
)

// RandomPlay returns n positions of games of legal moves drawn at random: game i is on deal i of the phrase, its moves
// come from a stream of the same number.
func RandomPlay(phrase string, n int) (Sample, error) {
	source := deal.NewSource(phrase)
	s := Sample{Name: "random play"}
	table := dealer.New(source.Deal(0), rules.Tiantian)
	for i := uint64(0); len(s.Positions) < n; i++ {
		table.Reset(source.Deal(i), rules.Tiantian)
		if err := s.play(table, source.Stream(playLabel, i), n); err != nil {
			return Sample{}, fmt.Errorf("random play: deal %d: %w", i, err)
		}
	}
	return s, nil
}

// play plays one game to its end and takes positions of it until there are n.
func (s *Sample) play(table *dealer.Table, random *deal.Stream, n int) error {
	side := board.Red
	for ply := 0; len(s.Positions) < n && !table.Verdict().Over(); ply++ {
		p := *table.View(side).Position()
		if ply%playEvery == 0 {
			s.Positions = append(s.Positions, &p)
		}
		legal := p.LegalMoves(nil)
		if _, err := table.Play(legal[random.Uintn(uint64(len(legal)))]); err != nil {
			return err
		}
		side = side.Other()
	}
	return nil
}
