// Package desk lets a bounded number of searches think at once. The others wait in line, and are told how many are before
// them.
//
// Promised: who comes first is served first; a wait ends when its context does; the line has a bound, beyond which
// [ErrFull] is the answer at once. A [Desk] is safe for concurrent use.
//
// Not promised: that a search ends. Whoever holds a place must give it back.
package desk
