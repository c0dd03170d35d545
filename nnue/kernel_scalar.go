package nnue

// accumulateScalar sets dst to src plus the rows of weights named in on minus those named in
// off. dst may be src.
func accumulateScalar(dst, src *lanes, weights *[Inputs]lanes, on, off []uint16) {
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
	var x [Joined]uint8
	activate((*[Width]uint8)(x[:Width]), own)
	activate((*[Width]uint8)(x[Width:]), enemy)

	var h1 [Hidden1]uint8
	sums := dotRows(x[:], l.rows1[:])
	for j := range h1 {
		h1[j] = clip((sums[j] + l.b1[j]) >> l.shift1)
	}
	out := l.b3
	for block := range l.rows2 {
		sums := dotRows(h1[:], l.rows2[block][:])
		for j, z := range sums {
			j += block * rowOutputs
			out += int32(clip((z+l.b2[j])>>l.shift2)) * int32(l.w3[j])
		}
	}
	return out
}

// clip is the clipped ReLU in activation units.
func clip(z int32) uint8 { return uint8(min(max(z, 0), ActivationMax)) }

// activate sets x to the activations of the first layer's sums.
func activate(x *[Width]uint8, sums *lanes) {
	for i, w := range sums {
		x[laneCount*i] = clip(int32(int16(w)) >> 1)
		x[laneCount*i+1] = clip(int32(int16(w>>laneBits)) >> 1)
		x[laneCount*i+2] = clip(int32(int16(w>>(2*laneBits))) >> 1)
		x[laneCount*i+3] = clip(int32(int16(w>>(3*laneBits))) >> 1)
	}
}

// rowOutputs is how many outputs a weightRow serves.
const rowOutputs = 16

// weightRow holds the weights of one input to sixteen outputs, two to a word: the low one plus
// the high one times 2^32, so that one multiplication serves both. Sums of such words stay exact
// while each half fits 32 bits; the low half's sign is borrowed from the high one.
type weightRow [rowOutputs / 2]uint64

// set makes w the weight to output j.
func (r *weightRow) set(j int, w int8) {
	if j < rowOutputs/2 {
		r[j] += uint64(int64(w))
	} else {
		r[j-rowOutputs/2] += uint64(int64(w) << 32)
	}
}

// dotRows returns the sums over all inputs, at most Joined, of activation times weight. More
// than half of the first layer's activations are zero, in no pattern that a branch could learn:
// the others are collected first.
func dotRows(x []uint8, rows []weightRow) (sums [rowOutputs]int32) {
	var live [Joined]uint16
	n := 0
	for i, v := range x {
		live[n%Joined] = uint16(i)
		n += int((v + ActivationMax) >> 7) // 0 for 0, else 1
	}
	var s0, s1, s2, s3, s4, s5, s6, s7 uint64
	for _, i := range live[:n] {
		v, w := uint64(x[i]), &rows[i]
		s0 += v * w[0]
		s1 += v * w[1]
		s2 += v * w[2]
		s3 += v * w[3]
		s4 += v * w[4]
		s5 += v * w[5]
		s6 += v * w[6]
		s7 += v * w[7]
	}
	for j, s := range [...]uint64{s0, s1, s2, s3, s4, s5, s6, s7} {
		low := int32(s)
		sums[j], sums[j+rowOutputs/2] = low, int32((s-uint64(int64(low)))>>32)
	}
	return sums
}
