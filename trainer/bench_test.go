package trainer

import (
	"context"
	"testing"
	"time"

	"jieqi/trainer/feed"
	"jieqi/trainer/kernel"
)

func TestBenchMeasures(t *testing.T) {
	cfg, err := Preset("quick")
	if err != nil {
		t.Fatal(err)
	}
	threads := []int{1, 2}
	results, err := bench(context.Background(), feed.NewSynthetic(20, 1), cfg, Options{Threads: 2}, threads, 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if len(results) != len(threads) {
		t.Fatalf("%d results", len(results))
	}
	for i, res := range results {
		if res.PositionsPerSecond <= 0 || res.LoaderWaitPercent < 0 || res.LoaderWaitPercent > 100 ||
			res.SerialPercent <= 0 || res.SerialPercent >= 100 ||
			res.Kernel != kernel.Best().Name || res.Threads != threads[i] || res.Samples%int64(cfg.Batch) != 0 {
			t.Errorf("%+v", res)
		}
	}
}
