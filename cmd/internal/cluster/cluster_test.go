package cluster

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"jieqi/cmd/internal/spec"
	"jieqi/cmd/internal/version"
	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/selfplay"
)

// games returns the settings of a small run of short games: the race detector plays them a hundred times slower.
func games(n int) selfplay.Config {
	c := selfplay.Default()
	c.Games, c.Phrase, c.Nodes, c.BlockGames, c.ShardGames, c.Generator = n, "cluster test", 4, 16, 64, version.Generator()
	c.MaxPlies, c.Resume = 40, true
	return c
}

func material(t testing.TB) engine.Factory {
	t.Helper()
	f, err := spec.Load(spec.Material)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// freeAddr returns an address of this machine that nobody serves at. Its port is none of those that outgoing connections get, so
// that none has it when a hub comes back to it.
func freeAddr(t testing.TB) string {
	t.Helper()
	for range 100 {
		l, err := net.Listen("tcp", fmt.Sprint("127.0.0.1:", 20_000+rand.IntN(12_000)))
		if err != nil {
			continue
		}
		defer l.Close()
		return l.Addr().String()
	}
	t.Fatal("no free port")
	return ""
}

// options are those of a hub in folder, which talks to the test.
func options(t testing.TB, folder, addr string) Options {
	return Options{
		Addr: addr, Folder: folder, Spec: func(name string) string { return name },
		Check: 0, Patience: 2 * time.Second, Log: t.Logf,
	}
}

func openHub(t testing.TB, o Options) *Hub {
	t.Helper()
	h, err := Open(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

// startWorker has a worker play until the test ends, or until what it returns is called.
func startWorker(t testing.TB, o WorkerOptions) (stop func()) {
	t.Helper()
	if o.Log == nil {
		o.Log = func(string, ...any) {}
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- Work(ctx, o) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("worker %s: %v", o.Name, err)
		}
	})
	t.Cleanup(stop)
	return stop
}

func worker1(addr, name string) WorkerOptions {
	return WorkerOptions{URL: "nats://" + addr, Name: name, Slots: 1}
}

// alone plays the run on this machine and returns its folder.
func alone(t testing.TB, c selfplay.Config) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := selfplay.Run(t.Context(), c, material(t), dir, nil); err != nil {
		t.Fatal(err)
	}
	return dir
}

// together plays the run by the workers of h.
func together(t testing.TB, h *Hub, c selfplay.Config, dir string) {
	t.Helper()
	c.Crew = h
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Minute) // it hangs
	defer cancel()
	if _, err := selfplay.Run(ctx, c, material(t), dir, nil); err != nil {
		t.Fatal(err)
	}
}

// sameShards compares the shards of two folders byte by byte.
func sameShards(t testing.TB, a, b string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(a, "*"+dataset.ShardExt))
	if err != nil || len(files) == 0 {
		t.Fatalf("no shards in %s: %v", a, err)
	}
	for _, f := range files {
		want, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(b, filepath.Base(f))); err != nil || string(got) != string(want) {
			t.Errorf("%s differs in %s: %v", filepath.Base(f), b, err)
		}
	}
}

// TestShardsAreThoseOfOneMachine has three workers play what one machine plays, with every item checked.
func TestShardsAreThoseOfOneMachine(t *testing.T) {
	t.Parallel()
	c, addr := games(150), freeAddr(t)
	o := options(t, t.TempDir(), addr)
	o.Check = 1000
	h := openHub(t, o)
	defer h.Close()
	for i := range 3 {
		startWorker(t, worker1(addr, fmt.Sprint("w", i)))
	}
	dir := t.TempDir()
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
	if s := h.Status(); s.Checked != s.Items || s.Own != 0 || s.Dropped != 0 || s.Done != s.Items {
		t.Errorf("all items are to be checked, none played here: %+v", s.Flow)
	}
}

// TestAHubGoesOn stops the hub in the middle of the games, and has another go on in the same folder: no game that came in is
// played again.
func TestAHubGoesOn(t *testing.T) {
	t.Parallel()
	c, addr, folder, dir := games(150), freeAddr(t), t.TempDir(), t.TempDir()
	h := openHub(t, options(t, folder, addr))
	answers := 0
	rogue(t, addr, func(w *playing, o order, data []byte, msg jetstream.Msg) {
		if answers++; answers <= 2 {
			w.send(o, data, msg)
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	h.Watch(func(s Status) {
		if s.Done > 0 {
			cancel()
		}
	})
	first := c
	first.Crew = h
	_, err := selfplay.Run(ctx, first, material(t), dir, nil)
	if err == nil {
		t.Fatal("the hub was not stopped")
	}
	if strings.Contains(err.Error(), "stopped with 0 of") {
		t.Errorf("the error does not say what is kept: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	before := receipts(t, folder)
	h = openHub(t, options(t, folder, addr))
	defer h.Close()
	startWorker(t, worker1(addr, "steady"))
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
	if len(before) == 0 {
		t.Error("nothing was kept")
	}
	after := receipts(t, folder)
	for name, r := range before {
		if after[name] != r {
			t.Errorf("item %s came in again: %+v, was %+v", name, after[name], r)
		}
	}
}

// receipts returns the ledger of the one job in a hub's folder.
func receipts(t testing.TB, folder string) map[string]receipt {
	t.Helper()
	jobs, err := os.ReadDir(filepath.Join(folder, "jobs"))
	if err != nil || len(jobs) != 1 {
		t.Fatalf("%d jobs, want one: %v", len(jobs), err)
	}
	l, err := openLedger(folder, jobs[0].Name())
	if err != nil {
		t.Fatal(err)
	}
	defer l.close()
	return l.receipts
}

// rogue is a worker that does with an order whatever a test wants.
func rogue(t testing.TB, addr string, act deed) (key string) {
	t.Helper()
	key, opts, err := new(Credentials).options()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	w := &playing{options: WorkerOptions{Name: "rogue", Slots: 1, Log: t.Logf}, key: key, limit: time.Minute}
	if w.conn, err = nats.Connect("nats://"+addr, append(opts, nats.CustomInboxPrefix(inboxOf(key)),
		nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1), nats.ReconnectWait(100*time.Millisecond))...); err != nil {
		t.Fatal(err)
	}
	if w.js, err = jetstream.New(w.conn); err != nil {
		t.Fatal(err)
	}
	if _, err := w.greet(ctx); err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	t.Cleanup(func() { cancel(); all.Wait(); w.conn.Close() })
	all.Go(func() {
		for ctx.Err() == nil {
			from, err := w.js.Consumer(ctx, itemsStream, anyConsumer)
			if err != nil {
				sleep(ctx, 10*time.Millisecond)
				continue
			}
			bucket, err := w.js.ObjectStore(ctx, networksBucket)
			if err != nil {
				continue
			}
			batch, err := from.Fetch(1, jetstream.FetchMaxWait(100*time.Millisecond))
			if err != nil {
				continue
			}
			for msg := range batch.Messages() {
				var o order
				if err := json.Unmarshal(msg.Data(), &o); err != nil {
					t.Error(err)
					return
				}
				p, err := newPlayer(ctx, &o.Job, fetch(bucket))
				if err != nil {
					continue // the hub is away
				}
				data, err := p.play(ctx, o.Item, func() {})
				if err != nil {
					return // the test is over
				}
				act(w, o, data, msg)
			}
		}
	})
	return key
}

// send publishes a result and acknowledges its order, if the hub is there.
func (w *playing) send(o order, data []byte, msg jetstream.Msg) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if _, err := w.js.Publish(ctx, itemSubject(w.key, itemToken, o.Job.id(), o.Item), data); err == nil {
		_ = msg.Ack()
	}
}

// The ways in which a worker may be bad.
var (
	lies = func(t testing.TB) deed {
		return func(w *playing, o order, data []byte, msg jetstream.Msg) { w.send(o, altered(t, o, data), msg) }
	}
	stalls  = func(testing.TB) deed { return func(*playing, order, []byte, jetstream.Msg) {} }
	repeats = func(testing.TB) deed {
		return func(w *playing, o order, data []byte, msg jetstream.Msg) {
			ctx, cancel := context.WithTimeout(context.Background(), time.Second)
			defer cancel()
			_, _ = w.js.Publish(ctx, itemSubject(w.key, itemToken, o.Job.id(), o.Item), data)
			w.send(o, data, msg)
		}
	}
	swallows = func(testing.TB) deed { return func(_ *playing, _ order, _ []byte, msg jetstream.Msg) { _ = msg.Ack() } }
)

// deed is what a rogue does with an order and the parcel that it asks for.
type deed func(w *playing, o order, data []byte, msg jetstream.Msg)

// altered returns a parcel with another score of one ply: no rule speaks against it.
func altered(t testing.TB, o order, data []byte) []byte {
	open, err := newOpener(&o.Job)
	if err != nil {
		t.Fatal(err)
	}
	p, err := open.open(o.Item, data)
	if err != nil {
		t.Fatal(err)
	}
	if p.pair != nil {
		p.pair.Games[0].Scores[0]++
		out, err := packPair(p.pair)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	last := &p.games[0].Plies[p.games[0].Opening]
	last.Score++
	out, err := dataset.Pack(open.header, p.games)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// TestALiarIsFound has one of three workers alter scores. It is named, and none of its games is kept.
func TestALiarIsFound(t *testing.T) {
	t.Parallel()
	c, addr, folder := games(150), freeAddr(t), t.TempDir()
	o := options(t, folder, addr)
	o.Check = 1000
	h := openHub(t, o)
	defer h.Close()
	liar := rogue(t, addr, lies(t))
	for i := range 2 {
		startWorker(t, worker1(addr, fmt.Sprint("w", i)))
	}
	dir := t.TempDir()
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
	s := h.Status()
	for _, w := range s.Workers {
		if shut := w.Shut != ""; shut != (w.Key == liar) {
			t.Errorf("worker %s, key %s: shut out: %q", w.Name, w.Key, w.Shut)
		}
	}
	for name, r := range receipts(t, folder) {
		if r.Worker == liar {
			t.Errorf("item %s of the liar was kept", name)
		}
	}
}

// TestNonsenseIsRefused has a worker send parcels that the rules refuse, of the wrong games, and bytes that are none.
func TestNonsenseIsRefused(t *testing.T) {
	t.Parallel()
	c := games(64)
	for name, spoil := range map[string]func(data []byte) []byte{
		"cut":     func(data []byte) []byte { return data[:len(data)/2] },
		"flipped": func(data []byte) []byte { data[len(data)-3] ^= 4; return data },
		"empty":   func([]byte) []byte { return nil },
		"noise":   func([]byte) []byte { return []byte(strings.Repeat("noise", 1000)) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			addr := freeAddr(t)
			h := openHub(t, options(t, t.TempDir(), addr))
			defer h.Close()
			key := rogue(t, addr, func(w *playing, o order, data []byte, msg jetstream.Msg) { w.send(o, spoil(data), msg) })
			go func() {
				for !h.isShut(key) && t.Context().Err() == nil {
					time.Sleep(10 * time.Millisecond)
				}
				startWorker(t, worker1(addr, "honest"))
			}()
			dir := t.TempDir()
			together(t, h, c, dir)
			sameShards(t, alone(t, c), dir)
		})
	}
}

// TestAnItemCountsOnce has a worker send everything twice, and one that takes orders and never answers.
func TestAnItemCountsOnce(t *testing.T) {
	t.Parallel()
	c, addr := games(96), freeAddr(t)
	h := openHub(t, options(t, t.TempDir(), addr))
	defer h.Close()
	rogue(t, addr, repeats(t))
	rogue(t, addr, stalls(t))
	dir := t.TempDir()
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
	for _, w := range h.Status().Workers {
		if w.Shut != "" {
			t.Errorf("%s is shut out: %s", w.Key, w.Shut)
		}
	}
}

// TestTheHubPlaysWhatNobodyPlays has no worker but one that acknowledges orders and sends nothing.
func TestTheHubPlaysWhatNobodyPlays(t *testing.T) {
	t.Parallel()
	c, addr := games(20), freeAddr(t)
	h := openHub(t, options(t, t.TempDir(), addr))
	defer h.Close()
	rogue(t, addr, swallows(t))
	dir := t.TempDir()
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
	if s := h.Status(); s.Own != s.Items {
		t.Errorf("%d of %d items were played by the hub", s.Own, s.Items)
	}
}

// TestWhatFailsHereStopsTheRun orders games that no engine can play: the hub has no such network.
func TestWhatFailsHereStopsTheRun(t *testing.T) {
	t.Parallel()
	c, addr := games(20), freeAddr(t)
	h := openHub(t, options(t, t.TempDir(), addr))
	defer h.Close()
	rogue(t, addr, stalls(t))
	f := material(t)
	f.Name = "jq-000000000000"
	c.Crew = h
	if _, err := selfplay.Run(t.Context(), c, f, t.TempDir(), nil); err == nil || !strings.Contains(err.Error(), "jq-000000000000") {
		t.Errorf("a network that is nowhere: %v", err)
	}
}

// TestAnotherVersionIsRefused greets the hub as a program with another search.
func TestAnotherVersionIsRefused(t *testing.T) {
	t.Parallel()
	h := &Hub{workers: map[string]*worker{}}
	refused := h.meet("KEY", hello{Generator: "jieqi, another", Slots: 1})
	if !strings.Contains(refused, "jieqi, another") || !strings.Contains(refused, version.Generator()) {
		t.Errorf("refused with %q, which does not name both", refused)
	}
}

// TestGuests lets in who was invited and nobody else, over an encrypted connection; who is revoked is cut off.
func TestGuests(t *testing.T) {
	t.Parallel()
	folder, addr := t.TempDir(), freeAddr(t)
	if _, err := startServer(strings.Replace(addr, "127.0.0.1", "0.0.0.0", 1), folder); err == nil || !strings.Contains(err.Error(), "hub invite") {
		t.Errorf("a hub that everybody can reach, without guests: %v", err)
	}
	creds, err := Invite(folder, "box-1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Invite(folder, "box-1"); err == nil {
		t.Error("a name was given twice")
	}
	file := filepath.Join(t.TempDir(), "box-1.creds")
	if err := os.WriteFile(file, creds.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	read, err := ReadCredentials(file)
	if err != nil {
		t.Fatal(err)
	}
	h := openHub(t, options(t, folder, addr))
	defer h.Close()
	o := worker1(addr, "whatever")
	o.Credentials = read
	startedAt := time.Now()
	ended := make(chan error, 1)
	go func() {
		o := o
		o.Log = func(string, ...any) {}
		ended <- Work(t.Context(), o)
	}()
	c, dir := games(40), t.TempDir()
	together(t, h, c, dir)
	sameShards(t, alone(t, c), dir)
	if s := h.Status(); len(s.Workers) != 1 || s.Workers[0].Name != "box-1" {
		t.Errorf("after %v: %+v", time.Since(startedAt), s.Workers)
	}
	stranger, opts, err := new(Credentials).options()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := nats.Connect("nats://"+addr, opts...); err == nil {
		t.Errorf("a stranger was let in as %s", stranger)
	}
	if err := Revoke(folder, "box-1"); err != nil {
		t.Fatal(err)
	}
	if err := h.server.refresh(); err != nil {
		t.Fatal(err)
	}
	select {
	case err := <-ended:
		if err == nil || !strings.Contains(err.Error(), "invitation") {
			t.Errorf("a revoked worker ended with %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Error("a revoked worker plays on")
	}
}

// TestAWorkerMayDoNothingElse tries what a guest may not do.
func TestAWorkerMayDoNothingElse(t *testing.T) {
	t.Parallel()
	folder, addr := t.TempDir(), freeAddr(t)
	creds, err := Invite(folder, "box-1")
	if err != nil {
		t.Fatal(err)
	}
	h := openHub(t, options(t, folder, addr))
	defer h.Close()
	key, opts, err := creds.options()
	if err != nil {
		t.Fatal(err)
	}
	refused := make(chan error, 16)
	conn, err := nats.Connect("nats://"+addr, append(opts, nats.CustomInboxPrefix(inboxOf(key)),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { refused <- err }))...)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, subject := range []string{"results.OTHER.item.0.000000000000-01", anySubject, "$JS.API.STREAM.PURGE." + itemsStream, "$JS.API.STREAM.DELETE." + resultsStream} {
		if err := errors.Join(conn.Publish(subject, nil), conn.Flush()); err != nil {
			t.Fatal(err)
		}
		select {
		case <-refused:
		case <-time.After(5 * time.Second):
			t.Errorf("a worker may publish to %s", subject)
		}
	}
	for _, subject := range []string{"results.>", itemsPrefix + ">", inboxOf("OTHER") + ".>", "_INBOX.>"} {
		if _, err := conn.SubscribeSync(subject); err != nil {
			t.Fatal(err)
		}
		if err := conn.Flush(); err != nil {
			t.Fatal(err)
		}
		select {
		case <-refused:
		case <-time.After(5 * time.Second):
			t.Errorf("a worker may listen to %s", subject)
		}
	}
}
