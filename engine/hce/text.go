package hce

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"
	"strings"
)

//go:embed weights.txt
var defaultText string

//go:embed material.txt
var materialText string

// Default is the evaluation as shipped: the weights of weights.txt.
var Default = mustParse(defaultText)

// MaterialOnly is an evaluation that a first network can beat: the weights of material.txt, fitted to results of
// games with all but Value and Unseen held at 0.
var MaterialOnly = mustParse(materialText)

// mustParse is for the embedded files alone, which the tests read as well.
func mustParse(text string) Weights {
	w, err := ParseWeights(strings.NewReader(text))
	if err != nil {
		panic(fmt.Sprintf("embedded weights: %v", err))
	}
	return w
}

// Params lists every weight that the evaluation reads, in a fixed order. The pointers lead into
// w; Coefficient.Param is an index into this list.
func Params(w *Weights) []Param {
	names, values := w.params()
	list := make([]Param, len(names))
	for i := range list {
		list[i] = Param{Name: names[i], Value: values[i]}
	}
	return list
}

// ParseWeights reads weights as WriteWeights writes them. Every weight must be there once;
// empty lines and lines that begin with # are skipped. Errors name the line, and quote the beginning of it: it may be any file.
func ParseWeights(r io.Reader) (Weights, error) {
	var w Weights
	missing := map[string]*Taper{}
	for _, p := range Params(&w) {
		missing[p.Name] = p.Value
	}
	in := bufio.NewScanner(r)
	for line := 1; in.Scan(); line++ {
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff")) // some editors begin a text with a byte order mark
		if text == "" || text[0] == '#' {
			continue
		}
		name, t, err := parseLine(text)
		if err != nil {
			return w, fmt.Errorf("weights line %d: %w", line, err)
		}
		if missing[name] == nil {
			return w, fmt.Errorf("weights line %d: %.40q is unknown or there twice", line, name)
		}
		*missing[name] = t
		delete(missing, name)
	}
	if err := in.Err(); err != nil {
		return w, fmt.Errorf("weights: %w", err)
	}
	for name := range missing {
		return w, fmt.Errorf("weights: %d missing, %q among them", len(missing), name)
	}
	return w, nil
}

func parseLine(text string) (name string, t Taper, err error) {
	var rest string
	n, err := fmt.Sscanf(text+" ;", "%s %d %d %d %s", &name, &t[Dark], &t[Full], &t[Bare], &rest)
	if err != nil || n != 5 || rest != ";" {
		return name, t, fmt.Errorf("%.40q: want a name and three whole numbers", text)
	}
	for _, v := range t {
		if v < -MaxWeight || v > MaxWeight {
			return name, t, fmt.Errorf("%.40s: %d is outside ±%d", name, v, MaxWeight)
		}
	}
	return name, t, nil
}

// header heads every file of weights.
const header = `# Weights of the hand-crafted evaluation, in centipawns: name, then the value with all pieces face
# down, with all face up, and with few pieces left. Written by a fit; see package hce for what each is.
`

// WriteWeights writes w as text, one weight a line: its name and its three numbers.
func WriteWeights(out io.Writer, w *Weights) error {
	buf := bufio.NewWriter(out)
	buf.WriteString(header)
	for _, p := range Params(w) {
		fmt.Fprintf(buf, "%s %d %d %d\n", p.Name, p.Value[Dark], p.Value[Full], p.Value[Bare])
	}
	return buf.Flush()
}
