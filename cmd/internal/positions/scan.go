package positions

import (
	"context"
	"fmt"
	"strings"

	"jieqi/dataset"
)

// Query says which positions are wanted. The zero Query wants all.
type Query struct {
	dataset.Choice
	Filter *Filter // nil: all positions of the games
}

// About says in a line which positions these are.
func (q *Query) About() string {
	part, game := "all parts", ""
	if q.Part != nil {
		part = "part " + q.Part.String()
	}
	if q.Game != nil {
		game = fmt.Sprintf(", game %d", *q.Game)
	}
	filter := ""
	if q.Filter != nil {
		filter = ", where " + strings.Join(strings.Fields(q.Filter.text), " ")
	}
	return fmt.Sprintf("%s of the split (gate %d, validation %d of 1000 deals)%s%s", part, q.Split.Gate, q.Split.Validation, game, filter)
}

// Scan calls visit with every wanted position; the Position is reused. It returns how many positions the games have,
// chosen by the filter or not; that there are none is an error.
func (q *Query) Scan(ctx context.Context, set *dataset.Set, visit func(*Position) error) (seen uint64, err error) {
	var p Position
	err = set.Turns(ctx, q.Choice, func(t *dataset.Turn) error {
		seen++
		p.read(t, q.Split.Part(t.DealKey), set.Blocks()[t.Block].ScoredBy(t.Game, t.At))
		if q.Filter != nil {
			if keep, err := q.Filter.Keeps(&p); err != nil || !keep {
				return err
			}
		}
		return visit(&p)
	})
	if err == nil && seen == 0 {
		err = fmt.Errorf("no such games: %s", q.About())
	}
	return seen, err
}
