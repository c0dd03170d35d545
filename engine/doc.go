// Package engine is the playing engine as its users see it: an [Engine] is made from any evaluator
// and a few options, and chooses moves in games of which it knows one side's view.
//
// An Engine has the methods of a referee's player. It sees positions as one observer may know them and
// nothing else: no deal can reach it through its types.
//
// [Skill] makes it weaker for people who like to win.
//
// Promised: after NewGame, an Engine with one thread answers equal games under equal node or depth
// limits with equal choices. Not promised: safety for concurrent use, PonderHit apart.
package engine
