// Package library is recorded games to leaf through: an index of the games of shards and matches by result, length, reveals
// and swings, and each game with what everybody knew at each of its plies.
//
// A [Library] is made from paths; afterwards sources and games go by number alone. A source is a folder of shards, a shard,
// or the folder of a match or gate; a run has several, and new ones as it goes on. Sources keep their numbers.
//
// These are games that are over, so a [Detail] names everything that either side was told. What the pieces are that nobody
// was told of is said by [Library.Deal] alone.
//
// Promised: the positions of a Detail are those of `jieqi replay --each`. An index takes some tens of bytes a game; games
// are read block by block. Methods may be called from any goroutine. What cannot be read is the error of its source and
// disturbs no other.
//
// Not promised: that games which are still being written show; a shard does once it is finished, a match with each pair.
package library
