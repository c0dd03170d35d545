package board

// Color is a side. Red moves first and sits on ranks 0 to 4.
type Color uint8

// The two sides.
const (
	Red Color = iota
	Black
	NumColors = 2
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "red" or "black".
func (c Color) String() string {
	if c == Red {
		return "red"
	}
	return "black"
}

// Kind is what a piece is, or FaceDown while nobody on the board may know.
// The order is that of the network's input planes.
type Kind uint8

// The kinds of piece. NoKind stands for "no identity": a move that reveals nothing, a victim not told.
const (
	General Kind = iota
	Advisor
	Elephant
	Horse
	Chariot
	Cannon
	Soldier
	FaceDown
	NoKind
	NumKinds = 8 // General to FaceDown
)

// PoolKinds lists the identities a face-down piece can have, in the order that texts
// and tie-breaks use: R A C P N B.
var PoolKinds = [6]Kind{Chariot, Advisor, Cannon, Soldier, Horse, Elephant}

// FullCount is how many pieces of each kind a side starts with.
var FullCount = [NumKinds]uint8{General: 1, Advisor: 2, Elephant: 2, Horse: 2, Chariot: 2, Cannon: 2, Soldier: 5}

// Piece is a coloured kind: colour*8 + kind, or NoPiece.
type Piece uint8

// NoPiece marks an empty point.
const NoPiece Piece = 16

// MakePiece returns the piece of kind k and colour c.
func MakePiece(c Color, k Kind) Piece { return Piece(c)<<3 | Piece(k) }

// Color returns the side p belongs to. Undefined for NoPiece.
func (p Piece) Color() Color { return Color(p >> 3) }

// Kind returns what p is; FaceDown for a face-down piece. Undefined for NoPiece.
func (p Piece) Kind() Kind { return Kind(p & 7) }

// Point is a place on the board: rank*9 + file, 0 = a0 (Red's left back corner) to 89 = i9.
type Point uint8

// Board dimensions.
const (
	Files     = 9
	Ranks     = 10
	NumPoints = Files * Ranks
	NoPoint   = Point(NumPoints)
)

// MakePoint returns the point on file 0..8 (a..i) and rank 0..9.
func MakePoint(file, rank int) Point { return Point(rank*Files + file) }

// File returns 0..8 for files a..i.
func (p Point) File() int { return int(p) % Files }

// Rank returns 0..9, 0 being Red's back rank.
func (p Point) Rank() int { return int(p) / Files }

// Mirror returns the point reflected left to right (file f to 8-f).
func (p Point) Mirror() Point { return Point(int(p) + Files - 1 - 2*p.File()) }

// Flip returns the point reflected top to bottom (rank r to 9-r): the board as Black sees it.
func (p Point) Flip() Point { return Point((Ranks-1-p.Rank())*Files + p.File()) }

// String returns the point's name, such as "e0".
func (p Point) String() string {
	if p >= NoPoint {
		return "-"
	}
	return string([]byte{'a' + byte(p.File()), '0' + byte(p.Rank())})
}

// Move is a displacement from one point to another: from | to<<7. It carries no identity;
// the zero Move is no move.
type Move uint16

// NoMove is the absence of a move.
const NoMove Move = 0

// MakeMove returns the move from one point to another.
func MakeMove(from, to Point) Move { return Move(from) | Move(to)<<7 }

// From returns the point moved from.
func (m Move) From() Point { return Point(m & 127) }

// To returns the point moved to.
func (m Move) To() Point { return Point(m >> 7 & 127) }

// String returns the four-letter form such as "h2e2", or "0000" for NoMove.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	return m.From().String() + m.To().String()
}

// Ply is a played move together with the identities an observer was told.
type Ply struct {
	Move   Move
	Reveal Kind // what a face-down mover turned out to be; NoKind for a face-up mover
	Victim Kind // what a captured face-down piece was; NoKind when none was taken or the observer was not told
}

// Told returns what the side observer learns from a ply of the side mover that names all identities. Everybody
// sees what a moved face-down piece turned out to be; what a captured face-down piece was, only the captor.
func (p Ply) Told(mover, observer Color) Ply {
	if observer != mover {
		return p.Public()
	}
	return p
}

// Public returns what somebody learns from the ply who sees the board alone: no victim's identity.
func (p Ply) Public() Ply {
	p.Victim = NoKind
	return p
}

// Pool counts, by kind, the identities of one side that an observer has not seen.
// Entries for General and FaceDown are always zero.
type Pool [NumKinds]uint8

// FullPool is the pool of a side whose fifteen movable pieces are all unseen.
var FullPool = Pool{Advisor: 2, Elephant: 2, Horse: 2, Chariot: 2, Cannon: 2, Soldier: 5}

// Size returns how many identities the pool holds.
func (p *Pool) Size() int {
	n := 0
	for _, c := range p {
		n += int(c)
	}
	return n
}

// Nth returns the kind of identity number n when the pool lies sorted by kind, n from 0 to below Size: a number
// drawn evenly draws an identity at its odds. NoKind beyond.
func (p *Pool) Nth(n int) Kind {
	for k, c := range p {
		if n -= int(c); n < 0 {
			return Kind(k)
		}
	}
	return NoKind
}

// Delta is what one made move changed, for evaluators that update instead of recomputing.
type Delta struct {
	Move       Move
	Before     Piece // the mover as it stood on Move.From()
	After      Piece // the mover as it stands on Move.To(); differs from Before only on a reveal
	Captured   Piece // as it stood on Move.To(), or NoPiece
	RevealLeft uint8 // on a reveal: copies of After.Kind() left in the mover's pool afterwards
	Victim     Kind  // identity taken out of the captured side's pool, or NoKind
	VictimLeft uint8 // copies of Victim left in that pool afterwards
}

// IsReveal reports whether the move turned a face-down piece up.
func (d *Delta) IsReveal() bool { return d.Before&7 == Piece(FaceDown) }
