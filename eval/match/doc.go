// Package match plays pairs of games between two contenders: each pair on one fresh deal, twice,
// with colours swapped. Pair i uses deal i of the match's phrase.
//
// A match lives in a folder. manifest.json is written before the first game and says everything the
// result depends on; it stands from the first finished pair on. pairs.jsonl receives one fsynced line for
// each finished pair, in the order in which they finish. A restarted match compares its manifest with the
// one on disk and plays only the missing pairs; a line torn by a kill is cut off. Results are counted in pair order, whatever the
// order of the lines, so that a decision taken along the way does not depend on the workers.
//
// A game in which a player fails (an illegal move, a crash, a stall, a loss on time) is void and played
// once more; a second failure loses it. Both stay in the journal, with what happened and whose fault it was.
//
// A match by nodes is a function of its manifest: the same games whenever it is played. With a time limit
// it is not, and the journal also says how the players used their time. Workers then share the machine: the
// result is worth something only if each player of a running game has the cores that it uses.
package match
