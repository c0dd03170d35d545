package plain

// home is the start layout read from a0 to i9: what stands face down on each home point
// moves as, upper case for Red. A dot is a point that is no home.
const home = "RNBAKABNR" + "........." + ".C.....C." + "P.P.P.P.P" + "........." +
	"........." + "p.p.p.p.p" + ".c.....c." + "........." + "rnbakabnr"

const (
	files  = 9
	ranks  = 10
	points = files * ranks
	empty  = '.'
)

// side is 'w' for Red or 'b' for Black, as in a FEN.
type side byte

func (s side) other() side {
	if s == 'w' {
		return 'b'
	}
	return 'w'
}

// owner tells whose piece a letter is. The letter must not be a dot.
func owner(letter byte) side {
	if letter < 'a' {
		return 'w'
	}
	return 'b'
}

// own reports whether letter is a piece of s.
func own(letter byte, s side) bool { return letter != empty && owner(letter) == s }

func upper(letter byte) byte { return letter &^ 32 }

// isHidden reports whether letter is a face-down piece.
func isHidden(letter byte) bool { return upper(letter) == 'X' }

func fileOf(point int) int { return point % files }
func rankOf(point int) int { return point / files }

// onHalf reports whether the point is on the half of the board where s starts.
func onHalf(point int, s side) bool {
	if s == 'w' {
		return rankOf(point) <= 4
	}
	return rankOf(point) >= 5
}

// inPalace reports whether the point is one of the nine of s's palace.
func inPalace(point int, s side) bool {
	if fileOf(point) < 3 || fileOf(point) > 5 {
		return false
	}
	if s == 'w' {
		return rankOf(point) <= 2
	}
	return rankOf(point) >= 7
}

// pointName writes a point such as "e0".
func pointName(point int) string {
	return string([]byte{'a' + byte(fileOf(point)), '0' + byte(rankOf(point))})
}

// parsePoint reads a point's name; ok is false when there is no such point.
func parsePoint(text string) (point int, ok bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'i' || text[1] < '0' || text[1] > '9' {
		return 0, false
	}
	return int(text[1]-'0')*files + int(text[0]-'a'), true
}
