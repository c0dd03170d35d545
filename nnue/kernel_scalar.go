package nnue

// accumulateScalar sets dst to src plus the rows of weights named in on minus those named in
// off. dst may be src.
func accumulateScalar(dst, src *[Width]int16, weights *[Inputs][Width]int16, on, off []uint16) {
	*dst = *src
	for len(on) >= 4 {
		r0, r1, r2, r3 := &weights[on[0]], &weights[on[1]], &weights[on[2]], &weights[on[3]]
		for j := range dst {
			dst[j] += r0[j] + r1[j] + r2[j] + r3[j]
		}
		on = on[4:]
	}
	for _, i := range on {
		row := &weights[i]
		for j := range dst {
			dst[j] += row[j]
		}
	}
	for _, i := range off {
		row := &weights[i]
		for j := range dst {
			dst[j] -= row[j]
		}
	}
}

// outputScalar returns the network's output from the accumulators of the side to move (own)
// and of its opponent.
func outputScalar(own, enemy *[Width]int16, l *laterLayers) int32 {
	sum1 := l.b1
	addGroups(&sum1, own, (*halfWeights)(l.w1[:len(l.w1)/2]))
	addGroups(&sum1, enemy, (*halfWeights)(l.w1[len(l.w1)/2:]))
	var h1 [Hidden1]int32
	for j, z := range sum1 {
		h1[j] = clip(z >> l.shift1)
	}
	sum2 := l.b2
	for g := range Hidden1 / inputGroup {
		x := (*[inputGroup]int32)(h1[g*inputGroup:])
		row := (*[Hidden2 * inputGroup]int8)(l.w2[g*Hidden2*inputGroup:])
		for j := range sum2 {
			sum2[j] += dot(x, (*[inputGroup]int8)(row[j*inputGroup:]))
		}
	}
	out := l.b3
	for j, z := range sum2 {
		out += clip(z>>l.shift2) * int32(l.w3[j])
	}
	return out
}

// halfWeights is the part of laterLayers.w1 that one perspective meets.
type halfWeights [Width * Hidden1]int8

// addGroups adds to sum what one perspective's accumulator contributes to 512 → 16. Groups of
// inputs that are all clipped to zero are common and skipped.
func addGroups(sum *[Hidden1]int32, acc *[Width]int16, weights *halfWeights) {
	for g := range Width / inputGroup {
		a := (*[inputGroup]int16)(acc[g*inputGroup:])
		x := [inputGroup]int32{clip(int32(a[0] >> 1)), clip(int32(a[1] >> 1)), clip(int32(a[2] >> 1)), clip(int32(a[3] >> 1))}
		if x == ([inputGroup]int32{}) {
			continue
		}
		row := (*[Hidden1 * inputGroup]int8)(weights[g*Hidden1*inputGroup:])
		for j := range sum {
			sum[j] += dot(&x, (*[inputGroup]int8)(row[j*inputGroup:]))
		}
	}
}

func dot(x *[inputGroup]int32, w *[inputGroup]int8) int32 {
	return x[0]*int32(w[0]) + x[1]*int32(w[1]) + x[2]*int32(w[2]) + x[3]*int32(w[3])
}

// clip is the clipped ReLU in activation units.
func clip(z int32) int32 { return min(max(z, 0), ActivationMax) }
