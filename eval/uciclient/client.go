package uciclient

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// Client is a running engine that plays. It is used by one goroutine at a time.
type Client struct {
	cfg     Config
	ctx     context.Context // ends every wait for the engine to get ready
	proc    link            // nil: not running
	unready error           // why the engine cannot play the current game
}

// link is a connection to a running engine. It is used by one goroutine at a time.
type link interface {
	// ask sends text and hands the lines that come to take until it returns true. At the deadline it gives up with
	// ErrStall; if the engine ends, with ErrCrash; if ctx ends, with its cause.
	ask(ctx context.Context, text string, deadline time.Time, take func(line string) bool) error
	// end asks the engine to end, and ends the connection after grace at the latest.
	end(grace time.Duration) error
}

// Start runs the engine of cfg and waits until it is ready for a game. An engine that does not take its options
// is an error: one that does not declare an option or cannot have its value, and, unless cfg is lenient, one that
// complains before its readyok. When ctx ends, so does this wait and that of every later NewGame, with the cause
// as the error; the engine itself is ended by Close.
func Start(ctx context.Context, cfg Config) (*Client, error) {
	orDefault(&cfg.Patience, DefaultPatience)
	orDefault(&cfg.Handshake, max(DefaultHandshake, cfg.Patience))
	orDefault(&cfg.QuitGrace, DefaultQuitGrace)
	c := &Client{cfg: cfg, ctx: ctx}
	if err := c.start(); err != nil {
		return nil, err // the caller says whose it is
	}
	return c, nil
}

func orDefault(d *time.Duration, value time.Duration) {
	if *d <= 0 {
		*d = value
	}
}

// start runs a process and makes it ready; on failure none is left.
func (c *Client) start() error {
	if err := c.connect(); err != nil {
		return err
	}
	if err := c.greet(); err != nil {
		return errors.Join(err, c.drop(0))
	}
	return nil
}

// connect runs a process, or opens the connection that cfg has in its place.
func (c *Client) connect() error {
	if c.cfg.Dial != nil {
		rw, err := c.cfg.Dial()
		if err == nil {
			c.proc = newStream(rw)
		}
		return err
	}
	path, err := c.cfg.program()
	if err == nil {
		err = c.cfg.checkPinned()
	}
	if err != nil {
		return err
	}
	p, err := start(path, c.cfg.Command, c.cfg.Dir)
	if err == nil {
		c.proc = p
	}
	return err
}

// greet goes through the beginning of the protocol.
func (c *Client) greet() error {
	var options declared
	if err := c.prepare("uci\n", func(line string) bool {
		options.note(line)
		return line == "uciok"
	}); err != nil {
		return fmt.Errorf("waiting for uciok: %w", err)
	}
	text, err := c.cfg.setOptions(&options)
	if err != nil {
		return err
	}
	complaint := ""
	if err := c.ready(text, func(line string) bool {
		if !c.cfg.Lenient && complains(line) {
			complaint = line
		}
		return complaint != ""
	}); err != nil {
		return err
	}
	if complaint != "" {
		return fmt.Errorf("after its options the engine said %q: correct the option, or add @lenient=yes if the engine plays as it should", clip(complaint))
	}
	return nil
}

// complaints are what engines say, in any case, that did not take an option or cannot find what it names.
var complaints = []string{"error", "no such option", "unknown", "not found", "failed"}

func complains(line string) bool {
	line = strings.ToLower(line)
	return slices.ContainsFunc(complaints, func(c string) bool { return strings.Contains(line, c) })
}

// ready sends text and waits until the engine has digested it. Lines before that go to enough, if there is one,
// which may end the wait.
func (c *Client) ready(text string, enough func(line string) bool) error {
	if err := c.prepare(text+"isready\n", func(line string) bool {
		return line == "readyok" || enough != nil && enough(line)
	}); err != nil {
		return fmt.Errorf("waiting for readyok: %w", err)
	}
	return nil
}

func (c *Client) prepare(text string, take func(string) bool) error {
	return c.proc.ask(c.ctx, text, time.Now().Add(c.cfg.Handshake), take)
}

// NewGame tells the engine that a new game begins, after starting it anew if it failed in the last
// one. An engine that does not get ready loses that game: its failure is the answer to the first
// Choose. Only what no engine can be blamed for, such as a program that is not there, is an error here.
func (c *Client) NewGame() error {
	c.unready = c.renew()
	if c.unready == nil || errors.Is(c.unready, referee.ErrCrash) || errors.Is(c.unready, referee.ErrStall) {
		return nil
	}
	return fmt.Errorf("%s: %w", c.cfg.Label(), c.unready)
}

func (c *Client) renew() error {
	if c.proc == nil {
		if err := c.start(); err != nil {
			return err
		}
	}
	if err := c.ready("ucinewgame\n", nil); err != nil {
		return errors.Join(err, c.drop(0))
	}
	return nil
}

// Choose asks the engine for a move. The score, depth and nodes of the answer are those it named last.
func (c *Client) Choose(ctx context.Context, view *rules.Game, l rules.Limits) (rules.Choice, error) {
	if c.unready != nil {
		return rules.Choice{}, c.unready
	}
	if c.proc == nil {
		return rules.Choice{}, fmt.Errorf("%w earlier in this game", referee.ErrCrash)
	}
	command, allowed, err := c.cfg.goCommand(l, view.Position().Side())
	if err != nil {
		return rules.Choice{}, err
	}
	if err := c.sync(ctx); err != nil {
		return rules.Choice{}, errors.Join(err, c.drop(0))
	}
	begin := time.Now()
	choice, err := c.answer(ctx, c.cfg.positionCommand(view)+command, begin.Add(allowed+c.cfg.Patience), view)
	if err != nil {
		return rules.Choice{}, errors.Join(err, c.drop(0))
	}
	choice.Time = time.Since(begin)
	return choice, nil
}

// sync passes over what the engine still says of its last search: a second bestmove would be taken for the answer
// to the next one.
func (c *Client) sync(ctx context.Context) error {
	deadline := time.Now().Add(c.cfg.Patience)
	if err := c.proc.ask(ctx, "isready\n", deadline, func(line string) bool { return line == "readyok" }); err != nil {
		return fmt.Errorf("waiting for readyok: %w", err)
	}
	return nil
}

// answer sends a search and reads until its bestmove.
func (c *Client) answer(ctx context.Context, text string, deadline time.Time, view *rules.Game) (rules.Choice, error) {
	var r report
	var best string
	if err := c.proc.ask(ctx, text, deadline, func(line string) bool {
		if strings.HasPrefix(line, "bestmove") {
			best = line
			return true
		}
		r.note(line)
		return false
	}); err != nil {
		return rules.Choice{}, err
	}
	m, err := parseBestMove(best)
	if err != nil {
		return rules.Choice{}, fmt.Errorf("%w: %w", referee.ErrCrash, err)
	}
	return r.choice(m, view.Position()), nil
}

// drop ends the process, if one is running.
func (c *Client) drop(grace time.Duration) error {
	if c.proc == nil {
		return nil
	}
	p := c.proc
	c.proc = nil
	return p.end(grace)
}

// Set changes an option of the engine, between games or between moves.
func (c *Client) Set(o Option) error {
	if c.proc == nil {
		return fmt.Errorf("%w before it could take its options", referee.ErrCrash)
	}
	return c.ready(o.command(), nil)
}

// Close ends the engine. The error says that it could not be ended.
func (c *Client) Close() error { return c.drop(c.cfg.QuitGrace) }
