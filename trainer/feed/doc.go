// Package feed brings the samples of recorded games to training: which of them, in what order, how
// often and with what weight. It knows nothing of networks, and of the games what package dataset
// tells: the mover's views, never what was hidden from them.
//
// [Conduct] reads a [Corpus] once and says what is in it: how many samples split and filters leave,
// the label scales, the early positions that occur again and again, and a thinned hold-out to
// validate on. A [Reader] then decodes blocks into windows, and a [Stream] hands the training
// samples out batch by batch, epoch after epoch, decoding the next window meanwhile.
//
// # Promised
//
//   - Hold-outs have each position once, with its own score, whatever the settings make of training samples.
//   - The stream is a function of (settings, content hash, blocks) and of the [Cursor] it begins
//     at: not of batch sizes, threads or timing. It can be taken up at any cursor it has shown.
//   - Every epoch has every training sample once.
//   - Memory does not grow with the data: two windows, the one in use and the one being decoded; the early
//     positions compared at a time and the hold-out are bounded too.
//
// # Not promised
//
//   - A uniformly random order: blocks are shuffled, then samples within windows of so many
//     positions. A window as large as the data shuffles everything.
//   - One goroutine at a time may use a Stream; [Batch.Show] may run on several until the next
//     call of [Stream.Next].
package feed
