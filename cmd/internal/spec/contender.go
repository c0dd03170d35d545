package spec

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"jieqi/engine"
	"jieqi/engine/referee"
	"jieqi/eval/match"
	"jieqi/eval/uciclient"
)

// External begins the spec of an engine that is a program of its own.
const External = "uci:"

// LoadContender returns the contender that text names: an evaluation as Load knows it, which searches with o,
// or "uci:" and an external engine in the form of uciclient.Parse. That one is told the threads and the
// size of the table in o too, if it has such options and its spec does not set them.
func LoadContender(text string, o engine.Options) (match.Contender, error) {
	if command, ok := strings.CutPrefix(text, External); ok {
		return external(command, o)
	}
	f, err := Load(text)
	if err != nil {
		return match.Contender{}, err
	}
	return match.Contender{
		Name: f.Name, Hash: f.Hash, Settings: fmt.Sprintf("Threads=%d; Hash=%d", max(1, o.Threads), o.HashMB),
		New: Players(f, o),
	}, nil
}

func external(command string, o engine.Options) (match.Contender, error) {
	cfg, err := uciclient.Parse(command)
	if err != nil {
		return match.Contender{}, TextError{err}
	}
	cfg.Defaults = []uciclient.Option{
		{Name: "Threads", Value: strconv.Itoa(max(1, o.Threads))},
		{Name: "Hash", Value: strconv.Itoa(max(1, o.HashMB))},
	}
	contents, err := cfg.Contents()
	if err != nil {
		return match.Contender{}, err
	}
	cfg.Pinned = &contents
	return match.Contender{
		Name: cfg.Label(), Hash: contents.Program, Files: contents.Files,
		Settings: fmt.Sprintf("%s; by default Threads=%s, Hash=%s", cfg.String(), cfg.Defaults[0].Value, cfg.Defaults[1].Value),
		New:      func(ctx context.Context) (referee.Player, error) { return uciclient.Start(ctx, cfg) },
	}, nil
}
