//go:build !unix

package uciclient

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// killGroup kills cmd's process, where there are no groups. It may be gone already, and that is fine.
func killGroup(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
