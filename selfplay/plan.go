package selfplay

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
	"jieqi/engine"
)

// suspendedName is the file that keeps finished games which are in no whole block yet.
const suspendedName = "suspended.games"

// segment is a shard that is still to be written, wholly or in part.
type segment struct {
	header dataset.Header
	path   string
	writer *dataset.Writer // of one already begun; nil until it is begun
}

// todo is what the segment lacks.
func (s *segment) todo() span {
	out := span{first: s.header.First, end: s.header.First + uint64(s.header.Games)}
	if s.writer != nil {
		out.first = s.writer.Next()
	}
	return out
}

// plan is what a folder holds of a run and what it lacks.
type plan struct {
	segments []*segment // in order of games
	finished []span     // games in finished shards, in order
	waiting  []dataset.Game
}

// open makes the plan for cfg in dir. Shards in writing are opened and checked; close the plan's
// writers, or use them up.
func open(cfg *Config, f *engine.Factory, dir string) (*plan, error) {
	p := &plan{}
	err := p.load(cfg, f, dir)
	if err == nil {
		err = keepSettings(cfg, dir)
	}
	if err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

func (p *plan) load(cfg *Config, f *engine.Factory, dir string) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return fmt.Errorf("self-play: %w", err)
	}
	for _, e := range entries {
		if err := p.file(cfg, f, filepath.Join(dir, e.Name())); err != nil {
			return err
		}
	}
	slices.SortFunc(p.finished, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	if !cfg.Resume && (len(p.finished) > 0 || len(p.segments) > 0 || len(p.waiting) > 0) {
		return fmt.Errorf("self-play: %s already holds games: resume them, or choose another folder", dir)
	}
	return p.addMissing(cfg, f, dir)
}

// file takes note of one file of the folder.
func (p *plan) file(cfg *Config, f *engine.Factory, name string) error {
	switch {
	case filepath.Base(name) == suspendedName:
		h, games, err := dataset.Load(name)
		if err != nil {
			return withRemedy(err)
		}
		p.waiting = games
		return sameRun(cfg, f, name, h)
	case strings.HasSuffix(name, dataset.ShardExt+dataset.PartialExt):
		return p.partial(cfg, f, strings.TrimSuffix(name, dataset.PartialExt))
	case filepath.Ext(name) == dataset.ShardExt:
		return p.shard(cfg, f, name)
	}
	return nil
}

// withRemedy says what to do where err is about a file's content.
func withRemedy(err error) error {
	if errors.Is(err, dataset.ErrNotShard) || errors.Is(err, dataset.ErrDamaged) {
		return fmt.Errorf("%w; remove the file: its games are made again, the same ones", err)
	}
	return err
}

// partial resumes a shard in writing.
func (p *plan) partial(cfg *Config, f *engine.Factory, path string) error {
	h, err := dataset.ReadPartialHeader(path)
	if err != nil {
		return withRemedy(err)
	}
	if err := sameRun(cfg, f, path+dataset.PartialExt, h); err != nil {
		return err
	}
	end, wanted := h.First+uint64(h.Games), cfg.First+uint64(cfg.Games)
	if h.First < cfg.First || end > wanted {
		return fmt.Errorf("self-play: the unfinished %s is of games %d to %d, beyond the %d to %d asked for: "+
			"ask for those too", path, h.First, end-1, cfg.First, wanted-1)
	}
	w, err := dataset.Resume(path, h)
	if err != nil {
		return withRemedy(err)
	}
	p.segments = append(p.segments, &segment{header: h, path: path, writer: w})
	return nil
}

// shard takes note of a finished shard.
func (p *plan) shard(cfg *Config, f *engine.Factory, name string) error {
	set, err := dataset.Open(name)
	if err != nil {
		return withRemedy(err)
	}
	defer set.Close()
	if err := sameRun(cfg, f, name, set.Headers()[0]); err != nil {
		return err
	}
	for _, b := range set.Blocks() {
		s := span{first: b.First, end: b.Last + 1}
		if s.games() != uint64(b.Games) {
			return fmt.Errorf("self-play: %s: block %d lacks games between %d and %d", name, b.Number, b.First, b.Last)
		}
		p.finished = append(p.finished, s)
	}
	return dataset.Enlist(name)
}

// sameRun reports when the file's games are not those that cfg stands for.
func sameRun(cfg *Config, f *engine.Factory, name string, h dataset.Header) error {
	want := cfg.header(f, h.First, h.Games)
	if h == want {
		return nil
	}
	return fmt.Errorf("self-play: %s holds games of another run: %s; choose another folder, or the settings it was made with",
		name, otherwise(cfg, name, h, want))
}

// otherwise names what differs between the header of the file called name and the one that cfg gives.
func otherwise(cfg *Config, name string, was, want dataset.Header) string {
	if was.Config != want.Config {
		old, err := durable.ReadJSON[Config](filepath.Join(filepath.Dir(name), settingsName))
		if err == nil && old.Hash() == was.Config {
			was.Config = want.Config // its settings are named instead
			return strings.Trim(settings.Differences(old.ofGames(), cfg.ofGames())+"; "+settings.Differences(was, want), "; ")
		}
	}
	return settings.Differences(was, want)
}

// settingsName is the file that keeps the settings a folder's games were begun with, to name those that differ later.
// No game depends on it.
const settingsName = "settings.json"

// keepSettings writes cfg into dir unless settings are there already.
func keepSettings(cfg *Config, dir string) error {
	path := filepath.Join(dir, settingsName)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := durable.WriteJSON(path, cfg); err != nil {
		return fmt.Errorf("self-play: %w; resume when that is mended", err)
	}
	return nil
}

// ofGames returns the settings that decide games, and no other.
func (c *Config) ofGames() Config {
	return Config{Nodes: c.Nodes, Rules: c.Rules, HashMB: c.HashMB, MaxPlies: c.MaxPlies, Opening: c.Opening, Win: c.Win, Stray: c.Stray}
}

// addMissing plans new shards for what neither a finished shard nor one in writing will hold.
func (p *plan) addMissing(cfg *Config, f *engine.Factory, dir string) error {
	taken := slices.Clone(p.finished)
	for _, s := range p.segments {
		taken = append(taken, span{first: s.header.First, end: s.header.First + uint64(s.header.Games)})
	}
	for _, s := range missing(span{cfg.First, cfg.First + uint64(cfg.Games)}, taken, uint64(cfg.ShardGames)) {
		path := filepath.Join(dir, fmt.Sprintf("%010d%s", s.first, dataset.ShardExt))
		if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("self-play: %s is in the way of a shard of games %d to %d", path, s.first, s.end-1)
		}
		p.segments = append(p.segments, &segment{header: cfg.header(f, s.first, int(s.games())), path: path})
	}
	slices.SortFunc(p.segments, func(a, b *segment) int { return cmp.Compare(a.header.First, b.header.First) })
	return nil
}

// missing returns what of whole is in none of the taken spans, cut at multiples of size.
func missing(whole span, taken []span, size uint64) []span {
	slices.SortFunc(taken, func(a, b span) int { return cmp.Compare(a.first, b.first) })
	var out []span
	at := whole.first
	for _, t := range append(taken, span{first: whole.end, end: whole.end}) {
		for end := min(t.first, whole.end); at < end; {
			cut := min(end, (at/size+1)*size)
			out = append(out, span{first: at, end: cut})
			at = cut
		}
		at = max(at, t.end)
	}
	return out
}

// done counts the games of cfg's range that are finished already.
func (p *plan) done(cfg *Config) int {
	done := cfg.Games
	for _, s := range p.segments {
		todo := s.todo()
		done -= int(todo.games())
		for i := range p.waiting {
			if at := p.waiting[i].Index; todo.first <= at && at < todo.end {
				done++
			}
		}
	}
	return done
}

// close closes the writers of shards in writing, leaving them to be resumed.
func (p *plan) close() error {
	var err error
	for _, s := range p.segments {
		_, e := s.stop()
		err = errors.Join(err, e)
	}
	return err
}
