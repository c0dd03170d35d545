// Package boardtest is for tests alone: random plies and reflected positions.
//
// Promised: what Ply returns is legal, and each of its identities is left in its pool; the same random numbers
// draw the same plies.
package boardtest
