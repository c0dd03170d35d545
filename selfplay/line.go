package selfplay

import (
	"cmp"
	"errors"
	"maps"
	"slices"

	"jieqi/dataset"
)

// line puts finished games into shards in order of their indices.
type line struct {
	segments []*segment              // still to be written
	ready    map[uint64]dataset.Game // finished games that wait for those before them
	written  func()                  // called for each game given to a shard
}

func newLine(p *plan) *line {
	l := &line{segments: p.segments, ready: map[uint64]dataset.Game{}}
	for _, g := range p.waiting {
		l.ready[g.Index] = g
	}
	return l
}

// indices are those of the games that wait.
func (l *line) indices() map[uint64]bool {
	have := map[uint64]bool{}
	for i := range l.ready {
		have[i] = true
	}
	return have
}

// complete reports whether every shard is finished.
func (l *line) complete() bool { return len(l.segments) == 0 }

// advance writes all games whose turn has come. A game leaves ready when it is in a shard.
func (l *line) advance() error {
	for len(l.segments) > 0 {
		s := l.segments[0]
		if s.todo().games() == 0 {
			if _, err := s.writer.Close(); err != nil {
				return err
			}
			l.segments[0] = nil // its writer and the memory of its compression end here
			l.segments = l.segments[1:]
			continue
		}
		g, ok := l.ready[s.todo().first]
		if !ok {
			return nil
		}
		if err := s.add(&g); err != nil {
			return err
		}
		delete(l.ready, g.Index)
		l.written()
	}
	return nil
}

// add begins the shard if need be.
func (s *segment) add(g *dataset.Game) error {
	if s.writer == nil {
		w, err := dataset.Create(s.path, s.header)
		if err != nil {
			return err
		}
		s.writer = w
	}
	return s.writer.Add(g)
}

// stop closes the shards in writing and returns all finished games that are in no whole block, in order.
func (l *line) stop() ([]dataset.Game, error) {
	var failed error
	for _, s := range l.segments {
		games, err := s.stop()
		failed = errors.Join(failed, err)
		for _, g := range games {
			l.ready[g.Index] = g
		}
	}
	return inOrder(l.ready), failed
}

// stop closes the shard in writing, if it is begun, leaving what is on disk to be resumed, and returns the games
// that are in no whole block.
func (s *segment) stop() ([]dataset.Game, error) {
	if s.writer == nil {
		return nil, nil
	}
	return s.writer.Stop()
}

// inOrder returns games by rising index.
func inOrder(games map[uint64]dataset.Game) []dataset.Game {
	byIndex := func(a, b dataset.Game) int { return cmp.Compare(a.Index, b.Index) }
	return slices.SortedFunc(maps.Values(games), byIndex)
}
