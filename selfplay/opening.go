package selfplay

import (
	"context"
	"fmt"
	"slices"

	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/rules"
	"jieqi/engine/score"
)

// opening draws the random moves that game i starts with: the first draw that leaves the game open,
// or the most even of all. It returns how many draws it took.
func (w *Worker) opening(ctx context.Context, i uint64, d deal.Deal) (moves []board.Move, tries int, err error) {
	var best []board.Move
	bestGap := score.One
	for tries = 1; tries <= w.cfg.Opening.Tries; tries++ {
		moves := w.draw(i, tries-1, d)
		gap, err := w.unevenness(ctx)
		if err != nil {
			return nil, tries, err
		}
		if best == nil || gap < bestGap {
			best, bestGap = moves, gap
		}
		if gap <= score.Half-perMille(w.cfg.Opening.PerMille) {
			break
		}
	}
	return best, min(tries, w.cfg.Opening.Tries), nil
}

// draw plays random moves on the worker's table, from the stream of (game, attempt), as far as the
// game lasts.
func (w *Worker) draw(i uint64, attempt int, d deal.Deal) []board.Move {
	random := w.source.Stream(fmt.Sprintf("opening %d", attempt), i)
	plies := w.cfg.Opening.MinPlies + int(random.Uintn(uint64(w.cfg.Opening.MaxPlies-w.cfg.Opening.MinPlies+1)))
	if w.table == nil {
		w.table = dealer.New(d, w.rules)
	}
	w.table.Reset(d, w.rules)
	moves := make([]board.Move, 0, plies)
	for len(moves) < plies && !w.table.Verdict().Over() {
		m := w.draws.from(w.table.Public().Position(), random)
		if _, err := w.table.Play(m); err != nil {
			panic(err) // a legal move was refused
		}
		moves = append(moves, m)
	}
	return moves
}

// moveDraw draws legal moves. Its memory is reused.
type moveDraw []board.Move

// from draws one of the legal moves of p, all alike.
func (d *moveDraw) from(p *board.Position, random *deal.Stream) board.Move {
	*d = p.LegalMoves((*d)[:0])
	slices.Sort(*d) // the draw must not depend on the order of move generation
	return (*d)[random.Uintn(uint64(len(*d)))]
}

// unevenness is how far the side to move, by its own search of what the opening led to, is from
// expecting half a point. A game that is over is as uneven as can be.
func (w *Worker) unevenness(ctx context.Context) (score.Prob, error) {
	if w.table.Verdict().Over() {
		return score.One, nil
	}
	side := w.table.Public().Position().Side()
	if err := w.players[side].NewGame(); err != nil {
		return 0, err
	}
	choice, err := w.players[side].Choose(ctx, w.table.View(side), rules.Limits{Nodes: w.cfg.Nodes})
	if err != nil {
		return 0, fmt.Errorf("game %d: opening: %w", w.index, err)
	}
	if ctx.Err() != nil {
		return 0, context.Cause(ctx)
	}
	gap := choice.Score.Expected() - score.Half
	return max(gap, -gap), nil
}

// perMille converts thousandths of an expected score.
func perMille(n int) score.Prob { return score.Prob(int64(score.One) * int64(n) / 1000) }
