// Package dataset keeps played games on disk and turns them back into samples.
//
// A shard is a file of whole games, deal included. Everything a trainer wants is derived from it by
// replay: what turned up, what each side was told, the mover's view at each ply. [Open] reads
// shards as a [Set], which hands out only [Sample] values: the mover's view, the score, the result,
// flags and an opaque deal key; and, for people who look at games, [Turn] values: the same with the
// move as its mover was told it. Games with their hidden deal come from another reader, [Archive],
// which packages that must stay blind to deals may not use.
//
// # The file
//
// A shard is a sequence of zstd frames, so `zstd -t` and `zstd -d` work on it. All integers are
// little-endian.
//
//	header   skippable frame: "JQSHEAD\n", version u16, 0 u16, length u32, JSON, CRC32C of all before
//	block    skippable frame: "JQSBLOK\n", number u32, games u32, positions u32, packed u32,
//	         raw u32, first game u64, last game u64, CRC32C of the fields and of the packed bytes
//	         zstd frame of `packed` bytes: the columns of the games, `raw` bytes when unpacked
//	…        more blocks
//	index    skippable frame: "JQSINDX\n", block count u32, 0 u32, then per block offset u64 and the
//	         fields of its frame; games u64, positions u64, red wins, black wins, draws u64,
//	         content hash (32 bytes), CRC32C of all before
//	footer   skippable frame: "JQSFOOT\n", offset of the index u64, SHA-256 of the file before the digest
//
// Version 2 is that of rescored games (copies of games whose positions were searched again, see [Rescored]) and of
// games with stray moves (drawn at random although the position was searched). Its
// header has the field "rescored" or "stray_per_mille", and bit 6 of a ply's flags says that a random move has a score or that another
// has none. Version 1 has neither: there, random moves have no score and all others have one. All other shards
// are written as version 1, so that earlier programs read what they can; they refuse later versions as such. Version 3 is
// that of games between two players, whom [Header.Opponent] and [Seats] tell apart; their blocks are as those of version 2.
//
// Blocks are cut where index / BlockGames changes, so the same games lie in the same blocks
// whatever the shards' sizes. A file under its temporary name lacks index and footer; each block
// can be checked alone, which is what resuming and repairing rest on.
//
// # Promised
//
//   - The content hash is SHA-256 over each game's canonical bytes ([Game.AppendCanonical]) in
//     index order. It does not depend on shards, blocks, compression, header or the format's version.
//   - A block is on disk (fsync) before the next one is written; a shard gets its final name only
//     when complete, and its manifest line after that. A kill costs the games since the last
//     whole block.
//   - Readers never panic and never allocate more than a block's stated limit, on any bytes.
//     Errors match [ErrNotShard], [ErrVersion] or [ErrDamaged] and name file, block and game.
//   - A rescored copy has the deals and the salt of its parent, and so the same side of every split. It is a
//     series of its own: parent and copy may be opened together, and a deal is then read twice.
//   - [Set] and [Archive] are safe for concurrent use.
//
// # Not promised
//
//   - Equal bytes between releases: a change of compressor changes bytes, never the content hash.
//   - [Open] checks structure, not every byte; blocks are checked when read, and [Verify] checks
//     everything, the rules of each game included.
package dataset
