package trainer

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"syscall"
	"testing"
	"time"
)

func cpu() float64 {
	var r syscall.Rusage
	syscall.Getrusage(0, &r)
	return float64(r.Utime.Sec+r.Stime.Sec) + float64(r.Utime.Usec+r.Stime.Usec)/1e6
}

func TestZZ(t *testing.T) {
	if os.Getenv("ZZ") == "" {
		t.Skip()
	}
	cfg, _ := Preset(os.Getenv("ZZ"))
	c := newSynthetic(1000, 1)
	th, _ := strconv.Atoi(os.Getenv("TH"))
	r, err := newRun(context.Background(), c, cfg, t.TempDir(), Options{Threads: th, Kernel: os.Getenv("KERN")})
	if err != nil {
		t.Fatal(err)
	}
	s := newStream(context.Background(), &r.reader, Cursor{})
	defer s.close()
	var b batch
	m := newMeter()
	for i := int64(1); i < 4; i++ {
		r.step(context.Background(), s, &b, i, m)
	}
	m = newMeter()
	m.waited = s.waited
	t0, c0 := time.Now(), cpu()
	n := 0
	for time.Since(t0) < 3*time.Second {
		r.step(context.Background(), s, &b, 100, m)
		n += cfg.Batch
	}
	m.stop(s)
	fmt.Printf("%s th %d: %.0f pos/s wall, %.0f pos/cpu-s, wait %.1f%%\n", r.set.Name, th, m.positionsPerSecond(cfg.Batch), float64(n)/(cpu()-c0), m.waitPercent())
}
