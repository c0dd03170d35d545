package score

// Average prices a chance node: the mean expected score of the outcomes vs with the given weights,
// turned back into centipawns. vs must not be empty, the weights must be positive and their sum below 2^31.
//
// A mate counts as exactly 0 or One. If every outcome is a mate for the same side the result is that
// mate with the longest distance; otherwise it lies between the smallest and the largest outcome and,
// unless every outcome is a verdict, within ±MaxEval.
func Average(vs []Value, weights []int32) Value {
	least, most := vs[0], vs[0]
	var sum, total int64
	for i, v := range vs {
		least, most = min(least, v), max(most, v)
		sum += int64(v.excess()) * int64(weights[i])
		total += int64(weights[i])
	}
	if least >= MateBound {
		return least
	}
	if most <= -MateBound {
		return most
	}
	mean := valueOf(divideRounded(sum, total))
	if least > MaxEval || most < -MaxEval {
		return max(min(mean, most, MateBound-1), least, 1-MateBound)
	}
	return max(min(mean, most), least).Clamp()
}

// divideRounded returns sum/total to the nearest integer, halves away from zero: an odd function of sum.
func divideRounded(sum, total int64) Prob {
	if sum < 0 {
		return -divideRounded(-sum, total)
	}
	return Prob((sum + total/2) / total)
}
