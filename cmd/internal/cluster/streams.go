package cluster

import (
	"context"
	"strings"
	"time"

	"github.com/nats-io/nats.go/jetstream"

	"jieqi/dataset"
)

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
