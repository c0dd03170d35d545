// Package fixed40 writes the positions of recorded games as records of 40 bytes, shuffled, one file for each part of the
// split, for trainers that know nothing of shards.
//
// # A record
//
// All of it is seen by the mover, as the mover knew it: points are counted from the left corner of Red's back rank for Red,
// of Black's for Black (0 is a0 or a9, 8 is i0 or i9, 9 is a1 or a8, 89 is i9 or i0): ranks are turned over for Black, files
// are not. Integers are little-endian.
//
//	 0  12 bytes   bit p%8 of byte p/8 is set if a piece stands on point p; bits 90 to 95 are zero
//	12  16 bytes   the pieces, in the order of their points, four bits each, the lower half of a byte first: 8 is set for
//	               the opponent's, plus 0 general, 1 advisor, 2 elephant, 3 horse, 4 chariot, 5 cannon, 6 soldier,
//	               7 face down; zero behind the last piece
//	28  u16        the mover's pieces that the mover has not seen, face down or taken by the opponent unseen: bits 0-1 how
//	               many advisors, 2-3 elephants, 4-5 horses, 6-7 chariots, 8-9 cannons, 10-12 soldiers
//	30  u16        the opponent's pieces that the mover has not seen, in the same way
//	32  i16        score of the mover's search in centipawns; a mate in n plies is 32000 - n, or its negative
//	34  u16        plies played before
//	36  u8         result of the mover in half points: 0 lost, 1 drew, 2 won
//	37  u8         flags: 1 in check, 2 the move takes, 4 it turns a piece up, 8 it was drawn at random, 16 the game was
//	               already decided, 32 it takes a face-down piece, 128 the result says nothing beyond the score
//	38  u8         point that the move leaves; 128 is added if the mover is Black
//	39  u8         point that the move goes to
//
// # Promised
//
//   - Positions without a score, such as those of random openings, are left out and counted.
//   - A file's records are in the order of keys drawn from phrase, series, game and ply: a shuffle of the whole. The bytes
//     depend on the games and the phrase alone.
//   - The folder appears when all of it is on disk. Its export.json says what the records are of, and the SHA-256 of each
//     file.
//   - Memory does not grow with the games up to 256 million positions; the disk holds the records twice meanwhile.
//
// # Not promised
//
// A way back: positions are not games. What a mover was not told is not in a record.
package fixed40
