// Package reshard copies recorded games into other shards: those of each part of a split into a folder of their own
// ([Split]), those of one series that several machines played into one folder ([Merge]).
//
// Promised:
//   - A game is copied as it is, with its index: the content hash of a merged folder is that of the shards it was made
//     of, opened together; so is that of the folders of a split.
//   - The bytes are a function of the games, their headers and the size asked of shards. They depend neither on the order of
//     the paths nor on how the games lay in shards: the parts of a series merged are, byte for byte, the shards that one
//     machine would have written.
//   - The folder appears when all of it is on disk, under a new name; a kill leaves none. Beginning again is all
//     there is to resuming: copying takes minutes at most.
//   - Memory does not grow with the games: a block at a time, the compressors of three shards, and a few bytes for each shard.
//
// Not promised: that what killed copies left beside the folder goes away before the next copy to the same place.
package reshard
