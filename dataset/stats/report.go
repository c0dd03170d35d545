package stats

import (
	"cmp"
	"context"
	"slices"

	"jieqi/dataset"
)

// Report is all that is said of the games of a set.
type Report struct {
	dataset.Stats
	Groups      []*Group                      `json:"groups"`       // one of all games, or one a generator, by name
	LabelScales map[string]dataset.LabelScale `json:"label_scales"` // calibration, by generator, of training deals
	Unfitted    map[string]string             `json:"unfitted"`     // generators without a label scale, and why
}

// Of reads every game of a set, several times. Deals are counted by the split. With byGenerator each generator has a group.
func Of(ctx context.Context, set *dataset.Set, split dataset.Split, byGenerator bool) (*Report, error) {
	r := &Report{Unfitted: map[string]string{}}
	var err error
	if r.Stats, err = set.Stats(ctx, split); err != nil {
		return nil, err
	}
	groups, blocks := map[string]*Group{}, set.Blocks()
	err = set.Turns(ctx, dataset.Choice{}, func(t *dataset.Turn) error {
		name := "all"
		if byGenerator {
			name = blocks[t.Block].ScorerAt(t.Game, t.At)
		}
		g := groups[name]
		if g == nil {
			g = newGroup(name)
			groups[name] = g
			r.Groups = append(r.Groups, g)
		}
		g.add(t)
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(r.Groups, func(a, b *Group) int { return cmp.Compare(a.Name, b.Name) })
	for _, g := range r.Groups {
		g.finish()
	}
	scales, unfitted, err := set.TryLabelScales(ctx, split)
	for scorer, why := range unfitted {
		r.Unfitted[scorer] = why.Error()
	}
	r.LabelScales = scales
	return r, err
}
