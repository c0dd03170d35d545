package cluster

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"

	"jieqi/cmd/internal/version"
)

// WorkerOptions say for whom and how a worker plays.
type WorkerOptions struct {
	URL         string
	Credentials *Credentials // nil: of a hub on this machine that asks for none
	Name        string       // for people; that of the invitation goes before it
	Slots       int          // orders at once, each on one core
	Log         func(format string, args ...any)
}

// AddressError says that a text is no address at all, whoever may be there.
type AddressError struct{ error }

// Unwrap returns what is wrong with the text.
func (e AddressError) Unwrap() error { return e.error }

// mostDeliveries is how often an order may be given out before the hub plays it itself: something is wrong with it.
const mostDeliveries = 5

// keyOf is the worker's key in the subject of a result.
func keyOf(subject string) string {
	parts := strings.SplitN(subject, ".", 3)
	if len(parts) < 2 {
		return ""
	}
	return parts[1]
}

// Work plays for a hub until ctx ends, or the hub refuses the worker. What is in play when ctx ends is handed back. A hub that
// cannot be reached is waited for.
func Work(ctx context.Context, o WorkerOptions) error {
	if o.Credentials == nil {
		o.Credentials = &Credentials{}
	}
	key, opts, err := o.Credentials.options()
	if err != nil {
		return err
	}
	w := &playing{options: o, key: key, seats: make(chan *seat, o.Slots), reached: make(chan struct{}, 1)}
	for range o.Slots {
		w.seats <- &seat{}
	}
	if _, err := url.Parse(o.URL); err != nil || !strings.Contains(o.URL, "://") {
		return AddressError{fmt.Errorf("worker: %.100q is no address: want one such as nats://127.0.0.1:4222", o.URL)}
	}
	opts = append(opts, nats.Name(o.Name), nats.CustomInboxPrefix(inboxOf(key)), nats.MaxReconnects(-1),
		nats.RetryOnFailedConnect(true), nats.ReconnectWait(time.Second),
		nats.DisconnectErrHandler(func(_ *nats.Conn, err error) {
			if err != nil {
				o.Log("worker: lost the hub: %v; trying again", err)
			}
		}),
		nats.ReconnectHandler(func(*nats.Conn) {
			o.Log("worker: reached the hub")
			select {
			case w.reached <- struct{}{}:
			default: // it will say hello
			}
		}),
		nats.ErrorHandler(func(_ *nats.Conn, _ *nats.Subscription, err error) { o.Log("worker: %v", err) }))
	if w.conn, err = nats.Connect(o.URL, opts...); err != nil {
		return fmt.Errorf("worker: %s: %w", o.URL, err)
	}
	defer w.conn.Close()
	if !w.conn.IsConnected() {
		o.Log("worker: nothing answers at %s yet; trying again until something does", o.URL)
	}
	if w.js, err = jetstream.New(w.conn); err != nil {
		return err
	}
	return w.run(ctx)
}

// playing is one call of Work.
type playing struct {
	options WorkerOptions
	key     string
	conn    *nats.Conn
	js      jetstream.JetStream
	own     jetstream.Consumer // of orders for this worker alone
	any     jetstream.Consumer // of orders for whoever comes first
	load    loader
	seats   chan *seat // those that are free
	limit   time.Duration
	reached chan struct{} // the hub is there again, and may be another: it wants to be greeted
}

// seat carries out one order at a time; it keeps its engines from one to the next.
type seat struct {
	job    string
	player *player
}

// run greets the hub, then plays.
func (w *playing) run(parent context.Context) error {
	ctx, cancel := context.WithCancelCause(parent)
	defer cancel(nil)
	patience, err := w.greet(ctx)
	if err != nil {
		return quiet(parent, err)
	}
	w.limit = itemDeadlineFactor * patience
	w.options.Log("worker: playing for %s with %d slots", w.options.URL, w.options.Slots)
	var all sync.WaitGroup
	all.Go(func() {
		for ctx.Err() == nil {
			select {
			case <-w.reached:
			case <-time.After(liveFor / 3):
			case <-ctx.Done():
			}
			if _, err := w.greet(ctx); err != nil {
				cancel(err)
			}
		}
	})
	for ctx.Err() == nil {
		if err := w.fetch(ctx, &all); err != nil && ctx.Err() == nil {
			sleep(ctx, time.Second) // the hub is away, or has not made its streams yet
		}
	}
	all.Wait()
	if w.conn.IsConnected() {
		if err := w.conn.FlushTimeout(5 * time.Second); err != nil { // what is handed back is on its way
			w.options.Log("worker: %v", err)
		}
	}
	return quiet(parent, context.Cause(ctx))
}

// quiet leaves out that the work was to end.
func quiet(parent context.Context, err error) error {
	if parent.Err() != nil {
		return nil
	}
	return err
}

// sleep waits, or until ctx ends.
func sleep(ctx context.Context, d time.Duration) {
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}

// greet says hello until the hub answers. The error is the hub's refusal, or ctx's.
func (w *playing) greet(ctx context.Context) (patience time.Duration, err error) {
	text, err := json.Marshal(hello{Generator: version.Generator(), Version: version.Revision(), Name: w.options.Name, Slots: w.options.Slots})
	if err != nil {
		return 0, err
	}
	for tries := 0; ; tries++ {
		asked, cancel := context.WithTimeout(ctx, 5*time.Second)
		msg, err := w.conn.RequestWithContext(asked, resultsOf(w.key)+helloToken, text)
		cancel()
		var answer welcome
		if err == nil {
			err = json.Unmarshal(msg.Data, &answer)
		}
		switch {
		case ctx.Err() != nil:
			return 0, context.Cause(ctx)
		case w.conn.IsClosed(): // the library gives up where its key is refused, and nowhere else
			return 0, fmt.Errorf("worker: refused by %s: %w; ask the hub's owner for an invitation", w.options.URL, w.conn.LastError())
		case err == nil && answer.Refused != "":
			return 0, fmt.Errorf("worker: refused by %s: %s", w.options.URL, answer.Refused)
		case err == nil:
			return answer.Patience, nil
		}
		if tries == 0 {
			w.options.Log("worker: no hub at %s yet: %v; trying again", w.options.URL, cmp.Or(w.conn.LastError(), err))
		}
		sleep(ctx, time.Second)
	}
}

// fetch takes orders for the seats that are free, those for this worker alone first, and has them carried out.
func (w *playing) fetch(ctx context.Context, all *sync.WaitGroup) error {
	first, free := w.sitDown(ctx)
	if first == nil {
		return ctx.Err()
	}
	seats := append([]*seat{first}, free...)
	defer func() {
		for _, s := range seats {
			w.seats <- s
		}
	}()
	if err := w.find(ctx); err != nil {
		return err
	}
	carry := func(batch jetstream.MessageBatch, err error) error {
		if err != nil {
			return err
		}
		for msg := range batch.Messages() {
			s := seats[0]
			seats = seats[1:]
			all.Go(func() {
				defer func() { w.seats <- s }()
				w.carry(ctx, s, msg)
			})
		}
		return batch.Error()
	}
	if err := carry(w.own.FetchNoWait(len(seats))); err != nil || len(seats) == 0 {
		return err
	}
	return carry(w.any.Fetch(len(seats), jetstream.FetchMaxWait(fetchWait)))
}

// fetchWait is how long a worker waits for an order before it looks whether there is one for it alone.
const fetchWait = 2 * time.Second

// find looks up what the hub has made: its consumers of orders, its networks. After the first time it asks nobody.
func (w *playing) find(ctx context.Context) (err error) {
	if w.load != nil {
		return nil
	}
	if w.own, err = w.js.Consumer(ctx, itemsStream, ownConsumer(w.key)); err != nil {
		return err
	}
	if w.any, err = w.js.Consumer(ctx, itemsStream, anyConsumer); err != nil {
		return err
	}
	bucket, err := w.js.ObjectStore(ctx, networksBucket)
	if err != nil {
		return err
	}
	w.load = fetch(bucket)
	return nil
}

// sitDown waits for a free seat and returns it with all others that are free.
func (w *playing) sitDown(ctx context.Context) (first *seat, others []*seat) {
	select {
	case first = <-w.seats:
	case <-ctx.Done():
		return nil, nil
	}
	for {
		select {
		case s := <-w.seats:
			others = append(others, s)
		default:
			return first, others
		}
	}
}
