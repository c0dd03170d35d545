package progress

import (
	"os"
	"sync"
)

// Stages reports pieces of work that follow each other: a Meter for the one at hand, and a closing line for
// each before it. It is safe for concurrent use.
type Stages struct {
	file  *os.File
	mu    sync.Mutex
	label string // of meter
	meter *Meter // nil before the first stage and after Close
}

// NewStages returns stages that write to f.
func NewStages(f *os.File) *Stages { return &Stages{file: f} }

// Set is Meter.Set for the stage with this label, which another label ends.
func (s *Stages) Set(label string, done, total int64, note string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meter == nil || s.label != label {
		s.close()
		s.label, s.meter = label, New(s.file, label)
	}
	s.meter.Set(done, total, note)
}

// Print is Meter.Print for the stage at hand; nothing is written before the first.
func (s *Stages) Print(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.meter != nil {
		s.meter.Print(text)
	}
}

// Close ends the stage at hand, if there is one.
func (s *Stages) Close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.close()
}

func (s *Stages) close() {
	if s.meter != nil {
		s.meter.Close()
		s.meter = nil
	}
}
