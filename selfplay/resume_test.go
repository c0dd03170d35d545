package selfplay

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"jieqi/dataset"
)

// childEnv tells the re-executed test binary what to do: "dir" to play, "dir:parents" to rescore. Both may end in
// ":limit", the limit in bytes being that of a file's size, as a full disk would set it.
const childEnv = "SELFPLAY_TEST_CHILD"

func TestMain(m *testing.M) {
	if spec := os.Getenv(childEnv); spec != "" {
		if err := child(strings.Split(spec, ":")); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func child(spec []string) error {
	dir, spec := spec[0], spec[1:]
	parents := ""
	if len(spec) > 0 && filepath.IsAbs(spec[0]) {
		parents, spec = spec[0], spec[1:]
	}
	if len(spec) > 0 {
		if err := limitFiles(spec[0]); err != nil {
			return err
		}
	}
	if parents != "" {
		c := testRescoring()
		c.Resume = true
		_, err := Rescore(context.Background(), c, testFactory(), []string{parents}, dir, nil)
		return err
	}
	c := killConfig()
	c.Resume = true
	_, err := Run(context.Background(), c, testFactory(), dir, nil)
	return err
}

func killConfig() Config {
	c := testConfig(48)
	c.Nodes = 100
	return c
}

func childCommand(t *testing.T, spec string) *exec.Cmd {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), childEnv+"="+spec)
	return cmd
}

// TestKilledAtRandomMoments kills a run again and again, without warning, until one gets through.
func TestKilledAtRandomMoments(t *testing.T) {
	want := mustRun(t, killConfig(), t.TempDir()).ContentHash
	dir := t.TempDir()
	kills := killAgainAndAgain(t, dir)
	c := killConfig()
	c.Resume = true
	s := mustRun(t, c, dir)
	if s.ContentHash != want {
		t.Errorf("content hash after %d kills is %s, want %s", kills, s.ContentHash, want)
	}
	mustVerify(t, dir)
	t.Logf("%d kills", kills)
}

// killAgainAndAgain kills children at random moments, until one gets through or four are dead.
func killAgainAndAgain(t *testing.T, spec string) (kills int) {
	t.Helper()
	rng := rand.New(rand.NewPCG(uint64(time.Now().UnixNano()), 1))
	for kills < 4 {
		cmd := childCommand(t, spec)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		killer := time.AfterFunc(time.Duration(50+rng.IntN(900))*time.Millisecond, func() { cmd.Process.Kill() })
		if err := cmd.Wait(); err == nil {
			killer.Stop()
			break
		}
		kills++
	}
	return kills
}

func mustVerify(t *testing.T, dir string) {
	t.Helper()
	r, err := dataset.Verify(context.Background(), []string{dir}, 2, nil)
	if err := errors.Join(err, r.Err()); err != nil {
		t.Error(err)
	}
}

// TestInterrupted cancels a run at random moments. No finished game is played twice: what the
// sessions played adds up to the games asked for.
func TestInterrupted(t *testing.T) {
	c := killConfig()
	want := mustRun(t, c, t.TempDir()).ContentHash
	dir, played, stops := t.TempDir(), 0, 0
	c.Resume, c.Workers = true, 3
	for {
		ctx, cancel := context.WithCancelCause(context.Background())
		stopAfter := 1 + 5*stops
		s, err := Run(ctx, c, testFactory(), dir, func(p Progress) {
			if p.Played >= stopAfter {
				cancel(errStop)
			}
		})
		cancel(nil)
		if err == nil {
			if played += s.Run.Played; played != c.Games {
				t.Errorf("%d games played for %d, over %d stops", played, c.Games, stops)
			}
			if s.ContentHash != want {
				t.Errorf("content hash %s, want %s", s.ContentHash, want)
			}
			break
		}
		if !errors.Is(err, errStop) || !strings.Contains(err.Error(), "resume") {
			t.Fatal(err)
		}
		stops++
		played = finished(t, dir, c)
		if said := fmt.Sprintf("stopped with %d of %d games", played, c.Games); !strings.Contains(err.Error(), said) {
			t.Errorf("%d games are kept; the error says %v", played, err)
		}
	}
	if stops < 2 {
		t.Errorf("stopped %d times only", stops)
	}
	if _, err := os.Stat(filepath.Join(dir, suspendedName)); err == nil {
		t.Errorf("%s is left over", suspendedName)
	}
}

var errStop = errors.New("stopped by the test")

// finished counts the finished games in a folder.
func finished(t *testing.T, dir string, c Config) int {
	t.Helper()
	f := testFactory()
	p, err := open(&c, &f, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer p.close()
	return p.done(&c)
}
