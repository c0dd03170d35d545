package main

import (
	"fmt"
	"os"
	"path/filepath"

	"jieqi/cmd/internal/serve"
	"jieqi/engine/rules"
)

type serveCommand struct {
	Folder string   `name:"run" help:"Folder of a run to follow; its games are shown too." type:"path" placeholder:"DIR"`
	Data   []string `help:"Shards, folders of shards, matches and runs whose games are shown." type:"several" placeholder:"PATH"`
	Net    []string `help:"Who can be played against: shipped, hce, material, network files or uci:COMMAND. All but the last also explain positions. The first two are always there." type:"several" placeholder:"SPEC"`
	Rules  string   `help:"Rules preset of games that are played here: tiantian or guangdong." default:"tiantian"`
	Keep   string   `help:"Folder of games that are played here; the default is in the user's folder of caches." type:"path" placeholder:"DIR"`
	Addr   string   `help:"Address to serve at. One that other machines can reach needs --token." default:"127.0.0.1:8080"`
	Token  string   `help:"Text of at least 16 characters that a browser must bring along once." placeholder:"TEXT"`
	Host   []string `help:"Further names by which the server is reached, such as that of a proxy." type:"several" placeholder:"NAME"`
}

func (serveCommand) Help() string {
	return `Serves pages to play, to look into positions, to leaf through games and to follow a run. What they show is fixed by these
flags: no page can name a file or a command. Games that are not over are kept, and can be gone on with after a restart.

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
	keep, err := c.keep()
	if err != nil {
		return err
	}
	given := serve.Given{
		Run: c.Folder, Data: c.Data, Specs: c.Net, Rules: preset, Keep: keep, Addr: c.Addr, Token: c.Token, Hosts: hosts,
		Log: func(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) },
	}
	return serve.Start(e.ctx, given, func(address string) { fmt.Fprintln(e.stdout, address) })
}

// keep returns the folder of games that are played here.
func (c *serveCommand) keep() (string, error) {
	if c.Keep != "" {
		return c.Keep, nil
	}
	caches, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("%w; name a folder of games with --keep", err)
	}
	return filepath.Join(caches, "jieqi", "play"), nil
}
