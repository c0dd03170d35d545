package uciclient

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestAKilledOwnerLeavesNoOrphan(t *testing.T) {
	t.Parallel()
	owner := exec.Command(os.Args[0], asEngine, "owner")
	out, err := owner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	line, _ := bufio.NewReader(out).ReadString('\n')
	_ = owner.Process.Kill()
	_ = owner.Wait() // says that it was killed
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	if err != nil {
		t.Fatalf("the owner printed %q", line)
	}
	if !gone(pid) {
		t.Errorf("engine %d is left", pid)
	}
}

// TestAnEngineOutlivesTheThreadOfItsCaller ends the threads that called Start, as Go does with some.
func TestAnEngineOutlivesTheThreadOfItsCaller(t *testing.T) {
	t.Parallel()
	var clients [2]*Client // the first thread of a program does not end; two cannot both be that
	var errs [2]error
	var locked, started sync.WaitGroup
	locked.Add(len(clients))
	for i := range clients {
		started.Go(func() {
			runtime.LockOSThread() // without an unlock the thread ends with the goroutine
			locked.Done()
			locked.Wait()
			clients[i], errs[i] = Start(context.Background(), engine("good"))
		})
	}
	started.Wait()
	time.Sleep(200 * time.Millisecond)
	for i, c := range clients {
		if errs[i] != nil {
			t.Error(errs[i])
			continue
		}
		if err := c.NewGame(); err != nil || c.unready != nil {
			t.Errorf("the engine is gone: %v, %v", err, c.unready)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}
}
