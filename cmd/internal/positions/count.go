package positions

import (
	"context"
	"fmt"

	"jieqi/dataset"
)

// Count is how many positions an expression chose, and how they ended for their movers.
type Count struct {
	Positions uint64 `json:"positions"` // of the wanted games and parts
	Matching  uint64 `json:"matching"`  // of them, chosen by the filter
	Won       uint64 `json:"won"`       // of the matching, by the mover
	Drawn     uint64 `json:"drawn"`
	Lost      uint64 `json:"lost"`
	RedWins   uint64 `json:"red_wins"` // of the matching
	BlackWins uint64 `json:"black_wins"`
	About     string `json:"about"` // which games were asked
}

// Count counts the wanted positions.
func (q *Query) Count(ctx context.Context, set *dataset.Set) (Count, error) {
	c := Count{About: q.About()}
	var err error
	c.Positions, err = q.Scan(ctx, set, func(p *Position) error {
		c.add(p)
		return nil
	})
	return c, err
}

func (c *Count) add(p *Position) {
	c.Matching++
	switch p.Result {
	case 1:
		c.Won++
	case 0:
		c.Lost++
	default:
		c.Drawn++
	}
	switch p.Winner {
	case "red":
		c.RedWins++
	case "black":
		c.BlackWins++
	}
}

// Table returns the counts for people.
func (c Count) Table() string {
	of := func(n, all uint64) string { return fmt.Sprintf("%d (%.2f %%)", n, 100*float64(n)/float64(max(all, 1))) }
	return fmt.Sprintf("# %s\npositions %d\nmatching %s\nmover won %s\nmover drew %s\nmover lost %s\nred won %s\nblack won %s\n",
		c.About, c.Positions, of(c.Matching, c.Positions), of(c.Won, c.Matching), of(c.Drawn, c.Matching), of(c.Lost, c.Matching),
		of(c.RedWins, c.Matching), of(c.BlackWins, c.Matching))
}
