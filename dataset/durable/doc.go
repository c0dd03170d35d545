// Package durable keeps files that survive kills and full disks. Everything the program writes for
// good, shards apart, goes through it: a file or a value in JSON written whole ([WriteFile], [Write],
// [WriteJSON]), a folder written whole ([WriteFolder]), a journal that grows line by line ([OpenJournal]),
// and a folder that one process writes to at a time ([Lock]).
//
// # A journal
//
// One JSON object a line. A line ends with the checksum of itself as the object's last member:
//
//	{"n":1,"crc32c":"fbd8009e"}
//
// The eight hexadecimal digits are CRC32C (Castagnoli, as in iSCSI) of the bytes of the line before
// `,"crc32c"`, the opening brace included. No record has a member "crc32c" of its own. Lines without
// a checksum, as earlier versions wrote them, are read where they stand before all others.
//
// # Promised
//
//   - A file written whole is, at any moment and after any crash, the old one or the new one. What a
//     killed process left half written beside it is deleted by the next write of the same file.
//   - A folder written whole is there with all that it holds, or not at all.
//   - A record is on disk (fsync) when [Journal.Append] returns nil. What follows the last line feed
//     was torn by a kill and never confirmed: readers leave it out, [OpenJournal] cuts it off.
//   - Readers ([ReadJournal], [ReadJSON]) write nothing, so they may look while a process appends.
//   - No bytes make a reader panic. A line that was changed after it was written is an error that
//     names file and line and says what to do; nothing is skipped in silence.
//   - A lock dies with its process, however that ends.
//
// # Not promised
//
//   - Two processes may not write the same file or journal at once; hold the folder's lock. One of
//     two writers of a whole file may fail; the file is whole all the same.
//   - Lines that were removed or exchanged are not noticed: a checksum covers one line alone.
//   - Systems other than Unix have no lock.
package durable
