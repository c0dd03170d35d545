//go:build unix

package cluster

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// chaosRun is a round of a few seconds.
const chaosRun = `preset = "quick"
phrase = "chaos"
salt = "chaos"
[selfplay]
games = %d
nodes = 60
[train]
samples = 40000
superbatch = 2560
batch = 512
[gate]
games = 20
nodes = 60
[yardstick]
games = 0
`

// chaos says how much is broken.
type chaos struct{ games, workerKills, hubKills, fullDisks int }

// TestChaos has four workers play a round for a hub, all of them processes, beside a worker that alters games, one that stalls and
// one that sends twice. Workers and the hub are killed and started again, and the hub's disk is full for a while. The run must be
// that of one machine, byte for byte, and the liar be named. JIEQI_CHAOS=1 breaks much more (`make chaos`).
func TestChaos(t *testing.T) {
	t.Parallel()
	how := chaos{games: 500, workerKills: 3, hubKills: 1, fullDisks: 1}
	if os.Getenv("JIEQI_CHAOS") != "" {
		how = chaos{games: 12_000, workerKills: 50, hubKills: 10, fullDisks: 2}
	}
	p := newProcesses(t)
	config := filepath.Join(p.dir, "run.toml")
	if err := os.WriteFile(config, fmt.Appendf(nil, chaosRun, how.games), 0o644); err != nil {
		t.Fatal(err)
	}
	whole, broken := filepath.Join(p.dir, "one"), filepath.Join(p.dir, "many")
	if out, err := exec.Command(p.program, "round", "run", "--run", whole, "--config", config, "--rounds", "1").CombinedOutput(); err != nil {
		t.Fatalf("on one machine: %v\n%s", err, out)
	}
	p.hub = []string{"round", "run", "--run", broken, "--config", config, "--rounds", "1", "--hub", p.addr, "--check", "1000", "--patience", "2s"}
	hub := p.start(p.hub...)
	// The liar has lied before anybody else plays, so that there is a lie to be found however fast the others are.
	lied := make(chan struct{})
	once := sync.OnceFunc(func() { close(lied) })
	liar := rogue(t, p.addr, func(w *playing, o order, data []byte, msg jetstream.Msg) {
		lies(t)(w, o, data, msg)
		once()
	})
	select {
	case <-lied:
	case <-time.After(5 * time.Minute):
		t.Fatal("the hub gave the liar nothing to do")
	}
	for i := range p.workers {
		p.workers[i] = p.worker(i)
	}
	rogue(t, p.addr, stalls(t))
	rogue(t, p.addr, repeats(t))
	if hub = p.breakAll(how, hub); hub != nil {
		if err := hub.Wait(); err != nil {
			t.Fatalf("the hub: %v\n%s", err, p.log)
		}
	}
	for _, file := range []string{"registry.jsonl", "champion"} {
		want, err := os.ReadFile(filepath.Join(whole, file))
		if err != nil {
			t.Fatal(err)
		}
		if got, err := os.ReadFile(filepath.Join(broken, file)); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s differs: %v\none machine %s\nmany        %s", file, err, want, got)
		}
	}
	sameShards(t, filepath.Join(whole, "rounds/001/selfplay"), filepath.Join(broken, "rounds/001/selfplay"))
	// A hub that was started again knows a worker by its key, until it says hello.
	if log := p.log.String(); !strings.Contains(log, "worker rogue is shut out: item") && !strings.Contains(log, "worker "+liar[:8]+" is shut out: item") {
		t.Errorf("the liar is not named:\n%s", p.log)
	}
}

// processes are a hub and its workers.
type processes struct {
	t       testing.TB
	dir     string
	program string
	addr    string
	hub     []string // the hub's arguments
	workers [4]*exec.Cmd
	log     *bytes.Buffer // of the hub, while it is not running
	random  *rand.Rand
}

// newProcesses builds the program.
func newProcesses(t testing.TB) *processes {
	t.Helper()
	dir := t.TempDir()
	p := &processes{t: t, dir: dir, program: filepath.Join(dir, "jieqi"), addr: freeAddr(t), log: new(bytes.Buffer)}
	if out, err := exec.Command("go", "build", "-o", p.program, "jieqi/cmd/jieqi").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d", seed)
	p.random = rand.New(rand.NewPCG(seed, 0))
	t.Cleanup(func() {
		for _, w := range p.workers {
			if w != nil {
				_ = w.Process.Kill()
				_ = w.Wait()
			}
		}
	})
	return p
}

// start starts a process of the program that writes to the log of the hub.
func (p *processes) start(args ...string) *exec.Cmd {
	return p.launch(exec.Command(p.program, args...))
}

func (p *processes) launch(cmd *exec.Cmd) *exec.Cmd {
	p.t.Helper()
	cmd.Stderr = p.log
	cmd.WaitDelay = time.Second
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	p.t.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

// worker starts worker i.
func (p *processes) worker(i int) *exec.Cmd {
	p.t.Helper()
	cmd := exec.Command(p.program, "worker", "--nats", "nats://"+p.addr, "--workers", "1", "--name", fmt.Sprint("w", i))
	if err := cmd.Start(); err != nil {
		p.t.Fatal(err)
	}
	return cmd
}

// breakAll kills workers and the hub in turn, at random moments, and returns the hub that is left alone; nil if a fast machine came
// to the end before everything was broken.
func (p *processes) breakAll(how chaos, hub *exec.Cmd) *exec.Cmd {
	p.t.Helper()
	each := max(1, how.workerKills/max(1, how.hubKills+how.fullDisks))
	for kills := 1; kills <= how.workerKills; kills++ {
		p.wait()
		i := p.random.IntN(len(p.workers))
		_ = p.workers[i].Process.Kill() // it may have ended
		_ = p.workers[i].Wait()
		p.workers[i] = p.worker(i)
		if kills%each != 0 {
			continue
		}
		_ = hub.Process.Kill()
		if hub.Wait() == nil {
			p.t.Logf("the run was over after %d kills", kills)
			return nil
		}
		if how.fullDisks > 0 {
			how.fullDisks--
			p.fillDisk()
		}
		hub = p.start(p.hub...)
	}
	return hub
}

// wait lets things go on for a moment.
func (p *processes) wait() { time.Sleep(time.Duration(200+p.random.IntN(600)) * time.Millisecond) }

// fillDisk runs the hub for a while where no file may grow beyond a few kilobytes. It may fail, or wait for room; what it has
// written must be of use.
func (p *processes) fillDisk() {
	p.t.Helper()
	limited := p.launch(exec.Command("sh", append([]string{"-c", `ulimit -f 16; exec "$0" "$@"`, p.program}, p.hub...)...))
	ended := make(chan error, 1)
	go func() { ended <- limited.Wait() }()
	select {
	case err := <-ended:
		if err == nil {
			p.t.Errorf("the hub came to its end on a full disk\n%s", p.log)
		}
	case <-time.After(10 * time.Second):
		_ = limited.Process.Signal(syscall.SIGKILL)
		<-ended
	}
}
