package positions

import (
	"context"

	"jieqi/dataset"
)

// Query says which positions are wanted. The zero Query wants all.
type Query struct {
	Split  dataset.Split // says which part a deal belongs to
	Part   *dataset.Part // nil: all parts
	Game   *uint64       // nil: all games; otherwise the games of that index, one in each series
	Filter *Filter       // nil: all positions
}

// Scan calls visit with every wanted position; the Position is reused.
// It returns how many positions of wanted games and parts there were, chosen by the filter or not.
func (q *Query) Scan(ctx context.Context, set *dataset.Set, visit func(*Position) error) (seen uint64, err error) {
	var p Position
	for b, info := range set.Blocks() {
		if ctx.Err() != nil {
			return seen, context.Cause(ctx)
		}
		if q.Game != nil && (*q.Game < info.First || *q.Game > info.Last) {
			continue
		}
		err := set.Turns(b, q.wants, func(t *dataset.Turn) error {
			seen++
			p.block = b
			p.read(t, q.Split.Part(t.DealKey), info.Network)
			if q.Filter != nil {
				if keep, err := q.Filter.Keeps(&p); err != nil || !keep {
					return err
				}
			}
			return visit(&p)
		})
		if err != nil {
			return seen, err
		}
		if set.Watch != nil {
			set.Watch("read positions", b+1, len(set.Blocks()))
		}
	}
	return seen, nil
}

// wants reports whether any position of a game is wanted.
func (q *Query) wants(game, dealKey uint64) bool {
	return (q.Game == nil || *q.Game == game) && (q.Part == nil || *q.Part == q.Split.Part(dealKey))
}
