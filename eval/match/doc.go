// Package match plays pairs of games between two contenders: each pair on one fresh deal, twice,
// with colours swapped. Pair i uses deal i of the match's phrase.
//
// A match lives in a folder. manifest.json is written before the first game and says everything the
// result depends on, the hashes of the files that players are made of included; it stands from the first finished
// pair on. pairs.jsonl receives one fsynced line for
// each finished pair, in the order in which they finish. A restarted match compares its manifest with the
// one on disk and plays only the missing pairs; a line torn by a kill is cut off. Results are counted in pair order, whatever the
// order of the lines, so that a decision taken along the way does not depend on the workers.
//
// Nothing is written to a folder that holds anything else. A folder without a pair may hold what the caller says is
// its own beside the match. A line that was altered, or whose pair was played on another deal than the phrase gives it,
// is an error before anything is played or said.
//
// A game in which a player fails (an illegal move, a crash, a stall, a loss on time) is void and played
// once more; a second failure loses it. Both stay in the journal, with what happened and whose fault it was.
// Five pairs in a row with a game lost so end the match with an error, and it is not gone on with while they are the last.
//
// A match by nodes is a function of its manifest: the same games whenever it is played. With a time limit
// it is not, and the journal also says how the players used their time. Workers then share the machine: the
// result is worth something only if each player of a running game has the cores that it uses.
package match
