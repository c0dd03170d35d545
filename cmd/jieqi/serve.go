package main

import (
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strings"

	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/play"
	"jieqi/cmd/internal/round"
	"jieqi/cmd/internal/serve"
	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/rules"
)

type serveCommand struct {
	Folder string   `name:"run" help:"Folder of a run to follow; its games are shown too." type:"path" placeholder:"DIR"`
	Data   []string `help:"Shards, folders of shards, matches or runs, whose games are shown." type:"several" placeholder:"PATH"`
	Net    []string `help:"Who can be played against: hce, material, network files or uci:COMMAND. All but the last also explain positions. hce is always there." type:"several" placeholder:"SPEC"`
	Rules  string   `help:"Rules preset of games that are played here: tiantian or guangdong." default:"tiantian"`
	Keep   string   `help:"Folder of games that are played here; they can be gone on with. The default is in the user's folder of caches." type:"path" placeholder:"DIR"`
	Addr   string   `help:"Address to serve at. Others than this machine can reach any but a loopback address, which needs --token." default:"127.0.0.1:8080"`
	Token  string   `help:"Text of at least 16 characters that a browser must bring along." placeholder:"TEXT"`
	Host   []string `help:"Further names that the server is reached by, such as that of a proxy." type:"several" placeholder:"NAME"`
}

func (serveCommand) Help() string {
	return `Serves pages to play, to look into positions, to leaf through games and to follow a run. What they show is fixed by these
flags: no page can name a file or a command. An interrupt ends it; games that are not over are kept.

  jieqi serve
  jieqi serve --run runs/quick --net runs/quick/networks/*.nnue
  jieqi serve --data games /tmp/match --addr 0.0.0.0:8080 --token "$(head -c 12 /dev/urandom | base64)"`
}

func (c *serveCommand) Run(e *env) error {
	hosts, err := serve.Hosts(c.Addr, c.Token, c.Host)
	if err != nil {
		return usageError{err}
	}
	preset, err := rules.Preset(c.Rules)
	if err != nil {
		return usageError{fmt.Errorf("--rules: %w", err)}
	}
	cfg := serve.Config{Run: round.Folder(c.Folder), Token: c.Token, Hosts: hosts, Log: func(format string, args ...any) {
		fmt.Fprintf(e.stderr, format+"\n", args...)
	}}
	opponents, stop, err := c.load(&cfg)
	if err != nil {
		return err
	}
	defer stop()
	if _, err := c.places(); err != nil {
		return err
	}
	keep, err := c.keep()
	if err != nil {
		return err
	}
	cfg.Hall, err = play.Open(play.Config{Opponents: opponents, Adviser: play.Evaluation(cfg.Evaluations[0]), Rules: preset, Folder: keep, Log: cfg.Log})
	if errors.Is(err, durable.ErrInUse) {
		err = fmt.Errorf("%w; give this server another folder with --keep", err)
	}
	if err != nil {
		return err
	}
	defer cfg.Hall.Close()
	cfg.Library = library.Open(e.ctx, c.places)
	listener, err := net.Listen("tcp", c.Addr)
	if err != nil {
		return fmt.Errorf("%w; --addr takes another address", err)
	}
	fmt.Fprintf(e.stdout, "http://%s/%s\n", listener.Addr(), c.query())
	return serve.Serve(e.ctx, listener, serve.Handler(cfg))
}

// query is what the printed address has behind it.
func (c *serveCommand) query() string {
	if c.Token == "" {
		return ""
	}
	return "?token=" + strings.NewReplacer("%", "%25", "&", "%26", "+", "%2B", "#", "%23", " ", "%20").Replace(c.Token)
}

// load loads everybody who can be played against, and puts what explains positions into cfg. stop ends their programs.
func (c *serveCommand) load(cfg *serve.Config) (opponents []play.Opponent, stop func(), err error) {
	var programs []interface{ Close() error }
	stop = func() {
		for _, p := range programs {
			p.Close() // it is of no more use whatever it says
		}
	}
	specs := c.Net
	if len(specs) == 0 || !strings.Contains(" "+strings.Join(specs, " ")+" ", " "+spec.HandCrafted+" ") {
		specs = append(specs, spec.HandCrafted)
	}
	for _, text := range specs {
		if strings.HasPrefix(text, spec.External) {
			contender, err := spec.LoadContender(text, engine.Options{Threads: 1, HashMB: 16})
			if err != nil {
				return nil, stop, err
			}
			o, program := play.External(contender)
			opponents, programs = append(opponents, o), append(programs, program)
			continue
		}
		f, err := spec.Load(text)
		if err != nil {
			return nil, stop, err
		}
		opponents, cfg.Evaluations = append(opponents, play.Evaluation(f)), append(cfg.Evaluations, f)
	}
	return opponents, stop, nil
}

// places finds where games lie: those given, and those of runs as far as they have come.
func (c *serveCommand) places() (places []library.Place, err error) {
	paths := c.Data
	if c.Folder != "" {
		paths = append([]string{c.Folder}, paths...)
	}
	for _, path := range paths {
		if _, err := os.Stat(round.Folder(path).ConfigFile()); err != nil {
			if _, err := os.Stat(path); err != nil {
				return nil, err
			}
			places = append(places, library.PlaceOf(path))
			continue
		}
		places = append(places, runPlaces(round.Folder(path))...)
	}
	return places, nil
}

// runPlaces returns where the games of a run lie that there are so far.
func runPlaces(f round.Folder) (places []library.Place) {
	name := filepath.Base(string(f))
	for n := 1; ; n++ {
		r := f.Round(n)
		if _, err := os.Stat(r.SelfPlay()); err != nil {
			return places
		}
		for what, dir := range map[string]string{"self-play": r.SelfPlay(), "gate": r.Gate(), "yardstick": r.Yardstick()} {
			_, shards := os.Stat(filepath.Join(dir, "manifest.jsonl"))
			_, pairs := os.Stat(filepath.Join(dir, "pairs.jsonl"))
			if shards == nil || pairs == nil {
				places = append(places, library.Place{Name: fmt.Sprintf("%s, round %d, %s", name, n, what), Path: dir})
			}
		}
	}
}

// keep returns the folder of games that are played here.
func (c *serveCommand) keep() (string, error) {
	if c.Keep != "" {
		return c.Keep, nil
	}
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("there is no folder of caches (%w); name one with --keep", err)
	}
	return filepath.Join(caches, "jieqi", "play"), nil
}
