// Package bench searches fixed positions to a fixed depth, for speed and for a signature.
//
// The number of nodes is the signature of everything that decides what is searched: the same
// program prints the same number on every machine, run after run; a change of it is a change of
// behaviour. The number of nodes per second depends on the machine.
//
// The signature of the hand-crafted evaluation is kept in testdata/signature.txt and checked by the
// tests; so are, in testdata/switches.txt, the nodes of shallower searches without each of the search's
// switches. A change made on purpose is recorded by
//
//	go test ./engine/bench -update
//
// and the new number belongs in the commit message.
package bench
