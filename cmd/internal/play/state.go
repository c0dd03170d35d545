package play

import (
	"slices"

	"jieqi/cmd/internal/wire"
	"jieqi/engine/board"
	"jieqi/engine/dealer"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// State is all that a page is told of a game; seam.js describes it. The slices are not written to once shown.
type State struct {
	ID          string   `json:"id"`
	Colour      string   `json:"colour"`
	Opponent    string   `json:"opponent"`
	Level       int      `json:"level"`
	Practice    bool     `json:"practice"`
	Rules       string   `json:"rules"`
	Limit       int      `json:"limit"` // plies without a capture that are a draw
	Moves       []string `json:"moves"` // as the player was told them
	FEN         string   `json:"fen"`   // the player's view
	Legal       []string `json:"legal"` // the player's moves, empty while it is not its turn
	Check       bool     `json:"check"`
	Waiting     int      `json:"waiting"` // of the opponent: -1 it does not think, 0 it does, otherwise its place in the line
	Hints       int      `json:"hints"`
	Hash        string   `json:"hash"`
	CanTakeBack bool     `json:"canTakeBack"`
	Failure     string   `json:"failure"`
	Verdict     *Verdict `json:"verdict"`
	Over        *Over    `json:"over"` // null until there is a verdict
}

// Verdict is how a game ended.
type Verdict struct {
	Outcome rules.Outcome `json:"outcome"`
	Reason  string        `json:"reason"` // as rules.Reason has it, or "resignation"
}

const resignation = "resignation"

// Over is what nobody is told before the end.
type Over struct {
	Phrase   string    `json:"phrase"`
	Deal     string    `json:"deal"`
	Moves    []string  `json:"moves"` // with all identities
	Thoughts []Thought `json:"thoughts"`
}

// sheet is the score of a game: what the player was told, and beside it what really happened.
type sheet struct {
	colour board.Color
	view   board.Position // as the player knows it now
	told   []string
	full   []string
}

func newSheet(c board.Color) *sheet { return &sheet{colour: c, view: *board.StartPosition()} }

// add writes down a ply that was just played on the table.
func (s *sheet) add(t *dealer.Table, ply board.Ply) {
	told := ply.Told(s.view.Side(), s.colour)
	s.told = append(slices.Clip(s.told), notation.FormatPly(&s.view, told))
	s.full = append(s.full, notation.FormatPly(&s.view, ply))
	s.view = *t.View(s.colour).Position()
}

// state returns what the player is shown. Legal moves are shown when the player is asked for one.
func (s *Session) state() State {
	view := &s.sheet.view
	st := State{
		ID: s.saved.ID, Colour: s.saved.Colour, Opponent: s.saved.Opponent, Level: s.saved.Level, Practice: s.saved.Practice,
		Rules: s.rules.Name, Limit: s.rules.NoCaptureLimit, Moves: s.sheet.told, FEN: notation.FormatFEN(view), Legal: []string{},
		Check: view.InCheck(), Waiting: s.waiting, Hints: s.saved.Hints, Hash: commitment(s.saved.Phrase), Failure: s.failure,
		Verdict: s.saved.Verdict,
	}
	if st.Moves == nil {
		st.Moves = []string{}
	}
	if s.asked != nil {
		st.Legal = wire.Moves(view.LegalMoves(nil))
	}
	st.CanTakeBack = s.canTakeBack()
	if st.Verdict != nil {
		st.Over = &Over{Phrase: s.saved.Phrase, Deal: s.deal.String(), Moves: s.sheet.full, Thoughts: s.saved.Thoughts}
	}
	return st
}
