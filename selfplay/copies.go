package selfplay

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"strings"

	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/dataset/settings"
	"jieqi/engine"
	"jieqi/engine/rules"
)

// copies is what a folder lacks of the copies of an archive's shards.
type copies struct {
	todo  []*shardCopy
	done  int // games that are finished, whether in a whole block or not
	total int
}

// openCopies makes the plan. Copies that were begun are opened and checked: close the plan, or use it up.
func openCopies(cfg *Rescoring, f *engine.Factory, a *dataset.Archive, dir string) (*copies, error) {
	p := &copies{}
	if err := p.load(cfg, f, a, dir); err != nil {
		return nil, errors.Join(err, p.close())
	}
	return p, nil
}

// noCopy says what of a file in dir is not as cfg stands for, as far as the folder tells.
func (c *Rescoring) noCopy(f *engine.Factory, dir, name string) error {
	if was, err := durable.ReadJSON[copySettings](filepath.Join(dir, settingsName)); err == nil {
		if d := settings.Differences(was, c.settings(f)); d != "" {
			return fmt.Errorf("rescore: %s holds copies made with other settings: %s; choose another folder, or the settings they were made with", dir, d)
		}
	}
	return fmt.Errorf("rescore: %s is no copy of the given games with these settings: choose another folder, "+
		"or the games, settings and program it was made with", filepath.Join(dir, name))
}

// copySettings are what a folder of copies keeps of its settings, to name those that differ later.
type copySettings struct {
	Generator string `json:"generator"`
	Network   string `json:"network"`
	Nodes     uint64 `json:"nodes"`
	Sample    int    `json:"sample"` // per mille
	HashMB    int    `json:"hash_mb"`
}

func (c *Rescoring) settings(f *engine.Factory) copySettings {
	return copySettings{c.Generator, f.Hash, c.Nodes, c.PerMille, c.HashMB}
}

// keepCopySettings writes the settings into dir unless they are there: of copies alone the names of files hold the settings,
// and that as hashes.
func keepCopySettings(cfg *Rescoring, f *engine.Factory, dir string) error {
	path, now := filepath.Join(dir, settingsName), cfg.settings(f)
	if was, err := durable.ReadJSON[copySettings](path); err == nil && *was == now {
		return nil
	}
	if err := durable.WriteJSON(path, now); err != nil {
		return fmt.Errorf("rescore: %w; resume when that is mended", err)
	}
	return nil
}

func (p *copies) load(cfg *Rescoring, f *engine.Factory, a *dataset.Archive, dir string) error {
	found, err := gameFiles(dir)
	if err != nil {
		return fmt.Errorf("rescore: %w", err)
	}
	if len(found) > 0 && !cfg.Resume {
		return fmt.Errorf("rescore: %s already holds games: resume them, or choose another folder", dir)
	}
	shards := a.Shards()
	for i := range shards {
		h := cfg.header(f, &shards[i])
		name := fmt.Sprintf("%s-%010d%s", h.Series(), h.First, dataset.ShardExt)
		c := &shardCopy{segment: segment{header: h, path: filepath.Join(dir, name)}, parent: shards[i], next: h.First,
			draw: dataset.NewDraw(h.Phrase, h.Rescored.PerMille)}
		if c.rules, err = rules.Preset(h.Rules); err != nil {
			return err
		}
		p.total += h.Games
		if err := p.add(c, found); err != nil {
			return err
		}
		for _, ext := range []string{"", dataset.PartialExt, waitingExt} {
			delete(found, name+ext)
		}
	}
	for name := range found {
		return cfg.noCopy(f, dir, name)
	}
	return keepCopySettings(cfg, f, dir)
}

// gameFiles lists the files of a folder that hold games.
func gameFiles(dir string) (map[string]bool, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	found := map[string]bool{}
	for _, e := range entries {
		name := strings.TrimSuffix(strings.TrimSuffix(e.Name(), dataset.PartialExt), waitingExt)
		if filepath.Ext(name) == dataset.ShardExt || e.Name() == suspendedName {
			found[e.Name()] = true
		}
	}
	// What was left of saving waiting games is written anew when there are some.
	maps.DeleteFunc(found, func(name string, _ bool) bool { return strings.HasSuffix(name, waitingExt+dataset.PartialExt) })
	return found, nil
}

// add takes note of what there is of one copy.
func (p *copies) add(c *shardCopy, found map[string]bool) error {
	name := filepath.Base(c.path)
	if found[name] {
		p.done += c.header.Games
		return errors.Join(c.checkFinished(), removeIfThere(c.path+waitingExt))
	}
	if found[name+dataset.PartialExt] {
		w, err := dataset.Resume(c.path, c.header)
		if err != nil {
			return withRemedy(err)
		}
		c.writer, c.next = w, w.Next()
		p.done += w.Stored()
	}
	if found[name+waitingExt] {
		if err := c.loadWaiting(); err != nil {
			_, stopped := c.stop()
			return errors.Join(err, stopped)
		}
		p.done += len(c.waiting)
	}
	if c.writer != nil && c.writer.Full() {
		return c.finish() // all that was missing is its end
	}
	p.todo = append(p.todo, c)
	return nil
}

// close stops all copies.
func (p *copies) close() error {
	var err error
	for _, c := range p.todo {
		_, e := c.stop()
		err = errors.Join(err, e)
	}
	return err
}
