package trainer

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"testing"

	"jieqi/trainer/feed"
)

// killFolder tells the re-executed test binary where to train.
const killFolder = "JIEQI_TEST_TRAIN_INTO"

func TestMain(m *testing.M) {
	if dir := os.Getenv(killFolder); dir != "" {
		trainForKill(dir)
		return
	}
	os.Exit(m.Run())
}

func killRun() (feed.Corpus, Config) {
	cfg, err := Preset("quick")
	if err != nil {
		panic(err)
	}
	cfg.Samples, cfg.Batch, cfg.Superbatch, cfg.Window = 18*256, 256, 3*256, 3000
	cfg.Validation = 500
	return feed.NewSynthetic(12, 1), cfg
}

// trainForKill trains, resuming, and says each step on standard output.
func trainForKill(dir string) {
	c, cfg := killRun()
	_, err := train(context.Background(), c, cfg, dir, Options{Threads: 2, Resume: true, Progress: func(p Progress) {
		fmt.Println(p.Step)
	}})
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// A run killed again and again, at different moments, ends with the same bits as one left alone.
func TestKilledRunGoesOnToTheSameBits(t *testing.T) {
	c, cfg := killRun()
	want := mustTrain(t, c, cfg, t.TempDir(), Options{Threads: 2})
	out := t.TempDir()
	for i, lines := range []int{1, 4, 5} {
		trainAndKill(t, out, lines)
		if _, err := os.Stat(out + "/" + resultName); err == nil {
			t.Fatalf("the run was finished before kill %d", i)
		}
	}
	if got := mustTrain(t, c, cfg, out, Options{Threads: 3, Resume: true}); !bytes.Equal(got, want) {
		t.Error("a killed and resumed run ends with another network")
	}
}

// trainAndKill starts training in another process and kills it when it has said some lines.
func trainAndKill(t *testing.T, dir string, lines int) {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	cmd.Env = append(os.Environ(), killFolder+"="+dir)
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(stdout)
	for range lines {
		if !in.Scan() {
			t.Errorf("the process ended by itself: %v", in.Err())
		}
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Error(err)
	}
	if err := cmd.Wait(); err == nil {
		t.Error("the process ended by itself before it was killed")
	}
}
