// Package uciclient drives an external engine over UCI as a referee.Player.
//
// The engine runs as a process of its own, in a process group of its own, and is trusted with nothing:
//   - Every wait has a deadline. No answer by then is [referee.ErrStall]; an engine that ends, closes
//     its output, or answers "bestmove" with anything but a move is [referee.ErrCrash]. A well-formed
//     move is passed on as it is, for the referee to judge.
//   - An engine that does not take its options does not play: values are checked against what it declares, files
//     that options name must be there, and a complaint before readyok counts. See Config.
//   - What it still says of one search is not taken for the answer to the next.
//   - After a failure the whole process group is killed, and the next game gets a fresh process.
//   - Standard error is drained and its end quoted in messages; lines and lists have bounds, so that
//     no output, however much, fills the memory.
//   - Close ends the process, first by asking, and returns once it is gone. On Linux the engine also
//     dies with this program, however that ends.
//
// The engine is told the view of the side to move after the last reveal or capture, and the
// four-letter moves since. That is all that repetition can need, nothing is said that this side does
// not know, and no engine has to understand identity letters.
//
// Not promised: children that leave the engine's process group are not followed. An engine that searches in
// the time of its opponent is not noticed. What an engine says of its search is reported as it says it.
package uciclient
