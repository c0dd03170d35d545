package positions

import (
	"jieqi/dataset"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/rules"
)

// Facts are what expressions may ask of a position, by the names in the tags. It has no methods: expressions could
// call them.
type Facts struct {
	Game    int    `expr:"game" help:"index of the game in its series"`
	Ply     int    `expr:"ply" help:"plies played before; 0: the first move"`
	Plies   int    `expr:"plies" help:"plies of the whole game"`
	Red     bool   `expr:"red" help:"the mover is Red"`
	Part    string `expr:"part" help:"of the split: \"train\", \"validation\" or \"gate\""`
	Network string `expr:"network" help:"what scored the position: a network's hash, or hce and a hash"`

	Score    int     `expr:"score" help:"centipawns in the mover's view; a mate in n plies is ±(32000 - n)"`
	Mate     int     `expr:"mate" help:"moves to the mate that the score announces, below 0 if the mover is mated; 0: none"`
	Expected float64 `expr:"expected" help:"expected score of the mover, 0 to 1, by the score"`
	Swing    float64 `expr:"swing" help:"change of the mover's expected score by its move, -1 to 1: by the score of the reply"`

	Result float64 `expr:"result" help:"of the mover: 1 won, 0.5 draw, 0 lost"`
	Winner string  `expr:"winner" help:"\"red\", \"black\" or \"draw\""`
	Reason string  `expr:"reason" help:"why the game ended, such as \"no_legal_move\" or \"adjudicated\""`

	InCheck     bool `expr:"in_check" help:"the mover is in check"`
	Capture     bool `expr:"capture" help:"the move takes a piece"`
	TakesHidden bool `expr:"takes_hidden" help:"the move takes a face-down piece"`
	Reveal      bool `expr:"reveal" help:"the move turns a piece up"`
	Random      bool `expr:"random" help:"the move was drawn at random"`
	Tail        bool `expr:"tail" help:"played after the adjudicator had decided the game"`
	Unscored    bool `expr:"unscored" help:"the position has no score"`

	Move    string `expr:"move" help:"as its mover was told it, such as \"b2b9Rn\""`
	Turned  string `expr:"turned" help:"what turned up: \"R\", \"A\", \"C\", \"P\", \"N\" or \"B\", whatever the colour; \"\": nothing"`
	Took    string `expr:"took" help:"what was taken, in the same letters, face down or not; \"\": nothing"`
	Reveals int    `expr:"reveals" help:"pieces that the mover turned up before"`

	FaceDown      int `expr:"face_down" help:"face-down pieces on the board"`
	MyFaceDown    int `expr:"my_face_down" help:"the mover's"`
	TheirFaceDown int `expr:"their_face_down" help:"the opponent's"`
	Pieces        int `expr:"pieces" help:"pieces on the board"`
	MyPieces      int `expr:"my_pieces" help:"the mover's"`
	TheirPieces   int `expr:"their_pieces" help:"the opponent's"`
	Halfmove      int `expr:"halfmove" help:"plies since the last capture"`

	MyUp      Kinds `expr:"my_up" help:"the mover's face-up pieces by kind: my_up.R, .A, .C, .P, .N, .B"`
	TheirUp   Kinds `expr:"their_up" help:"the opponent's"`
	MyPool    Kinds `expr:"my_pool" help:"the mover's pieces that the mover has not seen, by kind"`
	TheirPool Kinds `expr:"their_pool" help:"the opponent's pieces that the mover has not seen, by kind"`
}

// Kinds counts pieces by kind.
type Kinds struct{ R, A, C, P, N, B int }

// Position is a position of a recorded game.
type Position struct {
	Facts
	turn    *dataset.Turn // borrowed: it changes with the next position
	reveals [board.NumColors]int
}

func (p *Position) place() Place { return Place{Block: p.turn.Block, Game: p.turn.Game, Ply: p.Ply} }

// read makes p the position of the next turn.
func (p *Position) read(t *dataset.Turn, part dataset.Part, network string) {
	if t.At == 0 {
		p.reveals = [board.NumColors]int{}
	}
	p.turn = t
	mover := t.Public.Side()
	p.Facts = Facts{
		Game: int(t.Game), Ply: t.At, Plies: len(t.Plies), Red: mover == board.Red, Part: part.String(), Network: network,
		Result: float64(t.Result.For(mover)) / 2, Winner: winnerNames[t.Result], Reason: t.Reason.String(),
		Reveals: p.reveals[mover], Halfmove: t.Public.Halfmove(),
	}
	p.readScore(t)
	p.readMove(t)
	p.readBoard(t)
	if p.Reveal {
		p.reveals[mover]++
	}
}

var winnerNames = [...]string{rules.Ongoing: "", rules.RedWins: "red", rules.BlackWins: "black", rules.Draw: "draw"}

func (p *Position) readScore(t *dataset.Turn) {
	p.Unscored = t.Flags&dataset.Unscored != 0
	if p.Unscored {
		return
	}
	v := t.Plies[t.At].Score
	p.Score, p.Expected = int(v), v.Float()
	if v.IsMate() {
		p.Mate = (v.MatePlies() + 1) / 2
		if v < 0 {
			p.Mate = -p.Mate
		}
	}
	p.Swing, _ = dataset.Swing(t.Plies, t.At)
}

// hasSwing reports whether this position and the next both have a score.
func (p *Position) hasSwing() bool {
	_, known := dataset.Swing(p.turn.Plies, p.turn.At)
	return known
}

func (p *Position) readMove(t *dataset.Turn) {
	p.InCheck, p.Capture = t.Flags&dataset.InCheck != 0, t.Flags&dataset.Capture != 0
	p.TakesHidden, p.Reveal = t.Flags&dataset.TakesHidden != 0, t.Flags&dataset.Reveal != 0
	p.Random, p.Tail = t.Flags&dataset.Random != 0, t.Flags&dataset.Tail != 0
	p.Move = notation.FormatPly(t.Public, t.Played)
	p.Turned, p.Took = kindName(t.Played.Reveal), kindName(t.Played.Victim)
	if victim := t.Public.At(t.Played.Move.To()); victim != board.NoPiece && victim.Kind() != board.FaceDown {
		p.Took = kindName(victim.Kind())
	}
}

// kindName returns the capital letter of a kind, "" for none.
func kindName(k board.Kind) string {
	if k == board.NoKind {
		return ""
	}
	return k.String()
}

func (p *Position) readBoard(t *dataset.Turn) {
	me, other := t.Public.Side(), t.Public.Side().Other()
	p.MyFaceDown, p.TheirFaceDown = t.Public.Hidden(me), t.Public.Hidden(other)
	p.MyPieces, p.TheirPieces = t.Public.ColorSet(me).Count(), t.Public.ColorSet(other).Count()
	p.FaceDown, p.Pieces = p.MyFaceDown+p.TheirFaceDown, p.MyPieces+p.TheirPieces
	p.MyUp, p.TheirUp = faceUp(t.Public, me), faceUp(t.Public, other)
	p.MyPool, p.TheirPool = unseen(&t.Pools[me]), unseen(&t.Pools[other])
}

func faceUp(p *board.Position, c board.Color) Kinds {
	of := func(k board.Kind) int { return p.Pieces(c, k).Count() }
	return Kinds{R: of(board.Chariot), A: of(board.Advisor), C: of(board.Cannon), P: of(board.Soldier),
		N: of(board.Horse), B: of(board.Elephant)}
}

func unseen(pool *board.Pool) Kinds {
	return Kinds{R: int(pool[board.Chariot]), A: int(pool[board.Advisor]), C: int(pool[board.Cannon]),
		P: int(pool[board.Soldier]), N: int(pool[board.Horse]), B: int(pool[board.Elephant])}
}
