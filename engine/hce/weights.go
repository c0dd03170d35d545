package hce

import "jieqi/engine/board"

// Sizes of the tables in a Set.
const (
	halfFiles    = 5 // files a to e; the others mirror them
	halfPoints   = halfFiles * board.Ranks
	homeRoles    = 8  // home points that differ, mirrored: a0 b0 c0 d0 b2 a3 c3 e3
	maxMobility  = 17 // moves of a chariot on an empty board
	maxAttackers = 7  // pieces aiming at one palace; more count as this many
	maxEscapes   = 4  // points a general can step to
	maxScreens   = 3  // pieces between an attacker and the general; more count for nothing
)

// Weights are the numbers of the evaluation in centipawns, each from the view of the side that
// owns the piece.
type Weights = Set[Taper]

// Set has one T for every weight of the evaluation. Tables indexed by kind use board.Kind;
// entries that no term reads are not listed by Params and stay zero.
type Set[T any] struct {
	// Value is what a face-up piece is worth wherever it stands. FaceDown: what a face-down piece
	// is worth on top of the mean of its pool.
	Value [board.NumKinds]T
	// Unseen is added to Value for an identity while it is unseen: the mean of a pool is taken
	// over Value+Unseen.
	Unseen [board.NumKinds]T
	// Square is added for a face-up piece by its point, as its owner sees the board, mirrored to
	// files a to e: index rank*5 + file.
	Square [board.FaceDown][halfPoints]T
	// Role is added for a face-down piece by the home point it stands on: a0 b0 c0 d0 b2 a3 c3 e3.
	Role [homeRoles]T

	// Mobility is indexed by the number of points a piece can go to that are neither its own
	// side's nor covered by a cheaper enemy piece. FaceDown serves all face-down pieces but
	// soldiers.
	Mobility [board.NumKinds][maxMobility + 1]T
	// Trapped is added for a chariot, cannon or horse that has no such point and is attacked.
	Trapped [board.NumKinds]T

	// Hanging is added for a piece that is attacked and not defended, Cheaper for one that is
	// attacked by a cheaper piece, Guarded for one that is defended.
	Hanging, Cheaper, Guarded [board.NumKinds]T

	// Assault is added for each point of the enemy palace that a piece attacks, Attackers once by
	// the number of pieces that attack at least one.
	Assault   [board.NumKinds]T
	Attackers [maxAttackers + 1]T
	// Escapes is indexed by the number of points the general can step to that are neither its own
	// side's nor attacked.
	Escapes [maxEscapes + 1]T
	// Guard is added for each piece in its own palace, the general left out.
	Guard [board.NumKinds]T
	// ChariotFile, ChariotRank, CannonFile and CannonRank are added for a face-up chariot or cannon
	// on the file (rank) of the enemy general, by the number of pieces between.
	ChariotFile, ChariotRank, CannonFile, CannonRank [maxScreens + 1]T
	// OpenFile is added when no own piece stands before the general on its file.
	OpenFile T

	// Pair is added for two face-up soldiers side by side over the river, Blocked for a face-up
	// soldier on its own half with a piece just before it, Backed for a face-up soldier with
	// another on the point behind it.
	Pair, Blocked, Backed T

	// Tempo is added for the side to move.
	Tempo T
}
