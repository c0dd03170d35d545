// What pages ask of whoever knows the rules and the engine. The pages play.js and position.js are given such a backend;
// backend-http.js asks a server. Another may run the referee and the engine in Workers. Every method returns a promise,
// which is rejected with an Error whose message is for people to read.
//
// A play backend, for mountPlay(root, backend) of play.js:
//
//   about()              Promise<{opponents: [{name, levels}], maxLevel, notice}>: levels says whether the opponent takes a
//                        level; notice is the key in the words of something to say above the board, or ""
//   newGame(options)     options {colour: "red"|"black"|"random", opponent: number in about().opponents,
//                        level: 0..maxLevel, practice: bool}; the game replaces the one that was subscribed to
//   resume(id)           goes on with an unfinished game; rejects when there is none
//   games()              Promise<[{id, colour, opponent, level, plies, over}]>: games that can be gone on with, newest first
//   move(text)           the player's move, such as "b2e2": two points and nothing more
//   takeBack()           in practice games: back to the player's move before
//   hint()               Promise<Hint>: what the engine would do, by what the PLAYER knows
//   resign()
//   subscribe(listener)  listener(state) with every new State from now on; returns what ends it
//
// State, whole each time:
//
//   {id, colour, opponent: name, level, practice, rules, limit,
//    moves: ["b2e2R", …]     as the player was told them
//    fen                     what the player knows now, five fields
//    legal: ["h2e2", …]      its legal moves; [] while it is not its turn
//    check                   whether the side to move is in check
//    waiting                 of the opponent: -1 it does not think, 0 it does, otherwise its place in the line of searches
//    hints                   how many hints were taken
//    hash                    the commitment to the deal, shown from the start
//    canTakeBack
//    failure                 "" or what went wrong: a key in the words, or a text for people
//    verdict: null | {outcome: "red_wins"|"black_wins"|"draw", reason}     reasons as in `jieqi replay`, and "resignation"
//    over: null | {phrase, deal: "a0=A,…", moves: with all identities, thoughts: [{ply, move, score, expected, depth, nodes, pv}]}}
//
// Until verdict is set a State has nothing that the player was not told: over is null.
//
// A position backend, for mountPosition(root, backend) of position.js:
//
//   about()              Promise<{evaluations: [name, …]}>
//   evaluate({fen, evaluation})   Promise<{fen, legal, check, score, expected, worth: [{point, piece, cp}], terms: [{name, cp}]}>:
//                        fen as the program writes it; evaluation is a number in about().evaluations; score and expected in the
//                        view of the side to move; worth is by how much the piece's own side would stand worse without it;
//                        terms in Red's view, [] where an evaluation has none
//   search({fen, evaluation, lines, seconds}, onLine)   Promise<void>, resolved when the search is over; onLine(Line) as it
//                        goes on. One search at a time: another call stops the one before
//   stop()               ends the search
//   price({fen, evaluation, move})   Promise<{move, score, expected, depth, nodes, outcomes}> of one reveal
//
// Line: {depth, seldepth, multipv, score, expected, bound: ""|"lower"|"upper", nodes, ms, pv: ["b2e2", …], outcomes}
// outcomes, of a line that begins with a reveal: [{piece: "R", copies, of, score, expected}], the likeliest first; null
// otherwise. score is {cp} or {mate} in moves, expected is 0..1, both in the view of the side to move.
// Hint: {move, score, expected, depth, nodes, pv}.

// scoreText writes a score for people.
export function scoreText(score) {
  if (!score) return "";
  if (score.mate !== undefined) return (score.mate < 0 ? "−" : "") + "#" + Math.abs(score.mate);
  return (score.cp > 0 ? "+" : score.cp < 0 ? "−" : "") + (Math.abs(score.cp) / 100).toFixed(2);
}

// percent writes an expected score.
export const percent = (x) => (100 * x).toFixed(x > 0.005 && x < 0.995 ? 0 : 1) + " %";

// signedPercent writes a change of an expected score.
export const signedPercent = (x) => (x > 0 ? "+" : x < 0 ? "−" : "") + Math.abs(100 * x).toFixed(0) + " %";
