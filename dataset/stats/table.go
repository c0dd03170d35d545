package stats

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Table returns for people what there is to read of r without a chart.
func (r *Report) Table() string {
	var b strings.Builder
	fmt.Fprintf(&b, "games %d\npositions %d\nshards %d\nbytes %d (%.2f a position)\n",
		r.Games, r.Positions, r.Shards, r.Bytes, r.BytesPerPosition)
	fmt.Fprintf(&b, "plies a game %.1f (%d to %d)\n", r.PliesPerGame, r.ShortestGame, r.LongestGame)
	fmt.Fprintf(&b, "red wins %d\ndraws %d\nblack wins %d\n", r.Results.Red, r.Results.Draw, r.Results.Black)
	writeCounts(&b, "games ended by", r.Reasons)
	writeCounts(&b, "plies flagged", r.Plies)
	fmt.Fprintf(&b, "deals for training %d, validation %d, gate %d (split per mille: validation %d, gate %d)\n",
		r.Parts["train"].Deals, r.Parts["validation"].Deals, r.Parts["gate"].Deals, r.Split.Validation, r.Split.Gate)
	for _, g := range r.Groups {
		if len(r.Groups) > 1 || g.Name != "all" {
			fmt.Fprintf(&b, "\ngenerator %s: games %d, positions %d, red wins %d, draws %d, black wins %d\n",
				g.Name, g.Games, g.Positions, g.Results.Red, g.Results.Draw, g.Results.Black)
		}
		g.write(&b)
	}
	for _, scorer := range slices.Sorted(maps.Keys(r.LabelScales)) {
		fmt.Fprintf(&b, "label scale %v\n", r.LabelScales[scorer])
	}
	for _, scorer := range slices.Sorted(maps.Keys(r.Unfitted)) {
		fmt.Fprintf(&b, "no %s\n", r.Unfitted[scorer])
	}
	fmt.Fprintf(&b, "content_hash %s\n", r.ContentHash)
	return b.String()
}

func writeCounts(b *strings.Builder, what string, counts map[string]uint64) {
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		fmt.Fprintf(b, "%s %s %d\n", what, name, counts[name])
	}
}

func (g *Group) write(b *strings.Builder) {
	for _, p := range g.Phases {
		fmt.Fprintf(b, "%d to %d face-down pieces: positions %d; games that ended there: red wins %d, draws %d, black wins %d\n",
			p.Least, p.Most, p.Positions, p.Ended.Red, p.Ended.Draw, p.Ended.Black)
	}
	fmt.Fprintf(b, "reveals a game %.1f\n", g.Reveals.mean())
	for _, f := range g.FirstReveal {
		if f.Games > 0 {
			share := func(n uint64) float64 { return 100 * ratio(float64(n), f.Games) }
			fmt.Fprintf(b, "first reveal of %-5s %-9s games %d, it wins %.1f %%, draws %.1f %%, loses %.1f %%\n",
				f.Side, f.Piece, f.Games, share(f.Won), share(f.Drawn), share(f.Lost))
		}
	}
	fmt.Fprintf(b, "luck of a reveal: mean %+.3f, standard deviation %.3f (%d reveals)\n", g.Luck.Mean, g.Luck.StdDev, g.Luck.Reveals)
	for _, p := range g.Luck.ByPiece {
		fmt.Fprintf(b, "luck of a %-9s mean %+.3f (%d reveals)\n", p.Piece, p.Mean, p.Reveals)
	}
	for _, m := range g.Moves {
		fmt.Fprintf(b, "moves of %-9s %d, %d take, %d take face-down pieces\n", m.Piece, m.Moves, m.Captures, m.TakesHidden)
	}
}
