package round

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/nnue"
)

// Settle returns the configuration of the run in f. A new run takes wanted, or the quick preset when that
// is nil, with champion in it if that is not empty, and writes it down. Where the first champion is the file
// of a network, the run keeps a copy and knows it by its name. An old run keeps its settings: wanted
// and champion must not differ from them.
func Settle(f Folder, wanted *Config, champion string) (Config, error) {
	text, err := os.ReadFile(f.ConfigFile())
	if errors.Is(err, fs.ErrNotExist) {
		return begin(f, wanted, champion)
	}
	if err != nil {
		return Config{}, fmt.Errorf("read the run's configuration: %w", err)
	}
	c, err := ParseConfig(text)
	if err != nil {
		return Config{}, fmt.Errorf("%s: %w", f.ConfigFile(), err)
	}
	if whole, err := c.encode(); err != nil {
		return Config{}, err
	} else if !bytes.Equal(whole, text) {
		return Config{}, fmt.Errorf("%s: not as this version writes it; go on with the version that began the run, or give another --run", f.ConfigFile())
	}
	asked := c.with(wanted, champion)
	if asked.Champion, err = named(asked.Champion); err != nil {
		return Config{}, err
	}
	same, err := asked.encode()
	if err != nil {
		return Config{}, err
	}
	if !bytes.Equal(same, text) {
		return Config{}, fmt.Errorf("%s: the run was begun with other settings, and they never change; "+
			"leave --preset, --config and --champion out to go on with it, or give another --run", f.ConfigFile())
	}
	return c, nil
}

func begin(f Folder, wanted *Config, champion string) (Config, error) {
	quick, err := Preset(Presets[0])
	if err != nil {
		return Config{}, err
	}
	c := quick.with(wanted, champion)
	if err := c.Check(); err != nil {
		return Config{}, err
	}
	if c.Champion, err = f.adopt(c.Champion); err != nil {
		return Config{}, fmt.Errorf("champion: %w", err)
	}
	text, err := c.encode()
	if err != nil {
		return Config{}, err
	}
	if err := os.MkdirAll(string(f), 0o755); err != nil {
		return Config{}, err
	}
	return c, durable.WriteFile(f.ConfigFile(), text)
}

// with returns wanted, or c where that is nil, with champion in it unless that is empty.
func (c Config) with(wanted *Config, champion string) Config {
	if wanted != nil {
		c = *wanted
	}
	if champion != "" {
		c.Champion = champion
	}
	return c
}

func (c *Config) encode() ([]byte, error) {
	text, err := toml.Marshal(c)
	if err != nil {
		return nil, fmt.Errorf("encode the configuration: %w", err)
	}
	return text, nil
}

// adopt makes what champion names part of the run, and returns the name by which evaluation finds it.
func (f Folder) adopt(champion string) (string, error) {
	if !strings.HasSuffix(champion, nnue.Extension) {
		_, err := f.evaluation(champion)
		if errors.Is(err, fs.ErrNotExist) {
			_, err = spec.Load(champion) // which says what the text should be
		}
		return champion, err
	}
	n, err := nnue.ReadFile(champion)
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(f.Networks(), 0o755); err != nil {
		return "", err
	}
	_, err = n.WriteFile(f.Networks())
	return n.Name(), err
}

// named returns the name of the network in the file that champion names, and of anything else champion itself.
func named(champion string) (string, error) {
	if !strings.HasSuffix(champion, nnue.Extension) {
		return champion, nil
	}
	n, err := nnue.ReadFile(champion)
	if err != nil {
		return "", fmt.Errorf("champion: %w", err)
	}
	return n.Name(), nil
}

// evaluation returns the factory of an evaluation that is built in, or of a network of the run.
func (f Folder) evaluation(name string) (engine.Factory, error) {
	if !spec.BuiltIn(name) {
		name = filepath.Join(f.Networks(), name+nnue.Extension)
	}
	return spec.Load(name)
}
