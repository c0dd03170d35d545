//go:build !amd64 || purego

package kernel

// possible lists the sets that this machine's instructions allow.
func possible() []*Set { return []*Set{&scalar} }
