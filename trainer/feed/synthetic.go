package feed

import (
	"context"
	"math/rand/v2"
	"slices"
	"sync"

	"jieqi/dataset"
	"jieqi/dataset/lineage"
	"jieqi/engine/board"
	"jieqi/engine/score"
)

// Synthetic is a corpus of made-up games: random legal moves, reveals drawn from the pools, scores
// that count material and results drawn at those odds. It exists to measure speed, and for tests,
// without any data; the samples have the statistics of real ones where speed is concerned.
type Synthetic struct {
	blocks []dataset.BlockInfo
	made   []func() []dataset.Sample // blocks share a few bodies, so that many cost no more than few
}

const (
	syntheticGames  = 32  // a block
	syntheticPlies  = 100 // a game at most
	syntheticBodies = 16
	syntheticScale  = 250 // centipawns: label scale of the results
	syntheticName   = "synthetic"
)

// NewSynthetic returns a corpus of a number of blocks, a pure function of that number and seed.
func NewSynthetic(blocks int, seed uint64) *Synthetic {
	s := &Synthetic{}
	for i := range syntheticBodies {
		s.made = append(s.made, sync.OnceValue(func() []dataset.Sample { return syntheticBlock(seed, uint64(i)) }))
	}
	for i := range blocks {
		s.blocks = append(s.blocks, dataset.BlockInfo{
			File: syntheticName, Number: i, Series: syntheticName, Network: syntheticName, Config: syntheticName,
			First: uint64(i * syntheticGames), Games: syntheticGames, Positions: len(s.made[i%syntheticBodies]()),
		})
	}
	return s
}

// Blocks lists the made-up blocks.
func (s *Synthetic) Blocks() []dataset.BlockInfo { return s.blocks }

// Read appends the samples of one block to dst. Made-up players know the same and do not search: whatever the
// reading, the samples are the plain ones.
func (s *Synthetic) Read(block int, _ dataset.Reading, dst []dataset.Sample) ([]dataset.Sample, error) {
	from := len(dst)
	dst = append(dst, s.made[block%syntheticBodies]()...)
	for i := range dst[from:] {
		x := &dst[from+i]
		x.Game += uint64(block * syntheticGames)
		x.DealKey = mixAll(x.Game)
	}
	return dst, nil
}

// ContentHash names the corpus; made-up games have no content to tell apart.
func (s *Synthetic) ContentHash(context.Context) (string, error) { return syntheticName, nil }

// Data names the corpus as its only phrase and salt.
func (s *Synthetic) Data(split dataset.Split) lineage.Data {
	return lineage.New([]string{syntheticName}, []string{syntheticName}, split.Gate, split.Validation)
}

// FitLabelScales returns the scale that the results were drawn with.
func (s *Synthetic) FitLabelScales(context.Context, dataset.Split) (map[string]dataset.LabelScale, error) {
	scale := dataset.LabelScale{Network: syntheticName, Config: syntheticName, K: syntheticScale}
	return map[string]dataset.LabelScale{s.blocks[0].Scorer(): scale}, nil
}

// syntheticBlock plays the games of a block.
func syntheticBlock(seed, block uint64) []dataset.Sample {
	var samples []dataset.Sample
	for game := range uint64(syntheticGames) {
		r := rand.New(rand.NewPCG(seed, block*syntheticGames+game))
		samples = append(samples, syntheticGame(r, game)...)
	}
	return samples
}

// syntheticGame plays one game and gives it a result.
func syntheticGame(r *rand.Rand, game uint64) []dataset.Sample {
	var samples []dataset.Sample
	p := board.StartPosition()
	moves := make([]board.Move, 0, board.MaxMoves)
	var undo board.Undo
	for ply := range syntheticPlies {
		if moves = p.LegalMoves(moves[:0]); len(moves) == 0 {
			break
		}
		slices.Sort(moves) // whatever order they are generated in
		m := moves[r.IntN(len(moves))]
		x := dataset.Sample{View: p.Pack(), Game: game, Ply: uint16(ply), Score: int16(material(p))}
		x.Label = x.Score
		reveal := board.NoKind
		if p.IsReveal(m) {
			x.Flags |= dataset.Reveal
			pool := p.Pool(p.Side())
			reveal = pool.Nth(r.IntN(pool.Size()))
		}
		samples = append(samples, x)
		p.Make(m, reveal, &undo)
	}
	redWins := r.Float64() < score.Logistic(redScore(samples)/syntheticScale)
	for i := range samples {
		if redWins == (samples[i].View.Side() == board.Red) {
			samples[i].Result = 2
		}
	}
	return samples
}

// redScore is the last score of a game from Red's view.
func redScore(samples []dataset.Sample) float64 {
	last := &samples[len(samples)-1]
	if last.View.Side() == board.Red {
		return float64(last.Score)
	}
	return -float64(last.Score)
}

// material is the balance of pieces for the side to move, in centipawns.
func material(p *board.Position) int {
	values := [board.NumKinds]int{board.Advisor: 120, board.Elephant: 120, board.Horse: 400, board.Chariot: 900,
		board.Cannon: 450, board.Soldier: 100, board.FaceDown: 300}
	sum := 0
	for kind, v := range values {
		own, enemy := p.Pieces(p.Side(), board.Kind(kind)), p.Pieces(p.Side().Other(), board.Kind(kind))
		sum += v * (own.Count() - enemy.Count())
	}
	return sum
}
