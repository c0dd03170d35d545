package backprop

import "jieqi/nnue"

// Memory estimates the bytes that an optimiser, training on batches of a size and inference take,
// on up to so many threads.
func Memory(in Inputs, batch, threads int) uint64 {
	const vectors = 5 // parameters, both moments, the average, the weights in use
	l, p := newLayout(in), newPlan(batch)
	total := 4 * (l.flat*vectors + p.lanes*l.first + p.chunks*l.dense)
	total += min(threads, p.lanes) * (panelBytes(in, panelChunks) + 2*2*panelSize*in.MaxActive)
	return uint64(total + threads*panelBytes(in, 1))
}

// panelBytes is about what a panel of so many chunks takes.
func panelBytes(in Inputs, chunks int) int {
	return chunks * chunkSize * (4*(nnue.Joined+nnue.Hidden1+nnue.Hidden2) + 2*2*in.MaxActive)
}
