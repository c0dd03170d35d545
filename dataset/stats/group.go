package stats

import (
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/rules"
)

// Group is what the games of one generator, or all games, amount to. A game without a move is not in it.
type Group struct {
	Name        string          `json:"name"` // "all", or a network and a hash of settings
	Games       uint64          `json:"games"`
	Positions   uint64          `json:"positions"`
	Results     dataset.Results `json:"results"`
	Scores      Histogram       `json:"scores"`   // centipawns in the mover's view, without mates and what has no score
	Mates       uint64          `json:"mates"`    // positions whose score is a mate
	Unscored    uint64          `json:"unscored"` // positions without a score
	Lengths     Histogram       `json:"lengths"`  // plies a game
	Reveals     Histogram       `json:"reveals"`  // a game, of both sides
	Phases      [3]Phase        `json:"phases"`   // by face-down pieces left, as in training logs
	FirstReveal []FirstReveal   `json:"first_reveal"`
	Luck        Luck            `json:"luck"`
	Moves       []KindMoves     `json:"moves"`

	game  gameSoFar
	first [board.NumColors][board.NumKinds]FirstReveal // FaceDown: never turned a piece up
	moves [board.NumKinds]KindMoves
}

// Phase is the positions with so many face-down pieces left, and the games that ended there.
type Phase struct {
	Least     int             `json:"face_down_from"`
	Most      int             `json:"face_down_to"`
	Positions uint64          `json:"positions"`
	Ended     dataset.Results `json:"ended"` // games by who won
}

// FirstReveal is the games of a side whose first piece to turn up was one of a kind; "none": it never turned one up.
type FirstReveal struct {
	Side  string `json:"side"`
	Piece string `json:"piece"`
	Games uint64 `json:"games"`
	Won   uint64 `json:"won"` // by that side
	Drawn uint64 `json:"drawn"`
	Lost  uint64 `json:"lost"`
}

// KindMoves is the moves of the pieces of a kind; "face_down" ones are the reveals.
type KindMoves struct {
	Piece       string `json:"piece"`
	Moves       uint64 `json:"moves"`
	Captures    uint64 `json:"captures"` // face-down pieces included
	TakesHidden uint64 `json:"takes_hidden"`
	Random      uint64 `json:"random"` // drawn at random
}

// kindNames are those of the kinds, as far as statistics show them.
var kindNames = [board.NumKinds]string{board.General: "general", board.Advisor: "advisor", board.Elephant: "elephant",
	board.Horse: "horse", board.Chariot: "chariot", board.Cannon: "cannon", board.Soldier: "soldier", board.FaceDown: "face_down"}

func newGroup(name string) *Group {
	return &Group{Name: name,
		Scores:  newHistogram(-2000, 2000, 100),
		Lengths: newHistogram(0, 400, 20),
		Reveals: newHistogram(0, 31, 1),
		Phases:  [3]Phase{{Least: 15, Most: 30}, {Least: 5, Most: 14}, {Least: 0, Most: 4}},
		Luck:    newLuck(),
	}
}

// gameSoFar is what is known of the game being read.
type gameSoFar struct {
	reveals int
	first   [board.NumColors]board.Kind
}

// add counts a ply. Those of a game come in order.
func (g *Group) add(t *dataset.Turn) {
	mover, ply := t.Public.Side(), &t.Plies[t.At]
	if t.At == 0 {
		g.game = gameSoFar{first: [board.NumColors]board.Kind{board.FaceDown, board.FaceDown}}
	}
	g.Positions++
	g.phase(t.Public.Hidden(board.Red)+t.Public.Hidden(board.Black)).Positions++
	switch {
	case t.Flags&dataset.Unscored != 0:
		g.Unscored++
	case ply.Score.IsMate():
		g.Mates++
	default:
		g.Scores.add(int(ply.Score))
	}
	g.addMove(t)
	if kind := t.Played.Reveal; kind != board.NoKind {
		g.game.reveals++
		if g.game.first[mover] == board.FaceDown {
			g.game.first[mover] = kind
		}
		g.Luck.add(t)
	}
	if t.At == len(t.Plies)-1 {
		g.endGame(t)
	}
}

func (g *Group) addMove(t *dataset.Turn) {
	m := &g.moves[t.Public.At(t.Played.Move.From()).Kind()]
	m.Moves++
	count := func(n *uint64, flag dataset.Flags) {
		if t.Flags&flag != 0 {
			*n++
		}
	}
	count(&m.Captures, dataset.Capture)
	count(&m.TakesHidden, dataset.TakesHidden)
	count(&m.Random, dataset.Random)
}

// phase returns that of so many face-down pieces.
func (g *Group) phase(faceDown int) *Phase {
	for i := range g.Phases {
		if p := &g.Phases[i]; faceDown >= p.Least {
			return p
		}
	}
	return &g.Phases[len(g.Phases)-1]
}

// endGame counts the game of its last ply.
func (g *Group) endGame(t *dataset.Turn) {
	left := t.Public.Hidden(board.Red) + t.Public.Hidden(board.Black)
	for _, flag := range []dataset.Flags{dataset.Reveal, dataset.TakesHidden} {
		if t.Flags&flag != 0 {
			left--
		}
	}
	g.Games++
	count(&g.Results, t.Result)
	count(&g.phase(left).Ended, t.Result)
	g.Lengths.add(len(t.Plies))
	g.Reveals.add(g.game.reveals)
	for c := range g.first {
		f := &g.first[c][g.game.first[c]]
		f.Games++
		counts := [...]*uint64{&f.Lost, &f.Drawn, &f.Won} // by half points
		*counts[t.Result.For(board.Color(c))]++
	}
}

func count(r *dataset.Results, o rules.Outcome) {
	switch o {
	case rules.RedWins:
		r.Red++
	case rules.BlackWins:
		r.Black++
	default:
		r.Draw++
	}
}

// finish makes the lists of what was counted.
func (g *Group) finish() {
	for c := range g.first {
		for _, k := range append(board.PoolKinds[:], board.FaceDown) {
			f := g.first[c][k]
			f.Side, f.Piece = board.Color(c).String(), kindNames[k]
			if k == board.FaceDown {
				f.Piece = "none"
			}
			g.FirstReveal = append(g.FirstReveal, f)
		}
	}
	for _, k := range append(board.PoolKinds[:], board.General, board.FaceDown) {
		m := g.moves[k]
		m.Piece = kindNames[k]
		g.Moves = append(g.Moves, m)
	}
	g.Luck.finish()
}
