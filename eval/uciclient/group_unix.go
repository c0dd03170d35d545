//go:build unix

package uciclient

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process that cmd will start into a new process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills what is left of the group of cmd's process. It may be gone already, and that is fine.
func killGroup(cmd *exec.Cmd) { _ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
