//go:build unix

package cluster

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"jieqi/dataset/durable"
	"jieqi/selfplay"
)

// The variables by which the benchmark starts its workers, in a process of their own: the hub's address, a folder of parcels,
// and how many workers.
const (
	crowdAddr    = "JIEQI_TEST_CROWD_ADDR"
	crowdParcels = "JIEQI_TEST_CROWD_PARCELS"
	crowdSize    = "JIEQI_TEST_CROWD_SIZE"
)

// BenchmarkHub has a thousand workers, which play nothing and have all parcels ready, answer the orders of b.N items of whole
// games: what a hub can take in, and what of a core and of memory it needs. Run it with -benchtime 1000x.
func BenchmarkHub(b *testing.B) {
	const workers = 1000
	addr, folder := freeAddr(b), b.TempDir()
	h := openHub(b, options(b, filepath.Join(folder, "hub"), addr))
	defer h.Close()
	c := games(b.N * itemGames)
	c.Nodes, c.BlockGames, c.ShardGames, c.MaxPlies = 1, 128, 4096, 120
	parcels := filepath.Join(folder, "parcels")
	bytes := readyParcels(b, &c, parcels)
	crowd := exec.Command(os.Args[0], "-test.run", "TestCrowd$")
	crowd.Env = append(os.Environ(), crowdAddr+"="+addr, crowdParcels+"="+parcels, crowdSize+"="+strconv.Itoa(workers))
	crowd.Stdout, crowd.Stderr = os.Stdout, os.Stderr
	if err := crowd.Start(); err != nil {
		b.Fatal(err)
	}
	defer func() { _ = crowd.Process.Kill(); _ = crowd.Wait() }()
	for len(h.Status().Workers) < workers {
		time.Sleep(100 * time.Millisecond)
	}
	j := newGamesJob(&c, ptr(material(b)))
	g, err := h.newGathering(&j)
	if err != nil {
		b.Fatal(err)
	}
	defer g.ledger.close()
	items := make(chan item)
	go func() {
		defer close(items)
		for i := range b.N {
			items <- item{First: uint64(i * itemGames), Count: itemGames}
		}
	}()
	b.ResetTimer()
	before := usage(b)
	if err := g.run(b.Context(), items); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	after := usage(b)
	cpu := time.Duration(after.Utime.Nano() - before.Utime.Nano() + after.Stime.Nano() - before.Stime.Nano())
	positions := 0
	for _, w := range h.Status().Workers {
		positions += w.Positions
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "items/s")
	b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
	b.ReportMetric(cpu.Seconds()/float64(positions)*1e9, "cpu-ns/position")
	b.ReportMetric(float64(bytes)/float64(positions), "B/position")
	b.ReportMetric(float64(after.Maxrss)/1024, "MB-max")
}

func ptr[T any](v T) *T { return &v }

func usage(b *testing.B) (u syscall.Rusage) {
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		b.Fatal(err)
	}
	return u
}

// readyParcels plays all items of a run, on all cores, into files by their names, and returns their bytes.
func readyParcels(b *testing.B, c *selfplay.Config, folder string) (bytes int) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		b.Fatal(err)
	}
	j := newGamesJob(c, ptr(material(b)))
	var mu sync.Mutex
	var all sync.WaitGroup
	next := make(chan item)
	for range 2 {
		all.Go(func() {
			p, err := newPlayer(b.Context(), &j, local(func(name string) string { return name }))
			if err != nil {
				b.Error(err)
				return
			}
			for it := range next {
				data, err := p.play(b.Context(), it, func() {})
				if err == nil {
					err = os.WriteFile(filepath.Join(folder, it.name()), data, 0o644)
				}
				if err != nil {
					b.Error(err)
				}
				mu.Lock()
				bytes += len(data)
				mu.Unlock()
			}
		})
	}
	for i := 0; i < c.Games; i += itemGames {
		next <- item{First: uint64(i), Count: itemGames}
	}
	close(next)
	all.Wait()
	return bytes
}

// TestCrowd is the other process of BenchmarkHub.
func TestCrowd(t *testing.T) {
	size, err := strconv.Atoi(os.Getenv(crowdSize))
	if err != nil {
		return
	}
	for range size {
		key, opts, err := new(Credentials).options()
		if err != nil {
			t.Fatal(err)
		}
		conn, err := nats.Connect("nats://"+os.Getenv(crowdAddr), append(opts, nats.CustomInboxPrefix(inboxOf(key)), nats.Timeout(30*time.Second))...)
		if err != nil {
			t.Fatal(err)
		}
		js, err := jetstream.New(conn)
		if err != nil {
			t.Fatal(err)
		}
		w := &playing{options: WorkerOptions{Name: key[:6], Slots: 1, Log: t.Logf}, key: key, conn: conn, js: js}
		if _, err := w.greet(t.Context()); err != nil {
			t.Fatal(err)
		}
		go w.answer()
	}
	time.Sleep(time.Hour) // until the benchmark ends this process
}

// answer answers orders with parcels that are ready.
func (w *playing) answer() {
	ctx := context.Background()
	for {
		from, err := w.js.Consumer(ctx, itemsStream, anyConsumer)
		if err != nil {
			continue
		}
		for {
			batch, err := from.Fetch(1, jetstream.FetchMaxWait(2*time.Second))
			if err != nil {
				break
			}
			for msg := range batch.Messages() {
				var o order
				if json.Unmarshal(msg.Data(), &o) != nil {
					continue
				}
				data, err := durable.ReadLimited(filepath.Join(os.Getenv(crowdParcels), o.Item.name()), maxOrder*16)
				if err == nil {
					w.send(o, data, msg)
				}
			}
		}
	}
}
