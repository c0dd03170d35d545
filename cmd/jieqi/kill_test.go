package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// asProgram makes the test binary behave as jieqi itself.
const asProgram = "JIEQI_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// program returns a command that runs jieqi in a process of its own.
func program(args ...string) *exec.Cmd {
	cmd := exec.Command(os.Args[0], args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// tinyRun is two whole rounds and a yardstick in a few seconds, with several blocks of games and several checkpoints.
const tinyRun = `preset = "quick"
phrase = "kills"
salt = "kills"
[selfplay]
games = 300
nodes = 40
[selfplay.win]
play_out_every = 2
[train]
samples = 40000
superbatch = 2560
batch = 512
[gate]
games = 20
nodes = 40
[yardstick]
games = 10
nodes = 40
`

// TestKilledRunsMakeTheSameNetwork kills rounds at random moments, in every stage sooner or later,
// and asks the resumed ones for the networks and decisions of an undisturbed one.
func TestKilledRunsMakeTheSameNetwork(t *testing.T) {
	config := filepath.Join(t.TempDir(), "tiny.toml")
	if err := os.WriteFile(config, []byte(tinyRun), 0o644); err != nil {
		t.Fatal(err)
	}
	whole := t.TempDir()
	begin := time.Now()
	runToEnd(t, "round", "run", "--run", whole, "--config", config)
	length := time.Since(begin)

	killed := t.TempDir()
	seed := uint64(time.Now().UnixNano())
	t.Logf("seed %d, undisturbed run took %v", seed, length)
	rng := rand.New(rand.NewPCG(seed, 0))
	for kills := 0; kills < 3; {
		cmd := program("round", "run", "--run", killed, "--config", config)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rng.Int64N(int64(length)/2)) + length/50)
		if err := cmd.Process.Kill(); err != nil {
			break // it came to its end before
		}
		if err := cmd.Wait(); err == nil {
			break
		}
		kills++
	}
	runToEnd(t, "round", "run", "--run", killed, "--config", config)

	for _, file := range []string{"registry.jsonl", "champion", "rounds/001/gate/result.json", "rounds/002/yardstick.done.json"} {
		if want, got := mustRead(t, whole, file), mustRead(t, killed, file); !bytes.Equal(want, got) {
			t.Errorf("%s differs:\nundisturbed %s\nkilled      %s", file, want, got)
		}
	}
	report := string(mustRead(t, killed, "report/index.html"))
	for _, want := range []string{"<svg", "Quantisation", "against material", "Yardstick", "against the built-in hce: ", "how often this rule promotes", "phrase = &#39;kills&#39;"} {
		if !strings.Contains(report, want) {
			t.Errorf("the report does not show %q", want)
		}
	}
	if want, got := networks(t, whole), networks(t, killed); want != got || !strings.Contains(want, ".nnue") {
		t.Errorf("networks %s, undisturbed %s", got, want)
	}
}

func mustRead(t *testing.T, dir, file string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, file))
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func runToEnd(t *testing.T, args ...string) {
	t.Helper()
	if out, err := program(args...).CombinedOutput(); err != nil {
		t.Fatalf("%q: %v\n%s", args, err, out)
	}
}

func networks(t *testing.T, run string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(run, "networks"))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return strings.Join(names, " ")
}
