package library

import (
	"context"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"

	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
	"jieqi/eval/match"
)

// journal is the folder of a match. Its games have no scores.
type journal struct{ dir string }

func (j *journal) stamp() string { return stampOf(filepath.Join(j.dir, PairsName)) }

// pairs reads the match.
func (j *journal) pairs() (m match.Manifest, r rules.Rules, pairs []*match.Pair, err error) {
	if m, err = match.ReadManifest(j.dir); err != nil {
		return
	}
	if r, err = rules.Preset(m.Rules); err != nil {
		return
	}
	pairs, err = match.Read(j.dir)
	return
}

func (j *journal) index(ctx context.Context, read func(done, total int)) (*catalogue, error) {
	m, r, pairs, err := j.pairs()
	if err != nil {
		return nil, err
	}
	c := &catalogue{titles: func(e *entry) string { return fmt.Sprintf("%d.%d", e.block, e.index+1) }}
	names := [2]uint8{c.player(m.A), c.player(m.B)}
	table := new(dealer.Table)
	for i, p := range pairs {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		for k := range p.Games {
			e, err := j.entry(table, r, p, k)
			if err != nil {
				return nil, err
			}
			e.players = names
			if !p.Games[k].ARed {
				slices.Reverse(e.players[:])
			}
			c.entries = append(c.entries, e)
		}
		read(i+1, len(pairs))
	}
	return c, nil
}

// entry replays game k of a pair for what turned up in it.
func (j *journal) entry(table *dealer.Table, r rules.Rules, p *match.Pair, k int) (entry, error) {
	g := &p.Games[k]
	e := entry{block: int32(p.Index), index: uint64(k), result: g.Result, reason: reasonOf(g.Reason), plies: uint16(g.Plies), swing: float32(math.NaN())}
	rec, err := recordedOf(r, p, k)
	if err != nil {
		return e, err
	}
	table.Reset(rec.deal, r)
	for _, m := range rec.plies {
		ply, err := table.Play(m.Move)
		if err != nil {
			return e, fmt.Errorf("pair %d: %w", p.Index, err)
		}
		if ply.Reveal != board.NoKind {
			e.reveals++
		}
	}
	return e, nil
}

func (j *journal) game(e *entry) (*recorded, error) {
	m, r, pairs, err := j.pairs()
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(pairs, func(p *match.Pair) bool { return p.Index == int(e.block) })
	if i < 0 {
		return nil, fmt.Errorf("pair %d is no longer there", e.block)
	}
	rec, err := recordedOf(r, pairs[i], int(e.index))
	if err == nil {
		rec.title = fmt.Sprintf("game %d of pair %d of phrase %q", e.index+1, e.block, m.Phrase)
	}
	return rec, err
}

// recordedOf returns game k of a pair, 0 or 1.
func recordedOf(r rules.Rules, p *match.Pair, k int) (*recorded, error) {
	d, err := deal.Parse(p.Deal)
	if err != nil {
		return nil, fmt.Errorf("pair %d: %w", p.Index, err)
	}
	if !d.Complete() {
		return nil, fmt.Errorf("pair %d: its deal is not complete", p.Index)
	}
	rec := &recorded{deal: d, rules: r}
	for i, text := range strings.Fields(p.Games[k].Moves) {
		m, err := notation.ParseMove4(text[:min(4, len(text))])
		if err != nil {
			return nil, fmt.Errorf("pair %d: move %d: %w", p.Index, i+1, err)
		}
		rec.plies = append(rec.plies, dataset.Ply{Move: m, Flags: dataset.Unscored})
	}
	return rec, nil
}

// reasonOf returns the reason of a name, none for a name that there is not.
func reasonOf(name string) rules.Reason {
	for i := range rules.NumReasons {
		if r := rules.Reason(i); r.String() == name {
			return r
		}
	}
	return rules.None
}
