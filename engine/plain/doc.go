// Package plain is the second opinion on the rules: Jieqi written down a second time,
// slowly and simply, from the text of the rules alone.
//
// It shares no type, table or function with the packages it checks. A point is a number, a piece is
// its FEN letter, a position is ninety letters, and a rule is a predicate that looks at those
// letters; texts are the only thing that goes in (FEN, moves) or out (FEN, results, reasons). The
// moves of a piece are found by asking the predicate about every target on its lines and within two
// steps, the safety of a general by asking it about every enemy piece there.
//
// It promises the same answers as the rules: legal moves, check, the no-capture limit,
// repetition, perpetual check and perpetual chase, and what each of the three observers
// (the public, Red, Black) has not seen. It promises no speed, reads only the five-field FEN, and
// checks its input just far enough not to panic: it is for tests and for the cross-check command.
package plain
