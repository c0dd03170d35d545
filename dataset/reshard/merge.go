package reshard

import (
	"context"
	"fmt"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
)

// Merged says what a merged folder holds.
type Merged struct {
	Folder
	Series  string        `json:"series"`
	First   uint64        `json:"first"` // index of the first game
	Last    uint64        `json:"last"`
	Missing uint64        `json:"missing"` // how many indices between the two no game has
	Gaps    []dataset.Gap `json:"gaps"`    // the first maxGaps runs of them
}

// maxGaps bounds the list of gaps: a part of a split has one for nearly every game.
const maxGaps = 20

// Merge copies the games of an archive, all of one series, into a new folder out, in shards of at most size games. It
// refuses games of several series and says what differs; that no game is there twice, the archive has seen to.
func Merge(ctx context.Context, a *dataset.Archive, size int, out string) (Merged, error) {
	m, err := merge(ctx, a, size, out)
	if err != nil {
		err = fmt.Errorf("merge: %w", err)
	}
	return m, err
}

func merge(ctx context.Context, a *dataset.Archive, size int, out string) (Merged, error) {
	m := Merged{Gaps: []dataset.Gap{}}
	if err := oneSeries(a); err != nil {
		return m, err
	}
	m.Series, m.First = a.Blocks()[0].Series, a.Blocks()[0].First
	if err := m.findGaps(ctx, a); err != nil {
		return m, err
	}
	err := durable.WriteFolder(out, func(dir string) error {
		folders, err := copyGames(ctx, a, size, dir, func(*dataset.Game) string { return "" })
		if err == nil {
			m.Folder = *folders[""]
		}
		return err
	})
	return m, err
}

// oneSeries refuses shards of different series.
func oneSeries(a *dataset.Archive) error {
	shards := a.Shards()
	first := shards[0].Header
	for _, s := range shards[1:] {
		h := s.Header
		if h.Series() == first.Series() {
			continue
		}
		// What may differ within a series is not to be named.
		h.First, h.Games, h.Rescored.Content = first.First, first.Games, first.Rescored.Content
		return fmt.Errorf("%s and %s hold games of different series: %s; only games of the same program, network, settings and phrase go together",
			shards[0].File, s.File, settings.Differences(first, h))
	}
	return nil
}

func (m *Merged) findGaps(ctx context.Context, a *dataset.Archive) error {
	next := m.First
	return a.Each(ctx, dataset.Choice{}, func(_ int, g *dataset.Game) error {
		if g.Index > next {
			m.Missing += g.Index - next
			if len(m.Gaps) < maxGaps {
				m.Gaps = append(m.Gaps, dataset.Gap{First: next, Last: g.Index - 1})
			}
		}
		m.Last, next = g.Index, g.Index+1
		return nil
	})
}
