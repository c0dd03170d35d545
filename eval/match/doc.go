// Package match plays pairs of games between two contenders: each pair on one fresh deal, twice,
// with colours swapped. Pair i uses deal i of the match's phrase.
//
// A match lives in a folder. manifest.json is written before the first game and says everything the
// result depends on; pairs.jsonl receives one fsynced line for each finished pair, in the order in
// which they finish. A restarted match compares its manifest with the one on disk and plays only the
// missing pairs; a line torn by a kill is cut off. Results are counted in pair order, whatever the
// order of the lines, so that a decision taken along the way does not depend on the workers.
//
// A game in which a player fails (an error, an illegal move) is void and played once more; a
// second failure loses it. Both are counted.
package match
