package main

import (
	"fmt"
	"runtime"
)

// maxWorkers is far above the cores of any machine; a mistyped number must not eat the memory.
const maxWorkers = 4096

// workerCount returns what --workers asks for; 0 is one a core.
func workerCount(asked int) (int, error) { return atOnce("--workers", asked) }

// threadCount returns what --threads of training asks for; 0 is one a core.
func threadCount(asked int) (int, error) { return atOnce("--threads", asked) }

func atOnce(flag string, asked int) (int, error) {
	if asked < 0 || asked > maxWorkers {
		return 0, usageError{fmt.Errorf("%s %d: want 0 to %d", flag, asked, maxWorkers)}
	}
	if asked == 0 {
		return runtime.GOMAXPROCS(0), nil
	}
	return asked, nil
}
