// Package notation is positions and moves as text: it alone reads and writes FEN and
// coordinate moves with their identity letters.
//
// Every dialect that other Jieqi programs write is read; one is ours, five fields
//
//	board side pool halfmove fullmove
//
// with all twelve pool identities in the order R A C P N B r a c p n b, zeros included. A [Dialect]
// writes other forms, for programs that want them. A FEN is always somebody's view: its pool lists the identities that observer has not seen.
//
// Promised: whatever is accepted is a position that engine/board accepts, and reading what was
// written gives the same position. Whatever is refused is refused with an error that names the
// field or move, its value and the reason; nothing is guessed, skipped or silently repaired, but for
// a byte order mark before a FEN, which is dropped, and moves numbered from 0, whose first is 1.
//
// Not promised: the captured list of six-field FENs is checked and then dropped, since the
// pool beside it already leaves those identities out.
package notation
