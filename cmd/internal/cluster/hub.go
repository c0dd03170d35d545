package cluster

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"jieqi/cmd/internal/version"
	"jieqi/dataset"
	"jieqi/dataset/durable"
)

// Options say where a hub is and how it works.
type Options struct {
	Addr        string                   // of the embedded server; or
	URL         string                   // of a NATS cluster, with
	Credentials *Credentials             // nil: none
	Folder      string                   // of keys, ledgers and the server's store
	Spec        func(name string) string // from the name of a network to its file
	Check       int                      // per mille of the items of games that a second worker plays too; 0: nothing is checked
	Patience    time.Duration            // how long an order goes without a sign of life before another worker gets it
	Metrics     string                   // address of metrics for Prometheus; "": none
	Log         func(format string, args ...any)
}

// The usual settings.
const (
	DefaultCheck    = 20
	DefaultPatience = 2 * time.Minute
)

// check reports options that cannot work.
func (o *Options) check() error {
	switch {
	case (o.Addr == "") == (o.URL == ""):
		return errors.New("hub: want either an address to serve at or the URL of a NATS cluster")
	case o.Check < 0 || o.Check > 1000:
		return fmt.Errorf("hub: %d per mille of the items to be checked: want 0 to 1000", o.Check)
	case o.Patience < time.Second:
		return fmt.Errorf("hub: patience of %v: want a second at least", o.Patience)
	}
	return nil
}

// Hub has games played by workers on other machines. It is the crew of self-play and of matches.
type Hub struct {
	options  Options
	server   *embedded // nil: a cluster of NATS somewhere
	conn     *nats.Conn
	js       jetstream.JetStream
	items    jetstream.Stream
	queue    jetstream.Consumer // of orders for whoever comes first
	results  jetstream.Consumer
	networks jetstream.ObjectStore
	secret   []byte // says which items are checked; workers must not know
	metrics  *metricsServer

	mu      sync.Mutex
	workers map[string]*worker
	flow    Flow
	watch   func(Status)
}

// Open starts a hub, or connects it to a cluster. Close it.
func Open(ctx context.Context, o Options) (*Hub, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	h := &Hub{options: o, workers: map[string]*worker{}}
	if err := h.open(ctx); err != nil {
		return nil, errors.Join(err, h.Close())
	}
	return h, nil
}

func (h *Hub) open(ctx context.Context) (err error) {
	if h.secret, err = secret(h.options.Folder); err != nil {
		return err
	}
	if h.options.Addr != "" {
		if h.server, err = startServer(h.options.Addr, h.options.Folder); err != nil {
			return err
		}
		h.conn, err = h.server.connect()
	} else {
		h.conn, err = dial(h.options.URL, h.options.Credentials)
	}
	if err != nil {
		return fmt.Errorf("hub: %w", err)
	}
	if h.js, err = jetstream.New(h.conn); err != nil {
		return err
	}
	if err := h.prepare(ctx); err != nil {
		return fmt.Errorf("hub: prepare its streams: %w", err)
	}
	if _, err := h.conn.Subscribe("results.*."+helloToken, h.greet); err != nil {
		return err
	}
	if h.options.Metrics != "" {
		h.metrics, err = serveMetrics(h.options.Metrics, h.Status)
	}
	return err
}

// dial connects the hub to a cluster.
func dial(url string, c *Credentials) (*nats.Conn, error) {
	opts := []nats.Option{nats.Name("hub"), nats.MaxReconnects(-1)}
	if c != nil {
		_, more, err := c.options()
		if err != nil {
			return nil, err
		}
		opts = append(opts, more...)
	}
	return nats.Connect(url, opts...)
}

// Limits of the streams: what waits there is bounded, and whoever wants to add more waits.
const (
	window             = 4096      // orders in the queue
	maxInFlight        = 1 << 14   // orders in the hands of workers
	maxWaiting         = 1 << 13   // workers that ask for one
	resultBytes        = 256 << 20 // parcels on their way
	itemDeadlineFactor = 5         // an order's deadline, in patiences
)

// prepare makes streams, consumers and the bucket as they must be. What was in the queue is thrown away: the ledger says what is
// missing.
func (h *Hub) prepare(ctx context.Context) (err error) {
	h.items, err = h.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: itemsStream, Subjects: []string{itemsPrefix + ">"}, Retention: jetstream.WorkQueuePolicy,
		Storage: jetstream.FileStorage, MaxMsgSize: maxOrder, MaxMsgs: 4 * window, Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return err
	}
	if err := h.items.Purge(ctx); err != nil {
		return err
	}
	if err := h.dismiss(ctx); err != nil {
		return err
	}
	h.queue, err = h.items.CreateOrUpdateConsumer(ctx, h.orders(anyConsumer, anySubject))
	if err != nil {
		return err
	}
	results, err := h.js.CreateOrUpdateStream(ctx, jetstream.StreamConfig{
		Name: resultsStream, Subjects: []string{"results.*." + itemToken + ".>", "results.*." + stuckToken + ".>"},
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.FileStorage,
		MaxBytes: resultBytes, MaxMsgSize: dataset.MaxParcel + 1<<12, Discard: jetstream.DiscardNew,
	})
	if err != nil {
		return err
	}
	h.results, err = results.CreateOrUpdateConsumer(ctx, jetstream.ConsumerConfig{
		Durable: hubConsumer, AckPolicy: jetstream.AckExplicitPolicy, AckWait: time.Minute, MaxDeliver: -1,
	})
	if err != nil {
		return err
	}
	h.networks, err = h.js.CreateOrUpdateObjectStore(ctx, jetstream.ObjectStoreConfig{Bucket: networksBucket})
	return err
}

// dismiss removes the consumers of workers of an earlier hub. Those that are still there say hello soon.
func (h *Hub) dismiss(ctx context.Context) error {
	names := h.items.ConsumerNames(ctx)
	for name := range names.Name() {
		if strings.HasPrefix(name, ownConsumer("")) {
			if err := h.items.DeleteConsumer(ctx, name); err != nil {
				return err
			}
		}
	}
	return names.Err()
}

// orders is the consumer of a subject's orders. An order comes again to somebody else when nothing was heard for so long.
func (h *Hub) orders(name, subject string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: name, FilterSubject: subject, AckPolicy: jetstream.AckExplicitPolicy, AckWait: h.options.Patience,
		MaxDeliver: -1, MaxAckPending: maxInFlight, MaxWaiting: maxWaiting,
	}
}

// Close lets go of the server. Orders in play are finished in vain: the ledger has what came in.
func (h *Hub) Close() error {
	var err error
	if h.metrics != nil {
		err = h.metrics.close()
	}
	if h.conn != nil {
		h.conn.Close()
	}
	if h.server != nil && h.server.server != nil {
		h.server.stop()
	}
	return err
}

// Call is the command that begins a worker of this hub, but for its credentials.
func (h *Hub) Call() []string {
	url := h.options.URL
	if h.options.Addr != "" {
		url = "nats://" + h.options.Addr
	}
	return []string{"jieqi", "worker", "--nats", url}
}

// hello is what a worker says of itself, now and then.
type hello struct {
	Generator string `json:"generator"`
	Version   string `json:"version"` // for people
	Name      string `json:"name"`
	Slots     int    `json:"slots"` // orders that it carries out at once
}

// welcome is what it is answered.
type welcome struct {
	Refused  string        `json:"refused,omitempty"` // why it may not play
	Patience time.Duration `json:"patience"`
}

// greet answers a worker's hello.
func (h *Hub) greet(msg *nats.Msg) {
	key := keyOf(msg.Subject)
	var said hello
	answer := welcome{Patience: h.options.Patience}
	if len(msg.Data) > maxOrder || json.Unmarshal(msg.Data, &said) != nil || said.Slots < 1 || said.Slots > 1<<16 {
		answer.Refused = "that was no greeting"
	} else {
		answer.Refused = h.meet(key, said)
	}
	if answer.Refused == "" && !h.admit(key) {
		return // it asks again
	}
	text, err := json.Marshal(answer)
	if err != nil {
		panic(err) // plain data always encodes
	}
	_ = msg.Respond(text) // unheard, it asks again
}

// admit makes the consumer of a worker's own orders, the first time that it says hello; ok is false if that was not possible.
func (h *Hub) admit(key string) (ok bool) {
	h.mu.Lock()
	known := h.worker(key).admitted
	h.mu.Unlock()
	if known {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	if _, err := h.items.CreateOrUpdateConsumer(ctx, h.orders(ownConsumer(key), forSubject(key))); err != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.worker(key).admitted = true
	return true
}

// meet notes that a worker is there, or says why it may not play.
func (h *Hub) meet(key string, said hello) (refused string) {
	if mine := version.Generator(); said.Generator != mine {
		return fmt.Sprintf("the hub is %q, this worker %q: another search plays other games; build both from one commit", mine, said.Generator)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	w := h.worker(key)
	if w.Shut != "" {
		return "this worker is shut out: " + w.Shut
	}
	name := said.Name
	if g, ok := h.server.guest(key); ok {
		name = g.Name
	}
	w.Name, w.Slots, w.seen = name, said.Slots, time.Now()
	return ""
}

// secret returns the hub's own random bytes, made when they are first asked for.
func secret(folder string) ([]byte, error) {
	path := filepath.Join(folder, "secret")
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return nil, err
		}
		text = make([]byte, 32)
		if _, err := rand.Read(text); err != nil {
			return nil, err
		}
		return text, durable.WriteFile(path, text)
	}
	return text, err
}

// sampled reports whether an item of a job is one of those that are played twice: so many per mille, and nobody but the hub knows
// which.
func (h *Hub) sampled(jobID string, it item, perMille int) bool {
	mac := hmac.New(sha256.New, h.secret)
	mac.Write([]byte(jobID + " " + it.name()))
	return int(binary.LittleEndian.Uint64(mac.Sum(nil))%1000) < perMille
}

// listen opens the address of the metrics.
func listen(addr string) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, fmt.Errorf("metrics: %w; choose another address", err)
	}
	return l, nil
}
