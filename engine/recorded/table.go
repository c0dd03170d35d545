package recorded

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"embed"
	"strings"
	"testing"
)

//go:embed *.tsv.gz
var files embed.FS

// Table is one of the tables.
type Table struct {
	name string
	rows int
}

// The tables. Positions are FENs with pools, moves in the letters of package notation.
var (
	// Positions have their legal moves: fen, tags, n_moves, moves (sorted as texts, between blanks).
	Positions = Table{"positions", 2500}
	// Perft has counts of move sequences, "-" where there is none: fen, deal(square=identity), deal_d1 to deal_d4
	// with that deal, id_d1 to id_d4 with each identity left in the pool.
	Perft = Table{"perft", 25}
	// Repetition has games with their first verdict: name, start_fen, moves, verdict, reason (see Reason), end_ply
	// (plies at the verdict, -1 without one), window_plies (of a verdict on a repetition, since the first of the three
	// occurrences; 0 otherwise), chase_masks.
	Repetition = Table{"repetition", 2681}
	// Games are random games with all identities named: start_fen, moves_omniscient, final_fen_public_pool,
	// final_fen_red_view, final_fen_black_view, status (ongoing, mate or stalemate).
	Games = Table{"games", 200}
)

// Row is a row by the names of the columns.
type Row map[string]string

// Rows reads the table.
func (t Table) Rows(tb testing.TB) []Row {
	tb.Helper()
	packed, err := files.ReadFile(t.name + ".tsv.gz")
	if err != nil {
		tb.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		tb.Fatalf("%s: %v", t.name, err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	lines.Scan()
	header := strings.Split(lines.Text(), "\t")
	rows := make([]Row, 0, t.rows)
	for lines.Scan() {
		cells := strings.Split(lines.Text(), "\t")
		if len(cells) != len(header) {
			tb.Fatalf("%s: row %d has %d columns, want %d", t.name, len(rows)+1, len(cells), len(header))
		}
		row := Row{}
		for i, name := range header {
			row[name] = cells[i]
		}
		rows = append(rows, row)
	}
	if lines.Err() != nil || len(rows) != t.rows {
		tb.Fatalf("%s: %d rows, want %d (%v)", t.name, len(rows), t.rows, lines.Err())
	}
	return rows
}

// Reason returns the reason of a row of Repetition in the words of package rules.
func (r Row) Reason() string {
	switch word := r["reason"]; word {
	case "-":
		return "none"
	case "check_inside_no_perpetual", "no_forcing_or_mutual_chase":
		return "repetition"
	case "rule40":
		return "no_capture_limit"
	case "mate", "no_moves", "rule40_nomoves":
		return "no_legal_move"
	default: // perpetual_check_by_red and the like
		return strings.TrimSuffix(strings.TrimSuffix(word, "_by_red"), "_by_black")
	}
}
