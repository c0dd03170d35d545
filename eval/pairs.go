package eval

import "math"

// Pairs counts pairs of games by outcome. Both games of a pair are played on one deal with
// colours swapped, so the pair is the unit whose results are independent. Pairs[h] is how many
// pairs brought the first player h half points: 0, ½, 1, 1½ or 2 points as h = 0 … 4.
type Pairs [5]int

// Add counts one pair of games by the half points (0, 1, 2) of the first player in each.
func (p *Pairs) Add(first, second int) { p[first+second]++ }

// Count returns the number of pairs.
func (p Pairs) Count() int {
	n := 0
	for _, c := range p {
		n += c
	}
	return n
}

// Score returns the mean result of the first player per game, 0 to 1; ½ without games.
func (p Pairs) Score() float64 {
	n := p.Count()
	if n == 0 {
		return 0.5
	}
	halves := 0
	for h, c := range p {
		halves += h * c
	}
	return float64(halves) / float64(4*n)
}

// Variance returns the sample variance of the pairs' scores (each 0 to 1), 0 below two pairs.
func (p Pairs) Variance() float64 {
	n := p.Count()
	if n < 2 {
		return 0
	}
	mean, sum := p.Score(), 0.0
	for h, c := range p {
		d := float64(h)/4 - mean
		sum += float64(c) * d * d
	}
	return sum / float64(n-1)
}

// StdErr returns the standard error of Score, from the variance between pairs.
func (p Pairs) StdErr() float64 {
	n := p.Count()
	if n == 0 {
		return 0
	}
	return math.Sqrt(p.Variance() / float64(n))
}
