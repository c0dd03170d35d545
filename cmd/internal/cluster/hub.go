package cluster

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

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
