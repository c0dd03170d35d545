package search

// ChanceMethod is how a reveal is priced.
type ChanceMethod uint8

// The three methods.
const (
	// Shallow searches every identity without a cut and Options.ShallowBy plies shallower, the
	// likeliest at full depth too; the average is exact.
	Shallow ChanceMethod = iota
	// Bound searches every identity in the node's window and averages what comes back, bounds
	// included: known to be too optimistic, kept for comparison.
	Bound
	// Star1 searches every identity in the window that follows from the node's window and from
	// bounds on the identities not searched yet (Ballard 1983).
	Star1
)

// String returns "shallow", "bound" or "star1".
func (c ChanceMethod) String() string {
	return [...]string{"shallow", "bound", "star1"}[min(c, Star1)]
}

// Options switches the heuristics of a search, one field each. The zero value is plain alpha-beta
// expectimax with the static evaluation at the leaves.
type Options struct {
	Chance    ChanceMethod
	ShallowBy int // plies by which Shallow searches identities shallower
	Constants     // of the heuristics; all 0: those of Main

	Table        bool // transposition table
	TableDeeper  bool // cut off by table entries from deeper searches, not only from equally deep ones
	Repetition   bool // score repetitions inside the tree
	Quiescence   bool // search captures and evasions at the leaves
	Aspiration   bool // narrow window around the last iteration's score
	MateDistance bool // cut lines that cannot beat a mate already found

	NullMove        bool // let the opponent move twice
	ReverseFutility bool // cut when the evaluation beats beta by a margin near the leaves
	Futility        bool // skip quiet moves when the evaluation is hopeless near the leaves
	MoveCount       bool // skip late quiet moves near the leaves
	SEEPruning      bool // skip moves that lose material by static exchange near the leaves and in quiescence
	LeafEstimates   bool // price reveals in quiescence by static exchange instead of searching them
	DeltaPruning    bool // skip captures in quiescence that cannot reach alpha
	LateReductions  bool // search late moves shallower first
	CheckExtension  bool // search a ply deeper in check
	IIR             bool // search shallower where the table knows no move

	RevealWindow     bool // Shallow: search the likeliest identity in the window that follows from the others
	RevealPrediction bool // Shallow: skip identities when those searched predict an average far below alpha

	Killers  bool // order quiet moves that refuted siblings first
	Counters bool // order the quiet move that refuted the previous move early
	Priors   bool // order quiet moves by how often their class refutes, before their own history is known
	History  bool // order quiet moves by how often they refuted, reveals apart
}

// shallowBy is the published reduction of Shallow, in plies.
const shallowBy = 6

// Base has no heuristic switched on.
var Base = Options{Chance: Shallow, ShallowBy: shallowBy, Constants: constants}

// Main has every heuristic switched on.
var Main = Options{
	Chance: Shallow, ShallowBy: shallowBy, Constants: constants,
	Table: true, TableDeeper: true, Repetition: true, Quiescence: true, Aspiration: true, MateDistance: true,
	NullMove: true, ReverseFutility: true, Futility: true, MoveCount: true, SEEPruning: true, DeltaPruning: true, LeafEstimates: true,
	LateReductions: true, CheckExtension: true, IIR: true,
	RevealWindow: true, RevealPrediction: true,
	Killers: true, Counters: true, Priors: true, History: true,
}
