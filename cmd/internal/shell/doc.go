// Package shell writes commands for a person to copy into a POSIX shell.
package shell
