package kernel

import "math"

var scalar = Set{
	Name:           "scalar",
	Bits:           "scalar",
	FirstForward:   firstForward,
	FirstBackward:  firstBackward,
	TileSum:        func(sum, x []float32) { columnSum(sum[:Tile], x) },
	Dense1Forward:  dense1Forward,
	Dense1Weights:  func(g, x, dz []float32) { denseWeights(g, x, dz, TileIn, Hidden1) },
	Dense1Inputs:   dense1Inputs,
	Dense1Sum:      func(sum, dz []float32) { columnSum(sum[:Hidden1], dz) },
	Dense2Forward:  dense2Forward,
	Dense2Weights:  func(g, x, dz []float32) { denseWeights(g, x, dz, Hidden1, Hidden2) },
	Dense2Inputs:   dense2Inputs,
	Output:         output,
	OutputBackward: outputBackward,
	Clip:           clipAll,
	Round:          roundAll,
	Snap:           snapAll,
	Add:            addAll,
	Blend:          blendAll,
	SumSquares:     sumSquares,
	AdamW:          adamW,
}

func clip(x float32) float32 { return min(max(x, 0), 1) }

// open is the derivative of the clipped ReLU at a point whose image is x.
func open(x float32) bool { return x > 0 && x < 1 }

func columnSum(sum, x []float32) {
	for ; len(x) > 0; x = x[len(sum):] {
		for i, v := range x[:len(sum)] {
			sum[i] += v
		}
	}
}

func output(z, h, w []float32) {
	row := (*[Hidden2]float32)(w)
	for p := range z {
		var s [4]float32 // four chains: an addition takes several cycles
		x := (*[Hidden2]float32)(h[p*Hidden2:])
		for i := 0; i < Hidden2; i += 4 {
			s[0] += x[i] * row[i]
			s[1] += x[i+1] * row[i+1]
			s[2] += x[i+2] * row[i+2]
			s[3] += x[i+3] * row[i+3]
		}
		z[p] = (s[0] + s[1]) + (s[2] + s[3])
	}
}

func outputBackward(h, gw, gb, w, d []float32) {
	wr, gwr, gbr := (*[Hidden2]float32)(w), (*[Hidden2]float32)(gw), (*[Hidden2]float32)(gb)
	for p, dp := range d {
		row := (*[Hidden2]float32)(h[p*Hidden2:])
		for i, x := range row {
			gwr[i] += dp * x
			row[i] = 0
			if open(x) {
				row[i] = dp * wr[i]
				gbr[i] += row[i]
			}
		}
	}
}

func clipAll(x []float32) {
	for i, v := range x {
		x[i] = clip(v)
	}
}

func roundAll(x []float32, levels, half float32) {
	for i, v := range x {
		x[i] = float32(int32(v*levels+half)) / levels
	}
}

func snapAll(dst, src []float32, scale, limit float32) {
	src = src[:len(dst)]
	for i, v := range src {
		n := float32(math.RoundToEven(float64(v * scale)))
		dst[i] = min(max(n, -limit), limit) / scale
	}
}

func addAll(dst, src []float32) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] += v
	}
}

func blendAll(dst, src []float32, share float32) {
	src = src[:len(dst)]
	for i, v := range src {
		dst[i] += share * (v - dst[i])
	}
}

func sumSquares(x []float32) float32 {
	var s [4]float32
	for ; len(x) >= 4; x = x[4:] {
		s[0] += x[0] * x[0]
		s[1] += x[1] * x[1]
		s[2] += x[2] * x[2]
		s[3] += x[3] * x[3]
	}
	return (s[0] + s[1]) + (s[2] + s[3])
}

func adamW(w, m, v, g []float32, u *Update) {
	m, v, g = m[:len(w)], v[:len(w)], g[:len(w)]
	for i := range w {
		gi := g[i] * u.Scale
		mi := u.Beta1*m[i] + u.Rest1*gi
		vi := u.Beta2*v[i] + u.Rest2*gi*gi
		m[i], v[i] = mi, vi
		wi := w[i]*u.Keep - u.Rate*mi/(float32(math.Sqrt(float64(vi)))*u.Root+u.Epsilon)
		w[i] = min(max(wi, -u.Limit), u.Limit)
	}
}
