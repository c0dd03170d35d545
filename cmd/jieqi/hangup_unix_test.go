//go:build unix

package main

import (
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A hang-up ends the work as an interrupt does, with nothing lost and how to go on, but for a program that was
// started to outlive its terminal.
func TestHangUp(t *testing.T) {
	if signal.Ignored(syscall.SIGHUP) {
		t.Skip("these tests outlive their terminal, and so does what they start")
	}
	for _, nohup := range []bool{false, true} {
		dir := filepath.Join(t.TempDir(), "games")
		cmd := program("selfplay", "--out", dir, "--games", "1000000", "--nodes", "50", "--workers", "1")
		if nohup {
			cmd.Args = append([]string{"sh", "-c", `trap "" HUP; exec "$@"`, "sh"}, cmd.Args...)
			cmd.Path = "/bin/sh"
		}
		var stderr strings.Builder
		cmd.Stderr = &stderr
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if files, _ := filepath.Glob(filepath.Join(dir, "*.partial")); len(files) > 0 {
				break
			}
			if time.Since(begun) > time.Minute {
				t.Fatal("no game within a minute")
			}
		}
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		if err := cmd.Process.Signal(syscall.SIGHUP); err != nil {
			t.Fatal(err)
		}
		if nohup {
			select {
			case err := <-ended:
				t.Fatalf("it ended all the same: %v, %s", err, &stderr)
			case <-time.After(300 * time.Millisecond):
			}
			if err := cmd.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
		<-ended
		if cmd.ProcessState.ExitCode() != exitFailed || !strings.Contains(stderr.String(), "resume to go on") ||
			strings.Contains(stderr.String(), "context canceled") {
			t.Errorf("nohup %v: %v, %s", nohup, cmd.ProcessState, &stderr)
		}
	}
}
