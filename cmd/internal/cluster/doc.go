// Package cluster has games of one run played on any number of machines. A [Hub] is the crew of self-play and of the gate's
// match: it cuts what is missing into items, puts orders for them into a queue of NATS JetStream, and takes in what workers
// ([Work]) send back. The server is a part of this program, or a cluster that one has (docs/many-machines.md).
//
// Promised:
//   - What a run makes does not depend on who played: shards and journals are those of one machine, byte for byte.
//   - The hub's ledger is the truth: an item has come in when its parcel and then its receipt are on disk. Messages are but
//     transport; at every start the queue is emptied and filled with what the ledger lacks. A hub or a worker that is killed
//     costs what was being played.
//   - An item counts once, however often it is sent.
//   - Every parcel is replayed by the rules, with limits on all sizes. A sample of the items, which only the hub knows, goes to a
//     second worker, and of the pairs all; if two differ the hub plays the item itself. Who sent other games than those that
//     follow from an order is shut out by its key, and what it had sent of the job is played again, unless a second had confirmed
//     it.
//   - An order that nobody carries out is played by the hub in the end; if it fails there too, the work stops and names it.
//   - A worker of another version is refused. A worker needs no state: it is told all with each order.
//
// Not promised:
//   - That a liar is found who alters scores of few games: the sample finds one who alters a share s of its items, after n of
//     them, but for (1 - s·check)^n.
//   - That two workers of one key are told apart, or two liars with two keys who agree.
//   - Games with a clock, or of engines that are programs of their own: they are played here.
package cluster
