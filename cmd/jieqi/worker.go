package main

import (
	"fmt"
	"os"

	"jieqi/cmd/internal/cluster"
)

type workerCommand struct {
	NATS    string `name:"nats" required:"" help:"Where the hub is, such as nats://hub.example:4222." placeholder:"URL"`
	Creds   string `help:"File that jieqi hub invite wrote, or credentials of a NATS cluster. A hub on this machine may ask for none." type:"path" placeholder:"FILE"`
	Workers int    `help:"Games at a time; 0: one a core." default:"0"`
	Name    string `help:"What the hub's owner sees; the default is the machine's name." placeholder:"NAME"`
}

func (workerCommand) Help() string {
	return `Plays games for the hub of a run on another machine: self-play and the pairs of its gates. It is told all with each order, keeps
nothing, waits for a hub that is away, and hands back what it was playing when it is stopped. Build it from the hub's commit.

  jieqi worker --nats nats://127.0.0.1:4222
  jieqi worker --nats nats://hub.example:4222 --creds box-2.creds --workers 64`
}

func (c *workerCommand) Run(e *env) error {
	slots, err := workerCount(c.Workers)
	if err != nil {
		return err
	}
	o := cluster.WorkerOptions{URL: c.NATS, Name: c.Name, Slots: slots, Log: e.logf}
	if o.Name == "" {
		if o.Name, err = os.Hostname(); err != nil {
			return err
		}
	}
	if c.Creds != "" {
		if o.Credentials, err = cluster.ReadCredentials(c.Creds); err != nil {
			return err
		}
	}
	return cluster.Work(e.ctx, o)
}

// logf writes a line for people.
func (e *env) logf(format string, args ...any) { fmt.Fprintf(e.stderr, format+"\n", args...) }
