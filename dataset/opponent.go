package dataset

import (
	"jieqi/engine/board"
	"jieqi/engine/deal"
)

// Seats says who plays which colour in the games between two players of a phrase ([Header.Opponent]). Of each two games, an
// even one and the next, the player has Red in one and its opponent in the other; the phrase draws in which. A fixed order
// would give the player the same colour in all games that are played out, whose index is a multiple of an even number.
type Seats struct{ source deal.Source }

// NewSeats returns the seats in the games of a phrase.
func NewSeats(phrase string) Seats { return Seats{deal.NewSource(phrase)} }

// Player returns the colour of the player that Header.Network names in game i. Its opponent has the other.
func (s Seats) Player(i uint64) board.Color {
	return board.Color((s.source.Stream("seats", i/2).Uint64() ^ i) & 1)
}

// ScoredBy returns the hash of the network that scored ply ply of a game of the block: that of the mover.
func (b *BlockInfo) ScoredBy(game uint64, ply int) string {
	if b.Opponent != "" && moverAt(ply) != NewSeats(b.Phrase).Player(game) {
		return b.Opponent
	}
	return b.Network
}

// ScorerAt is Scorer for one ply: whose the label scale of its score is.
func (b *BlockInfo) ScorerAt(game uint64, ply int) string {
	return b.ScoredBy(game, ply) + "/" + b.Config
}

// OpponentScorer is Scorer of the other player's scores; "" where there is none.
func (b *BlockInfo) OpponentScorer() string {
	if b.Opponent == "" {
		return ""
	}
	return b.Opponent + "/" + b.Config
}

// Scaled returns the reading that gives every label of the block in the label scale of its Scorer, Reading.Scale. scale
// returns the label scale of a scorer, in centipawns.
func (b *BlockInfo) Scaled(scale func(scorer string) float64) Reading {
	r := Reading{Scale: scale(b.Scorer())}
	if b.Opponent != "" {
		r.OpponentScale = scale(b.OpponentScorer())
	}
	return r
}
