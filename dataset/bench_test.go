package dataset

import "testing"

func BenchmarkSamples(b *testing.B) {
	s := mustOpen(b, writeShard(b, b.TempDir(), randomGames(0, 128), func(h *Header) { h.BlockGames = 128 }))
	var buf []Sample
	var n int
	for b.Loop() {
		var err error
		if buf, err = s.Samples(0, buf[:0]); err != nil {
			b.Fatal(err)
		}
		n += len(buf)
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds()/1e6, "Msamples/s")
	b.ReportMetric(float64(s.shards[0].size)/float64(s.Positions()), "bytes/position")
}

func BenchmarkContentHash(b *testing.B) {
	s := mustOpen(b, writeShard(b, b.TempDir(), randomGames(0, 128), func(h *Header) { h.BlockGames = 128 }))
	for b.Loop() {
		if _, err := s.hashContent(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*float64(s.Positions())/b.Elapsed().Seconds()/1e6, "Mpositions/s")
}
