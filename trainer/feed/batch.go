package feed

import "jieqi/dataset"

// Batch is where the samples of a step lie. The zero value is empty; [Stream.Next] fills it.
type Batch struct {
	reader *Reader
	spans  []span
}

// span is samples offset..offset+n of a window, which are positions first..first+n of a batch.
type span struct {
	window           *window
	epoch            int // the window's when the span was made
	offset, first, n int
	copies           []scaled // of the samples, if the window has gone back for another use
}

// scaled is a sample with the label scale of what scored it, in centipawns.
type scaled struct {
	dataset.Sample
	scale float64
}

// sample returns sample i < n of the span, and its label scale.
func (s *span) sample(i int) (*dataset.Sample, float64) {
	if s.window == nil {
		return &s.copies[i].Sample, s.copies[i].scale
	}
	return s.window.sample(s.offset + i)
}

// leave copies the samples that the batch has in a window, so that the window may be used for others.
func (b *Batch) leave(w *window) {
	for i := range b.spans {
		s := &b.spans[i]
		if s.window != w {
			continue
		}
		s.copies = make([]scaled, s.n)
		for j := range s.copies {
			x, scale := s.sample(j)
			s.copies[j] = scaled{*x, scale}
		}
		s.window = nil
	}
}

// Shown is a training sample as the network is to see it in one epoch.
type Shown struct {
	dataset.Sample
	Scale  float64 // label scale of what scored it, centipawns
	Mirror bool    // left-right mirrored
	Weight float32 // of its squared error: 1, or 1/n for an early position that occurs n times
}

// Show calls f with positions from..to of the batch in order.
func (b *Batch) Show(from, to int, f func(Shown)) {
	for _, s := range b.spans {
		begin, end := max(from, s.first)-s.first, min(to, s.first+s.n)-s.first
		for at := begin; at < end; at += fetchedAtOnce {
			s.show(b.reader, at, min(at+fetchedAtOnce, end), f)
		}
	}
}

// fetchedAtOnce is how many samples are copied before the first of them is shown: they lie anywhere in the window, and
// the processor waits for many as long as for one, if nothing else comes between.
const fetchedAtOnce = 16

// show shows samples from..to of the span, at most fetchedAtOnce.
func (s *span) show(r *Reader, from, to int, f func(Shown)) {
	var places [fetchedAtOnce]*dataset.Sample
	var shown [fetchedAtOnce]Shown
	n := to - from
	for i := range n {
		places[i], shown[i].Scale = s.sample(from + i)
	}
	for i := range n {
		shown[i].Sample = *places[i]
	}
	for i := range n {
		x := &shown[i]
		x.Mirror, x.Weight = r.order.mirrored(s.epoch, &x.Sample), r.weight(&x.Sample)
		f(*x)
	}
}
