package dataset

// Reading says what more than their plain samples the games of training deals give. Of hold-outs, whatever the
// Reading says, the samples are the plain ones, each position once, with labels in Scale: losses on them stay comparable.
// The zero Reading adds nothing.
type Reading struct {
	Split Split // says which deals are training deals

	// Returns, in [0, 1), makes Sample.Label an average of the mover's scores at this and its next turns, in
	// expected score and with the weights 1, Returns, Returns², …; see returns.go for where it stops. 0: none.
	Returns float64
	Scale   float64 // label scale of the scores in centipawns: what makes them expected scores. Returns needs it

	// OpponentScale is the label scale of the other player's scores, in games between two. If it is not 0, the labels
	// of its plies are what its scores are in Scale: of the same expected score.
	OpponentScale float64

	// OtherView draws the scored positions that give a further sample, right behind the mover's own: the
	// position as the opponent knows it, pools and taken pieces as it was told, everything else the same.
	// Where both know the same there is none. nil: none at all.
	OtherView func(game uint64, ply int) bool
}

// of returns the reading of a deal.
func (r *Reading) of(dealKey uint64) Reading {
	if r.Returns == 0 && r.OtherView == nil || r.Split.Part(dealKey) != Train {
		return Reading{Scale: r.Scale, OpponentScale: r.OpponentScale}
	}
	return *r
}

// draws reports whether a ply of a game is to give its further sample.
func (r *Reading) draws(game uint64, ply int, flags Flags) bool {
	return r.OtherView != nil && flags&Unscored == 0 && r.OtherView(game, ply)
}
