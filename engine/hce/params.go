package hce

import (
	"strconv"

	"jieqi/engine/board"
)

// Param is one weight with its name, such as "mobility.horse.3" or "square.chariot.d4".
type Param struct {
	Name  string
	Value *Taper
}

// params lists every entry that the evaluation reads, in the same order for every T.
func (w *Set[T]) params() (names []string, values []*T) {
	l := lister[T]{}
	l.kinds("value", w.Value[:], board.Advisor, board.FaceDown)
	l.kinds("unseen", w.Unseen[:], board.Advisor, board.Soldier)
	for k := board.General; k <= board.Soldier; k++ {
		for i := range w.Square[k] {
			if reachable(k, i) {
				l.add("square."+kindNames[k]+"."+halfPointName(i), &w.Square[k][i])
			}
		}
	}
	for i := range w.Role {
		l.add("role."+homePoints[i].String(), &w.Role[i])
	}
	for k, n := range mobilityMax {
		for i := 0; i <= n; i++ {
			l.add("mobility."+kindNames[k]+"."+strconv.Itoa(i), &w.Mobility[k][i])
		}
	}
	l.kinds("trapped", w.Trapped[:], board.Horse, board.Cannon)
	l.kinds("hanging", w.Hanging[:], board.Advisor, board.FaceDown)
	l.kinds("cheaper", w.Cheaper[:], board.Advisor, board.FaceDown)
	l.kinds("guarded", w.Guarded[:], board.Advisor, board.FaceDown)
	l.kinds("assault", w.Assault[:], board.Advisor, board.FaceDown)
	l.numbers("attackers", w.Attackers[:])
	l.numbers("escapes", w.Escapes[:])
	l.kinds("guard", w.Guard[:], board.Advisor, board.FaceDown)
	l.numbers("chariot_file", w.ChariotFile[:])
	l.numbers("chariot_rank", w.ChariotRank[:])
	l.numbers("cannon_file", w.CannonFile[:])
	l.numbers("cannon_rank", w.CannonRank[:])
	l.add("open_file", &w.OpenFile)
	l.add("pair", &w.Pair)
	l.add("blocked", &w.Blocked)
	l.add("backed", &w.Backed)
	l.add("tempo", &w.Tempo)
	return l.names, l.values
}

// lister collects weights and their names.
type lister[T any] struct {
	names  []string
	values []*T
}

func (l *lister[T]) add(name string, v *T) {
	l.names = append(l.names, name)
	l.values = append(l.values, v)
}

func (l *lister[T]) kinds(name string, table []T, first, last board.Kind) {
	for k := first; k <= last; k++ {
		l.add(name+"."+kindNames[k], &table[k])
	}
}

func (l *lister[T]) numbers(name string, table []T) {
	for i := range table {
		l.add(name+"."+strconv.Itoa(i), &table[i])
	}
}

var kindNames = [board.NumKinds]string{
	"general", "advisor", "elephant", "horse", "chariot", "cannon", "soldier", "face_down",
}

// mobilityMax is the largest index that a kind can have in Mobility. Soldiers have no mobility
// of their own: their points and structure say it all.
var mobilityMax = [board.NumKinds]int{
	board.General: -1, board.Advisor: 4, board.Elephant: 4, board.Horse: 8,
	board.Chariot: maxMobility, board.Cannon: maxMobility, board.Soldier: -1, board.FaceDown: maxMobility,
}

// homePoints are the home points that Role tells apart, on Red's side.
var homePoints = [homeRoles]board.Point{
	board.MakePoint(0, 0), board.MakePoint(1, 0), board.MakePoint(2, 0), board.MakePoint(3, 0),
	board.MakePoint(1, 2), board.MakePoint(0, 3), board.MakePoint(2, 3), board.MakePoint(4, 3),
}

// reachable reports whether a face-up piece of kind k can ever stand on half point i. Only
// generals are bound: a piece of any other kind may turn up wherever another kind's role leads.
func reachable(k board.Kind, i int) bool {
	return k != board.General || i/halfFiles <= 2 && i%halfFiles >= 3
}

func halfPointName(i int) string { return board.MakePoint(i%halfFiles, i/halfFiles).String() }
