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
	offset, first, n int
}

// Shown is a training sample as the network is to see it in one epoch.
type Shown struct {
	*dataset.Sample
	Scale  float64 // label scale of what scored it, centipawns
	Mirror bool    // left-right mirrored
	Weight float32 // of its squared error: 1, or 1/n for an early position that occurs n times
}

// Show calls f with positions from..to of the batch in order. The samples are the batch's own.
func (b *Batch) Show(from, to int, f func(Shown)) {
	for _, s := range b.spans {
		for i := max(from, s.first); i < min(to, s.first+s.n); i++ {
			x, scale := s.window.sample(s.offset + i - s.first)
			mirror := b.reader.order.mirrored(s.window.epoch, x)
			f(Shown{Sample: x, Scale: scale, Mirror: mirror, Weight: b.reader.weight(x)})
		}
	}
}

func (b *Batch) uses(w *window) bool {
	for _, s := range b.spans {
		if s.window == w {
			return true
		}
	}
	return false
}
