package inspect

import (
	"fmt"
	"html"
	"slices"
	"strings"

	"jieqi/engine/board"
	"jieqi/nnue/features"
)

// Sizes of the picture, in its units.
const (
	cell      = 14
	gap       = 26 // between boards
	head      = 62 // above the first row of boards
	boardWide = board.Files * cell
	boardHigh = board.Ranks * cell
	perRow    = board.NumKinds / 2 // boards
	wide      = gap + perRow*(boardWide+gap)
	rowHigh   = boardHigh + gap + 8
	sideHigh  = 2*rowHigh + 2*cell + 34 // two rows of boards, and the pool
	high      = head + 2*sideHigh
)

// Picture draws how strongly each input of the model is wired (see [Strength]) as SVG: for either side a board of ten by
// nine points for each kind of piece, seen from the perspective's own side below, and the slots of its pool. The
// darker, the stronger; crossed out are inputs that no position of the samples turns on. Pointing at a cell tells it
// in figures.
func Picture(m *Model, samples ...Sample) string {
	strength, seen := Strength(m.Params), &watch(m, samples).seen
	d := drawing{strength: &strength, seen: seen, most: strongest(&strength, seen)}
	fmt.Fprintf(&d.b, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-family=\"sans-serif\" font-size=\"11\">\n",
		wide, high, wide, high)
	fmt.Fprintf(&d.b, "<rect width=\"%d\" height=\"%d\" fill=\"white\"/>\n", wide, high)
	d.text(gap, 20, "First layer of "+m.Name)
	d.text(gap, 36, fmt.Sprintf("strength of each input: white 0, darkest %.4f; crossed out: never on in the positions looked at", d.most))
	for side := range sides {
		d.side(side, head+side*sideHigh)
	}
	d.b.WriteString("</svg>\n")
	return d.b.String()
}

// strongest returns the strength that is drawn darkest: that of the strongest input seen, or of all if none was.
func strongest(strength *[features.Count]float64, seen *[features.Count]bool) float64 {
	most := 0.0
	for i, s := range strength {
		if seen[i] {
			most = max(most, s)
		}
	}
	if most == 0 {
		most = slices.Max(strength[:])
	}
	return most
}

// drawing is a picture in the making.
type drawing struct {
	b        strings.Builder
	strength *[features.Count]float64
	seen     *[features.Count]bool
	most     float64 // drawn darkest
}

func (d *drawing) text(x, y int, text string) {
	fmt.Fprintf(&d.b, "<text x=\"%d\" y=\"%d\">%s</text>\n", x, y, html.EscapeString(text))
}

// side draws the boards and the pool of one side, from y down.
func (d *drawing) side(side, y int) {
	for k, kind := range kindNames {
		left, top := gap+k%perRow*(boardWide+gap), y+k/perRow*rowHigh
		d.text(left, top-4, sides[side]+" "+kind)
		first := firstInput(side, board.Kind(k))
		for pt := range board.NoPoint {
			d.cell(left+pt.File()*cell, top+(board.Ranks-1-pt.Rank())*cell, first+int(pt), pt.String())
		}
	}
	top := y + 2*rowHigh + 4
	d.text(gap, top-4, sides[side]+" pool: the more copies of a kind are unseen, the more of its slots are on")
	for _, r := range features.SlotRanges {
		for j := range r.Len {
			slot := r.First + j
			d.cell(gap+slot*2*cell, top, firstSlot(side)+slot, fmt.Sprintf("%s %d", kindNames[r.Kind], j+1))
		}
		d.text(gap+r.First*2*cell, top+2*cell, kindNames[r.Kind])
	}
}

// cell draws one input.
func (d *drawing) cell(x, y, input int, name string) {
	share := 0.0
	if d.most > 0 {
		share = min(d.strength[input]/d.most, 1)
	}
	state := ""
	if !d.seen[input] {
		state = ", never on"
	}
	fmt.Fprintf(&d.b, "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" fill=\"%s\" stroke=\"#999\" stroke-width=\"0.5\"><title>%s: %.4f%s</title></rect>\n",
		x, y, cell, cell, shade(share), name, d.strength[input], state)
	if !d.seen[input] {
		fmt.Fprintf(&d.b, "<path d=\"M%d %dl%d %d\" stroke=\"#999\" stroke-width=\"0.5\"/>\n", x, y, cell, cell)
	}
}

// shade returns a colour from white, for 0, to a dark blue, for 1.
func shade(share float64) string {
	between := func(dark float64) int { return int(255 - share*(255-dark) + 0.5) }
	return fmt.Sprintf("#%02x%02x%02x", between(8), between(48), between(107))
}
