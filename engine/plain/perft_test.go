package plain

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"jieqi/engine/recorded"
)

func sorted(moves []string) string {
	slices.Sort(moves)
	return strings.Join(moves, " ")
}

// perft counts the lines of the given depth; letters says what a face-down mover may turn into.
func perft(t *testing.T, g *Game, depth int, letters func(g *Game, m Move) []string) int {
	if depth == 0 {
		return 1
	}
	n := 0
	for _, m := range g.Legal() {
		for _, letter := range letters(g, m) {
			next := Game{now: g.now, pools: g.pools}
			if err := next.Play(m.String() + letter); err != nil {
				t.Fatal(err)
			}
			n += perft(t, &next, depth-1, letters)
		}
	}
	return n
}

// everyIdentity expands a reveal into each identity left in the mover's pool.
func everyIdentity(g *Game, m Move) []string {
	if !isHidden(g.now.board[m.From]) {
		return []string{""}
	}
	var letters []string
	for i, n := range g.pools[Public] {
		if n > 0 && owner(poolOrder[i]) == g.now.side {
			letters = append(letters, poolOrder[i:i+1])
		}
	}
	return letters
}

// dealt reads a deal "a0=A,b0=P,…" and returns the letters function that turns up what it says.
func dealt(deal string) func(g *Game, m Move) []string {
	at := map[string]string{}
	for _, entry := range strings.Split(deal, ",") {
		if point, letter, ok := strings.Cut(entry, "="); ok {
			at[point] = letter
		}
	}
	return func(g *Game, m Move) []string {
		if !isHidden(g.now.board[m.From]) {
			return []string{""}
		}
		return []string{at[pointName(int(m.From))]}
	}
}

func TestPerft(t *testing.T) {
	limit := 30_000
	if testing.Short() {
		limit = 3_000
	}
	checked := 0
	for _, row := range recorded.Perft.Rows(t) {
		for depth := 1; depth <= 4; depth++ {
			d := strconv.Itoa(depth)
			for column, letters := range map[string]func(*Game, Move) []string{
				"deal_d" + d: dealt(row["deal(square=identity)"]),
				"id_d" + d:   everyIdentity,
			} {
				want, err := strconv.Atoi(row[column])
				if err != nil || want > limit {
					continue // not computed there, or too many for a slow counter
				}
				if got := perft(t, mustGame(t, row["fen"]), depth, letters); got != want {
					t.Errorf("%s: %s is %d, want %d", row["fen"], column, got, want)
				}
				checked++
			}
		}
	}
	if checked < 80 {
		t.Errorf("only %d counts checked", checked)
	}
}
