//go:build !amd64

package kernel

// available lists the sets this machine can run.
func available() []*Set { return []*Set{&scalar} }
