//go:build unix

package uciclient

import (
	"os/exec"
	"syscall"
)

// ownGroup puts the process that cmd will start into a new process group.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	noOrphan(cmd.SysProcAttr)
}

// killGroup kills cmd's process, which may have left its group, and what is left of the group. Both may be
// gone already, and that is fine.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	_ = cmd.Process.Kill()
}
