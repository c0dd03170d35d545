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
	res, err := bench(context.Background(), feed.NewSynthetic(20, 1), cfg, Options{Threads: 2}, 200*time.Millisecond)
	if err != nil {
		t.Fatal(err)
	}
	if res.PositionsPerSecond <= 0 || res.LoaderWaitPercent < 0 || res.LoaderWaitPercent > 100 ||
		res.Kernel != kernel.Best().Name || res.Samples%int64(cfg.Batch) != 0 {
		t.Errorf("%+v", res)
	}
}
