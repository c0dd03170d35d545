package nnue

// accumulateScalar sets dst to src plus the rows of weights named in on minus those named in
// off. dst may be src.
func accumulateScalar(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16) {
	// What most moves do, in one pass: a piece comes, and one or two leave.
	switch {
	case len(on) == 1 && len(off) == 1:
		r0, r1 := &weights[on[0]], &weights[off[0]]
		for j := range dst {
			dst[j] = subLanes(addLanes(src[j], r0[j]), r1[j])
		}
		return
	case len(on) == 1 && len(off) == 2:
		r0, r1, r2 := &weights[on[0]], &weights[off[0]], &weights[off[1]]
		for j := range dst {
			dst[j] = subLanes(addLanes(src[j], r0[j]), addLanes(r1[j], r2[j]))
		}
		return
	}
	*dst = *src
	for ; len(on) >= 4; on = on[4:] {
		r0, r1, r2, r3 := &weights[on[0]], &weights[on[1]], &weights[on[2]], &weights[on[3]]
		for j := range dst {
			dst[j] = addLanes(dst[j], addLanes(addLanes(r0[j], r1[j]), addLanes(r2[j], r3[j])))
		}
	}
	for _, i := range on {
		row := &weights[i]
		for j := range dst {
			dst[j] = addLanes(dst[j], row[j])
		}
	}
	for _, i := range off {
		row := &weights[i]
		for j := range dst {
			dst[j] = subLanes(dst[j], row[j])
		}
	}
}

// outputScalar returns the network's output from the accumulators of the side to move (own)
// and of its opponent.
func outputScalar(own, enemy *lanes, l *laterLayers) int32 {
	var x inputBlock
	var sums rowSums
	for side, acc := range [2]*lanes{own, enemy} {
		for first := 0; first < Width; first += blockSize {
			live := x.load((*[blockSize / laneCount]uint64)(acc[first/laneCount:]))
			sums.add(&x, live, (*[blockSize]weightRow)(l.rows1[side*Width+first:]))
		}
	}
	for j := range Hidden1 {
		x.set(j, clip((sums[j]+l.b1[j])>>l.shift1))
	}
	out := l.b3
	for block := range l.rows2 {
		sums = rowSums{}
		sums.add(&x, 1<<Hidden1-1, &l.rows2[block])
		for j, z := range sums[:rowOutputs] {
			j += block * rowOutputs
			out += int32(clip((z+l.b2[j])>>l.shift2)) * int32(l.w3[j])
		}
	}
	return out
}

// clip is the clipped ReLU in activation units.
func clip(z int32) uint8 { return uint8(min(max(z, 0), ActivationMax)) }

// inputBlock holds the values of up to blockSize inputs of a layer: twice the activation, or as int16 a sum of the first
// layer, which is that before it is clipped.
type inputBlock [blockSize]uint16

const blockSize = 64

// load takes a block of the first layer's sums and returns which of their activations are not zero, a bit each. More
// than half are zero, in no pattern that a branch could learn.
func (x *inputBlock) load(sums *[blockSize / laneCount]uint64) (live uint64) {
	const (
		// A sum counts from 2 on, half an activation step having been added. With its sign turned that is 2^15+2,
		// halved 2^14+1, and this much more sets the sign.
		toSign = laneOnes * (1<<15 - (1<<14 + 1))
		// moves the lowest bits of the four lanes to bits 48 to 51
		gather = 1<<48 | 1<<33 | 1<<18 | 1<<3
	)
	for i, w := range sums {
		y := (*[laneCount]uint16)(x[laneCount*i:])
		y[0] = uint16(w)
		y[1] = uint16(w >> laneBits)
		y[2] = uint16(w >> (2 * laneBits))
		y[3] = uint16(w >> (3 * laneBits))
		on := (w^laneSigns)>>1&^laneSigns + toSign
		live |= on >> (laneBits - 1) & laneOnes * gather >> 48 << (laneCount * i)
	}
	return live
}

// set makes value the activation of an input.
func (x *inputBlock) set(input int, value uint8) { x[input] = 2 * uint16(value) }

const (
	rowOutputs = 16 // that a weightRow serves
	rowLanes   = 3  // of them in a word
	rowWords   = (rowOutputs + rowLanes - 1) / rowLanes
	rowBits    = 21 // of a lane: the sum of blockSize products fits, with its sign
)

// weightRow holds the weights of one input to sixteen outputs, three to a word: w0 + w1·2^21 + w2·2^42, so that one
// multiplication serves three. Where a lower one is negative, the upper ones are one less than they would be.
type weightRow [rowWords]uint64

// set makes w the weight to output j, which has had none.
func (r *weightRow) set(j int, w int8) {
	r[j/rowLanes] += uint64(int64(w)) << (j % rowLanes * rowBits)
}

// rowSums are sums of activation times weight, for the outputs of a weightRow and two that nobody asks for.
type rowSums [rowWords * rowLanes]int32

// add adds the products of the live inputs of x.
func (sums *rowSums) add(x *inputBlock, live uint64, rows *[blockSize]weightRow) {
	var s0, s1, s2, s3, s4, s5 uint64
	for ; live != 0; live &= live - 1 {
		i := bitNumbers[live&-live*deBruijn>>58] % blockSize
		w := &rows[i]
		v := min(uint64(x[i]), 2*ActivationMax) / 2
		s0 += v * w[0]
		s1 += v * w[1]
		s2 += v * w[2]
		s3 += v * w[3]
		s4 += v * w[4]
		s5 += v * w[5]
	}
	for k, s := range [rowWords]uint64{s0, s1, s2, s3, s4, s5} {
		const rest = 64 - rowBits
		low := int64(s) << rest >> rest
		upper := (int64(s) - low) >> rowBits
		middle := upper << rest >> rest
		sums[rowLanes*k] += int32(low)
		sums[rowLanes*k+1] += int32(middle)
		sums[rowLanes*k+2] += int32((upper - middle) >> rowBits)
	}
}

// Every six neighbouring bits of deBruijn are another number; bitNumbers tells by them how far it was shifted. That is
// bits.TrailingZeros64 without the instruction BSF, which waits for what its target register held before: on amd64
// such a loop took one and a half times as long.
const deBruijn = 0x03f79d71b4ca8b09

var bitNumbers = func() (t [64]uint8) {
	for i := range t {
		t[uint64(deBruijn)<<i>>58] = uint8(i)
	}
	return t
}()
