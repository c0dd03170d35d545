package hcefit

import (
	"math"
	"sync"
	"sync/atomic"

	"jieqi/engine/score"
)

// objective is the function that a fit minimises: the mean log loss of the results on a part's
// rows, plus what it costs to move the weights from where they began.
type objective struct {
	data    *data
	n       int       // positions
	base    []float64 // weights to begin with, laid out as for rows.value
	pull    float64   // half of it times the squared distance from base is added
	threads int

	lanes  [][2]int    // first block of each and the one after its last
	losses []float64   // by lane
	grads  [][]float64 // by lane
}

// maxLanes bounds the memory of gradients, and the number of threads that are of use.
const maxLanes = 64

// newObjective returns the objective of a configuration. All positions of a deal share one result,
// so a deal counts as one observation against the prior.
func newObjective(d *data, base []float64, c *Config) *objective {
	o := &objective{data: d, n: d.positions(), base: base, threads: c.Threads}
	o.pull = 1 / (c.Prior * c.Prior * float64(d.deals()))
	o.lanes = cut(len(d.blocks), maxLanes)
	o.losses = make([]float64, len(o.lanes))
	for range o.lanes {
		o.grads = append(o.grads, make([]float64, len(base)))
	}
	return o
}

// at returns the objective at the weights w and writes its gradient to grad.
func (o *objective) at(w, grad []float64) float64 {
	loss := o.sum(grad, func(r *rows, out []float64) float64 { return r.addLoss(w, out) }) / float64(o.n)
	for i := range grad {
		moved := w[i] - o.base[i]
		loss += o.pull / 2 * moved * moved
		grad[i] = grad[i]/float64(o.n) + o.pull*moved
	}
	return loss
}

// sum calls add for all blocks, on all threads, and returns the sum of what it returns; what it adds
// to its vector goes to out. The terms of a lane are summed in their order, and lanes in theirs,
// whoever computed them.
func (o *objective) sum(out []float64, add func(r *rows, out []float64) float64) float64 {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(o.threads, len(o.lanes)) {
		group.Go(func() {
			for lane := int(next.Add(1)) - 1; lane < len(o.lanes); lane = int(next.Add(1)) - 1 {
				o.losses[lane] = 0
				clear(o.grads[lane])
				for b := o.lanes[lane][0]; b < o.lanes[lane][1]; b++ {
					o.losses[lane] += add(&o.data.blocks[b], o.grads[lane])
				}
			}
		})
	}
	group.Wait()
	total := 0.0
	clear(out)
	for lane, g := range o.grads {
		total += o.losses[lane]
		for i, v := range g {
			out[i] += v
		}
	}
	return total
}

// addLoss returns the summed log loss of the rows and adds its gradient to grad.
func (r *rows) addLoss(w, grad []float64) float64 {
	sum := 0.0
	for i := range r.points {
		z, result := r.value(i, w)/score.Scale, float64(r.points[i])/2
		sum += logLoss(z, result)
		r.addGradient(i, (score.Logistic(z)-result)/score.Scale, grad)
	}
	return sum
}

// logLoss is the loss of foretelling score.Logistic(z) where the result is between 0 and 1, in nats.
func logLoss(z, result float64) float64 {
	return max(z, 0) - z*result + math.Log1p(math.Exp(-math.Abs(z)))
}

// addCurvature adds the second derivatives of the rows' summed loss, the mixed ones left out, to out.
func (r *rows) addCurvature(w, out []float64) {
	for i := range r.points {
		e := score.Logistic(r.value(i, w) / score.Scale)
		bend := e * (1 - e) / (score.Scale * score.Scale)
		for j := r.starts[i]; j < r.starts[i+1]; j++ {
			for s, share := range r.shares[i] {
				x := float64(r.count[j] * share)
				out[stages*int(r.index[j])+s] += bend * x * x
			}
		}
	}
}
