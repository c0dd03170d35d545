package notation

import (
	"fmt"

	"jieqi/engine/board"
)

// moveLen is the length of a move's coordinates.
const moveLen = 4

// ParseMove4 reads bare coordinates such as "h2e2". It knows no position, so the move need not
// be legal anywhere. Every error is a *PlyError.
func ParseMove4(text string) (board.Move, error) {
	if len(text) != moveLen {
		return board.NoMove, &PlyError{text, "want four letters such as h2e2"}
	}
	return coordinates(text)
}

// coordinates reads the first four letters of text.
func coordinates(text string) (board.Move, error) {
	var pts [2]board.Point
	for i := range pts {
		file, rank := text[2*i], text[2*i+1]
		if file < 'a' || file > 'i' || !isDigit(rank) {
			return board.NoMove, &PlyError{text, quote(text[2*i:2*i+2]) + " is no point (want a0 to i9)"}
		}
		pts[i] = board.MakePoint(int(file-'a'), int(rank-'0'))
	}
	if pts[0] == pts[1] {
		return board.NoMove, &PlyError{text, "leaves the piece where it stands"}
	}
	return board.MakeMove(pts[0], pts[1]), nil
}

// ParsePly reads a move that is legal in p together with its identity letters: first what a
// face-down mover turned into, which is mandatory, then what a captured face-down piece was,
// which may be missing. Letters must have the case of the piece's colour and be left in that
// side's pool. Every error is a *PlyError.
func ParsePly(p *board.Position, text string) (board.Ply, error) {
	ply := board.Ply{Reveal: board.NoKind, Victim: board.NoKind}
	if len(text) < moveLen || len(text) > moveLen+2 {
		return ply, &PlyError{text, "want four letters such as h2e2 and at most two identities"}
	}
	m, err := coordinates(text)
	if err != nil {
		return ply, err
	}
	ply.Move = m
	if reason := illegal(p, m); reason != "" {
		return ply, &PlyError{text, reason}
	}
	letters := text[moveLen:]
	if p.IsReveal(m) {
		if letters == "" {
			return ply, &PlyError{text, "the letter of what the face-down piece on " + m.From().String() + " turned into is missing, such as " +
				text + string(unseenLetter(p))}
		}
		if ply.Reveal, err = identityOf(p, text, letters[0], p.Side()); err != nil {
			return ply, err
		}
		letters = letters[1:]
	}
	if letters == "" {
		return ply, nil
	}
	if victim := p.At(m.To()); victim == board.NoPiece || victim.Kind() != board.FaceDown {
		return ply, &PlyError{text, "letter " + quote(letters) + " names no piece: no face-down piece is taken"}
	}
	if ply.Victim, err = identityOf(p, text, letters[0], p.Side().Other()); err != nil {
		return ply, err
	}
	if len(letters) > 1 {
		return ply, &PlyError{text, "letter " + quote(letters[1:]) + " names no piece: no face-down piece moved"}
	}
	return ply, nil
}

// unseenLetter returns the letter of an identity that a face-down piece of the side to move may have.
func unseenLetter(p *board.Position) byte {
	for _, k := range board.PoolKinds {
		if p.PoolCount(p.Side(), k) > 0 {
			return board.MakePiece(p.Side(), k).Letter()
		}
	}
	panic("notation: a face-down piece and an empty pool") // board.New refuses that
}

// illegal says why m cannot be played in p, or nothing if it can.
func illegal(p *board.Position, m board.Move) string {
	switch pc := p.At(m.From()); {
	case pc == board.NoPiece:
		return "no piece on " + m.From().String()
	case pc.Color() != p.Side():
		return fmt.Sprintf("the piece on %v is %v's, %v is to move", m.From(), pc.Color(), p.Side())
	case !p.IsLegal(m):
		return "not a legal move"
	default:
		return ""
	}
}

// identityOf reads one identity letter of a face-down piece of side c.
func identityOf(p *board.Position, text string, letter byte, c board.Color) (board.Kind, error) {
	k, of, ok := identity(letter)
	switch name := quote(string([]byte{letter})); {
	case !ok:
		return board.NoKind, &PlyError{text, "letter " + name + " is no identity (want R A C P N B or r a c p n b)"}
	case of != c:
		return board.NoKind, &PlyError{text, fmt.Sprintf("letter %s is %v's, the face-down piece is %v's", name, of, c)}
	case p.PoolCount(c, k) == 0:
		return board.NoKind, &PlyError{text, fmt.Sprintf("no %s is left in %v's pool", name, c)}
	default:
		return k, nil
	}
}

// FormatPly writes ply as it is played in p, before it is made, with the identities it knows.
func FormatPly(p *board.Position, ply board.Ply) string {
	b := make([]byte, 0, moveLen+2)
	b = append(b, ply.Move.String()...)
	if ply.Reveal != board.NoKind {
		b = append(b, board.MakePiece(p.Side(), ply.Reveal).Letter())
	}
	if ply.Victim != board.NoKind {
		b = append(b, board.MakePiece(p.Side().Other(), ply.Victim).Letter())
	}
	return string(b)
}
