package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"time"

	"jieqi/cmd/internal/cluster"
	"jieqi/cmd/internal/round"
	"jieqi/cmd/internal/shell"
)

type hubCommand struct {
	Invite hubInviteCommand `cmd:"" help:"Make the key with which one worker may play for a run."`
	Revoke hubRevokeCommand `cmd:"" help:"Let a worker in no more."`
	Guests hubGuestsCommand `cmd:"" help:"List who was invited."`
}

// hubFlags are those of the commands about a run's hub.
type hubFlags struct {
	Folder string `required:"" name:"run" help:"Folder of the run." type:"path"`
}

// hub is the folder that they are about.
func (c *hubFlags) hub() string { return round.Folder(c.Folder).Hub() }

type hubInviteCommand struct {
	hubFlags
	Name string `arg:"" help:"What the worker is called."`
	Out  string `help:"File of the invitation; the default is NAME.creds here." type:"path" placeholder:"FILE"`
}

func (hubInviteCommand) Help() string {
	return `Writes a file for one worker: its key, and the certificate of the hub. Whoever has it can play for the run. A hub that has guests
asks everybody for a key and encrypts; one at work takes note within a second, unless it was begun without any guest.

  jieqi hub invite box-2 --run runs/long
  jieqi worker --nats nats://hub.example:4222 --creds box-2.creds`
}

func (c *hubInviteCommand) Run(e *env) error {
	out := c.Out
	if out == "" {
		out = c.Name + ".creds"
	}
	if _, err := os.Lstat(out); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is there already: name another file with --out", out)
	}
	creds, err := cluster.Invite(c.hub(), c.Name)
	if err != nil {
		return err
	}
	if err := os.WriteFile(out, creds.Encode(), 0o600); err != nil {
		return errors.Join(err, cluster.Revoke(c.hub(), c.Name))
	}
	_, err = fmt.Fprintln(e.stdout, out)
	return err
}

type hubRevokeCommand struct {
	hubFlags
	Name string `arg:"" help:"What the worker is called."`
}

func (hubRevokeCommand) Help() string {
	return `The worker's key is let in no more; one that is connected is cut off within a second.

  jieqi hub revoke box-2 --run runs/long`
}

func (c *hubRevokeCommand) Run(*env) error {
	return cluster.Revoke(c.hub(), c.Name)
}

type hubGuestsCommand struct {
	hubFlags
	JSON bool `help:"Print one JSON array."`
}

func (hubGuestsCommand) Help() string {
	return `Lists the workers that were invited, with their public keys, and why one is shut out, if it is.

  jieqi hub guests --run runs/long`
}

func (c *hubGuestsCommand) Run(e *env) error {
	if _, err := os.Stat(c.hub()); err != nil {
		return fmt.Errorf("nobody was invited: %w", err)
	}
	guests, err := cluster.Guests(c.hub())
	if err != nil {
		return err
	}
	if c.JSON {
		return printJSON(e.stdout, append([]cluster.Guest{}, guests...))
	}
	for _, g := range guests {
		line := g.Name + " " + g.Key
		if g.Shut != "" {
			line += " shut out: " + g.Shut
		}
		if _, err := fmt.Fprintln(e.stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// hubOptions are the flags of `jieqi round run` that have other machines play.
type hubOptions struct {
	Hub      string        `help:"Serve workers at this address, and have them play. One that other machines can reach needs guests: see jieqi hub invite." placeholder:"ADDR" xor:"hub"`
	NATS     string        `name:"nats" help:"Have workers play that are reached over a NATS cluster of one's own." placeholder:"URL" xor:"hub"`
	Creds    string        `help:"With --nats: file of its credentials." type:"path" placeholder:"FILE"`
	Check    int           `help:"With workers: per mille of the items that a second worker plays too; of the gate's pairs all, unless this is 0." default:"20"`
	Patience time.Duration `help:"With workers: how long one may be silent, at least as long as a game takes, before another gets its order." default:"2m"`
	Metrics  string        `help:"With workers: serve metrics for Prometheus at this address, under /metrics." placeholder:"ADDR"`
}

// wanted reports whether other machines are to play.
func (o *hubOptions) wanted() bool { return o.Hub != "" || o.NATS != "" }

// check reports flags that say nothing without another.
func (o *hubOptions) check() error {
	switch {
	case o.Creds != "" && o.NATS == "":
		return usageError{errors.New("--creds: is for a NATS cluster, see --nats")}
	case o.Metrics != "" && !o.wanted():
		return usageError{errors.New("--metrics: there is no hub: give --hub or --nats")}
	case o.Check < 0 || o.Check > 1000:
		return usageError{fmt.Errorf("--check %d: want 0 to 1000", o.Check)}
	case o.Patience < time.Second:
		return usageError{fmt.Errorf("--patience %v: want a second at least", o.Patience)}
	}
	return nil
}

// words are the flags again.
func (o *hubOptions) words() (out []string) {
	for _, f := range []struct{ name, value string }{{"--hub", o.Hub}, {"--nats", o.NATS}, {"--creds", o.Creds}, {"--metrics", o.Metrics}} {
		if f.value != "" {
			out = append(out, f.name, f.value)
		}
	}
	if o.wanted() {
		out = append(out, "--check", strconv.Itoa(o.Check), "--patience", o.Patience.String())
	}
	return out
}

// withHub calls work with the hub that the flags ask for, or nil.
func (o *hubOptions) withHub(e *env, f round.Folder, work func(*cluster.Hub) error) error {
	if !o.wanted() {
		return work(nil)
	}
	h, err := o.open(e, f)
	if err != nil {
		return err
	}
	return errors.Join(work(h), h.Close())
}

// open starts the hub of a run.
func (o *hubOptions) open(e *env, f round.Folder) (*cluster.Hub, error) {
	options := cluster.Options{
		Addr: o.Hub, URL: o.NATS, Folder: f.Hub(), Spec: f.Spec, Check: o.Check, Patience: o.Patience, Metrics: o.Metrics, Log: e.logf,
	}
	if o.Creds != "" {
		var err error
		if options.Credentials, err = cluster.ReadCredentials(o.Creds); err != nil {
			return nil, err
		}
	}
	h, err := cluster.Open(e.ctx, options)
	if err != nil {
		return nil, err
	}
	e.logf("hub: waiting for workers: `%s`", shell.Command(h.Call()...))
	return h, nil
}
