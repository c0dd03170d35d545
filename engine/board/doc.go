// Package board is the Jieqi position as one observer may know it: points, pieces,
// pools of unseen identities, legal moves, make and unmake, the hash key and static exchange.
//
// A Position never contains a hidden identity. A face-down piece is FaceDown and nothing more;
// what it turns out to be arrives as an argument of Make.
package board
