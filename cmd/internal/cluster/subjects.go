package cluster

import (
	"fmt"
	"strings"

	"github.com/nats-io/nats-server/v2/server"
)

// Streams, consumers and the bucket of networks. A cluster of one's own needs an account for each run: these names are fixed.
const (
	itemsStream    = "jieqi_items"    // orders, each until a worker has acknowledged it
	resultsStream  = "jieqi_results"  // parcels, each until the hub has it on disk
	networksBucket = "jieqi_networks" // network files by name, which follows from their content
	anyConsumer    = "any"            // orders for whoever comes first
	hubConsumer    = "hub"            // all results

	itemsPrefix = "jieqi.items."
	anySubject  = itemsPrefix + "any"
)

// forSubject is the subject of orders for one worker alone, by its key.
func forSubject(key string) string { return itemsPrefix + "for." + key }

// ownConsumer is the consumer of those orders.
func ownConsumer(key string) string { return "for_" + key }

// A worker publishes below this subject alone.
func resultsOf(key string) string { return "results." + key + "." }

// Kinds of results, which follow the worker's key in a subject.
const (
	helloToken = "hello" // a request: who is there, and may it play
	itemToken  = "item"  // a parcel; job and item follow
	stuckToken = "stuck" // an order that was delivered too often; job and item follow
)

// itemSubject is where the result of an item goes.
func itemSubject(key, token, jobID string, it item) string {
	return resultsOf(key) + token + "." + jobID + "." + it.name()
}

// parseResult takes the subject of a result apart.
func parseResult(subject string) (key, token, jobID string, it item, err error) {
	parts := strings.Split(subject, ".")
	if len(parts) != 5 || parts[0] != "results" {
		return "", "", "", item{}, fmt.Errorf("%.80q is no subject of a result", subject)
	}
	it, err = parseItem(parts[4])
	return parts[1], parts[2], parts[3], it, err
}

// inboxOf is the prefix of a worker's inboxes: no other worker may listen there.
func inboxOf(key string) string { return "_INBOX_" + key }

// permissions are what a worker with this key may do: publish results of its own, take and acknowledge orders, read networks.
func permissions(key string) *server.Permissions {
	const (
		api = "$JS.API."
		obj = "OBJ_" + networksBucket
	)
	mine := ownConsumer(key)
	publish := []string{resultsOf(key) + ">"}
	for _, c := range []string{anyConsumer, mine} {
		publish = append(publish,
			api+"CONSUMER.INFO."+itemsStream+"."+c, api+"CONSUMER.MSG.NEXT."+itemsStream+"."+c,
			"$JS.ACK."+itemsStream+"."+c+".>")
	}
	publish = append(publish, api+"STREAM.INFO."+obj, api+"DIRECT.GET."+obj+".>", api+"STREAM.MSG.GET."+obj,
		api+"CONSUMER.CREATE."+obj+".>", api+"CONSUMER.DELETE."+obj+".>", "$JS.FC."+obj+".>")
	return &server.Permissions{
		Publish:   &server.SubjectPermission{Allow: publish},
		Subscribe: &server.SubjectPermission{Allow: []string{inboxOf(key) + ".>"}},
	}
}
