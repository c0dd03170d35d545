package hce

// Taper is one weight at three stages of a game, in centipawns, blended by stage.
// Every number must lie within ±MaxWeight.
type Taper [numStages]int16

// The stages of a Taper.
const (
	Dark      = iota // thirty face-down pieces
	Full             // all pieces face up
	Bare             // few pieces left
	numStages = 3
)

// MaxWeight bounds the numbers of a Taper, so that no sum over a position can overflow a lane.
const MaxWeight = 2000

// lanes holds a Taper's numbers, or a sum of such, in one word: Dark in the low 21 bits, Full in
// the next 21, Bare above. Adding words adds all three at once; the borrow between lanes is
// undone when they are read.
type lanes int64

const laneBits = 21

func (t Taper) lanes() lanes {
	return lanes(t[Dark]) + lanes(t[Full])<<laneBits + lanes(t[Bare])<<(2*laneBits)
}

// split returns the three sums held in l.
func (l lanes) split() (dark, full, bare int32) {
	d := int64(l) << (64 - laneBits) >> (64 - laneBits)
	rest := (int64(l) - d) >> laneBits
	f := rest << (64 - laneBits) >> (64 - laneBits)
	return int32(d), int32(f), int32((rest - f) >> laneBits)
}

// stage is the blend of a position: shares of Dark, Full and Bare that sum to stageOne.
type stage [numStages]int32

const (
	stageOne  = 256
	maxDark   = 30 // face-down pieces at the start, both sides
	maxPieces = 30 // pieces at the start, generals left out
)

// stages is indexed by face-down pieces and by pieces left, generals left out.
var stages = buildStages()

func buildStages() (t [maxDark + 1][maxPieces + 1]stage) {
	for dark := range t {
		for pieces := range t[dark] {
			d := int32(stageOne * dark / maxDark)
			b := (stageOne - d) * int32(maxPieces-pieces) / maxPieces
			t[dark][pieces] = stage{Dark: d, Full: stageOne - d - b, Bare: b}
		}
	}
	return t
}

// blend returns the weighted sum of the lanes of l in units of 1/stageOne centipawn.
func (s *stage) blend(l lanes) int32 {
	dark, full, bare := l.split()
	return dark*s[Dark] + full*s[Full] + bare*s[Bare]
}
