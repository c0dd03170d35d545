// Package record replays move lists written as text: the three views of the game (what the
// public, Red and Black know), the legal moves and the verdict.
//
// A record may be all-knowing: it may name the victims of both sides. Each name reaches the
// captor's view alone. A missing name leaves the captor's pool as it is.
//
// Promised: a record is accepted only if each move is legal, each reveal is named, and each
// name is still possible for everybody who learns it; otherwise the error says which move, its
// place in the list (from 1) and why.
//
// Not promised: that some deal exists which fits a record with missing names.
package record
