package serve

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/url"
	"slices"
	"strings"

	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/play"
	"jieqi/cmd/internal/round"
	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/rules"
)

// Given is what a server is started with.
type Given struct {
	Run   string   // folder of a run; "": none
	Data  []string // paths of shards, matches and runs
	Specs []string // who plays; what is built in comes after them
	Rules rules.Rules
	Keep  string // folder of games that are played
	Addr  string
	Token string
	Hosts []string // as Hosts returns them
	Log   func(format string, args ...any)
}

// Start serves until ctx ends. ready is told the address to open.
func Start(ctx context.Context, g Given, ready func(address string)) (err error) {
	cfg := Config{Run: round.Folder(g.Run), Token: g.Token, Hosts: g.Hosts, Log: g.Log}
	opponents, programs, err := load(g.Specs, &cfg)
	defer func() {
		for _, p := range programs {
			err = errors.Join(err, p.Close())
		}
	}()
	if err != nil {
		return err
	}
	paths := g.Data
	if g.Run != "" {
		if _, err := round.Ask(cfg.Run); err != nil {
			return err
		}
		paths = append([]string{g.Run}, paths...)
	}
	look := func() ([]library.Place, error) { return places(paths) }
	if _, err := look(); err != nil {
		return err
	}
	cfg.Library = library.Open(ctx, look)
	cfg.Hall, err = play.Open(play.Config{Opponents: opponents, Adviser: play.Evaluation(cfg.Evaluations[0]), Rules: g.Rules, Folder: g.Keep, Log: g.Log})
	if errors.Is(err, durable.ErrInUse) {
		err = fmt.Errorf("%w; give this server another folder with --keep", err)
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, cfg.Hall.Close()) }()
	listener, err := net.Listen("tcp", g.Addr)
	if err != nil {
		return fmt.Errorf("%w; --addr takes another address", err)
	}
	address := url.URL{Scheme: "http", Host: listener.Addr().String(), Path: "/"}
	if g.Token != "" {
		address.RawQuery = url.Values{"token": {g.Token}}.Encode()
	}
	ready(address.String())
	return Serve(ctx, listener, Handler(cfg))
}

// load loads everybody who can be played against, and puts what explains positions into cfg. The programs must be closed,
// whatever the error.
func load(specs []string, cfg *Config) (opponents []play.Opponent, programs []io.Closer, err error) {
	for _, builtIn := range []string{spec.Shipped, spec.HandCrafted} {
		if !slices.Contains(specs, builtIn) {
			specs = append(slices.Clip(specs), builtIn)
		}
	}
	for _, text := range specs {
		if !strings.HasPrefix(text, spec.External) {
			f, err := spec.Load(text)
			if err != nil {
				return nil, programs, err
			}
			opponents, cfg.Evaluations = append(opponents, play.Evaluation(f)), append(cfg.Evaluations, f)
			continue
		}
		contender, err := spec.LoadContender(text, engine.Options{Threads: 1, HashMB: 16})
		if err != nil {
			return nil, programs, err
		}
		o, program := play.External(contender)
		opponents, programs = append(opponents, o), append(programs, program)
	}
	return opponents, programs, nil
}
