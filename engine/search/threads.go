package search

import "sync"

// run searches with every worker and returns the answer. With several, all search the same root and
// share the table; the helpers start at different depths so as not to do the same work in step.
func (s *Searcher) run() result {
	main := s.workers[0]
	if len(s.workers) == 1 {
		main.iterate(s.depthLimit(), 0)
		return main.best
	}
	var helpers sync.WaitGroup
	for i, w := range s.workers[1:] {
		helpers.Go(func() { w.iterate(s.depthLimit(), (i+1)%2) })
	}
	main.iterate(s.depthLimit(), 0)
	s.stop.Store(true)
	helpers.Wait()
	s.others.Store(0)
	best := main.best
	for _, w := range s.workers[1:] {
		s.others.Add(w.nodes)
		if w.best.depth > best.depth && w.best.value > best.value {
			best = w.best
		}
	}
	return best
}
