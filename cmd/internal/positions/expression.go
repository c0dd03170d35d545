package positions

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/vm"
)

// maxNodes bounds what an expression may be made of.
const maxNodes = 1000

// expression is compiled text over [Facts]. It is used by one goroutine at a time.
type expression struct {
	text                 string
	program              *vm.Program
	machine              vm.VM
	wantScore, wantSwing bool // it asks for what some positions do not have
}

// A Filter chooses positions.
type Filter struct{ expression }

// ParseFilter compiles an expression that is true or false of a position.
func ParseFilter(text string) (*Filter, error) {
	x, err := compile(text, expr.AsBool())
	return &Filter{x}, err
}

// Keeps reports whether p is chosen.
func (f *Filter) Keeps(p *Position) (bool, error) {
	v, ok, err := f.run(p)
	return ok && v == true, err
}

// A Measure gives positions a number.
type Measure struct{ expression }

// ParseMeasure compiles an expression that is a number.
func ParseMeasure(text string) (*Measure, error) {
	x, err := compile(text, expr.AsFloat64())
	return &Measure{x}, err
}

// Of returns the number of p; it has none if the expression asks for what p does not have, or is not a number.
func (m *Measure) Of(p *Position) (value float64, ok bool, err error) {
	v, ok, err := m.run(p)
	if err != nil || !ok {
		return 0, false, err
	}
	value, isNumber := v.(float64)
	return value, isNumber && !math.IsNaN(value), nil
}

func compile(text string, result expr.Option) (x expression, err error) {
	program, err := expr.Compile(text, expr.Env(&Facts{}), result, expr.MaxNodes(maxNodes))
	if err != nil {
		return x, explain(text, err)
	}
	x = expression{text: text, program: program}
	node := program.Node()
	ast.Walk(&node, &x)
	return x, nil
}

// Visit notes which names the expression uses.
func (x *expression) Visit(node *ast.Node) {
	if name, ok := (*node).(*ast.IdentifierNode); ok {
		switch name.Value {
		case "score", "mate", "expected":
			x.wantScore = true
		case "swing":
			x.wantSwing = true
		}
	}
}

// run evaluates x; ok is false if p does not have what x asks for.
func (x *expression) run(p *Position) (value any, ok bool, err error) {
	if x.wantScore && p.Unscored || x.wantSwing && !p.hasSwing() {
		return nil, false, nil
	}
	value, err = x.machine.Run(x.program, &p.Facts)
	if err != nil {
		return nil, false, fmt.Errorf("game %d, ply %d: %q: %s", p.Game, p.Ply, x.text, message(err))
	}
	return value, true, nil
}

// explain says in one line why an expression does not compile.
func explain(text string, err error) error {
	said := message(err)
	if strings.HasPrefix(said, "unknown name") {
		return fmt.Errorf("%q: %s; the names are %s", text, said, strings.Join(names(), ", "))
	}
	return fmt.Errorf("%q: %s", text, said)
}

// message returns the first line of what is wrong, without the picture of it that the library draws.
func message(err error) string {
	said := err.Error()
	if at := new(file.Error); errors.As(err, &at) {
		said = fmt.Sprintf("%s (column %d)", at.Message, at.Column+1)
	}
	said, _, _ = strings.Cut(said, "\n")
	return said
}

// names lists what expressions may ask for.
func names() []string {
	var list []string
	for f := range facts() {
		list = append(list, f.Tag.Get("expr"))
	}
	return slices.Sorted(slices.Values(list))
}

// facts lists the fields of Facts, whose tags have their names and descriptions.
func facts() iter.Seq[reflect.StructField] { return reflect.TypeFor[Facts]().Fields() }

// Names describes what expressions may ask for, a line each, for people.
func Names() string {
	var b strings.Builder
	for f := range facts() {
		fmt.Fprintf(&b, "  %-16s %s\n", f.Tag.Get("expr"), f.Tag.Get("help"))
	}
	return b.String()
}
