//go:build unix

package main

import (
	"os"
	"os/signal"
	"syscall"
)

// hangUp is the signal that a terminal sends when it closes, which ends work as an interrupt does, unless the program
// was started to outlive its terminal, as by nohup.
func hangUp() []os.Signal {
	if signal.Ignored(syscall.SIGHUP) {
		return nil
	}
	return []os.Signal{syscall.SIGHUP}
}
