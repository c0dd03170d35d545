package dataset

// Choice says which games are wanted. The zero Choice wants all.
type Choice struct {
	Split Split   // says which part a deal belongs to
	Part  *Part   // nil: all parts
	Game  *uint64 // nil: all indices; otherwise the games of that index, one in each series
}

// wants reports whether a game is wanted.
func (c *Choice) wants(game, dealKey uint64) bool {
	return (c.Game == nil || *c.Game == game) && (c.Part == nil || *c.Part == c.Split.Part(dealKey))
}

// wantsBlock reports whether a game of a block can be wanted.
func (c *Choice) wantsBlock(b *BlockInfo) bool {
	return c.Game == nil || *c.Game >= b.First && *c.Game <= b.Last
}
