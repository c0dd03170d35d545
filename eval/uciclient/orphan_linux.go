package uciclient

import "syscall"

// noOrphan has the process killed when the thread that started it ends, as it does with this program.
// process.run keeps that thread alive for as long as the process.
func noOrphan(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }
