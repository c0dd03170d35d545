package report

import (
	"embed"
	"fmt"
	"html/template"
	"io"
	"time"

	"jieqi/eval/gate"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// Page is what a report shows of a run.
type Page struct {
	Title    string // the run's phrase
	Preset   string
	Rules    string
	First    string   // the first champion
	Champion string   // the champion now
	Now      string   // what is being done, as a sentence; "" when nothing is
	Workers  []string // those on other machines that play for the run now, one line each
	Live     bool     // a process is at work: the page asks for itself again
	Rounds   []Round
	Charts   []Chart  // of the whole run
	Next     []string // commands that go on
	Again    []string // commands that make the run again
	MadeBy   string   // program and machine, as a sentence
	Config   string   // text of run.toml
	Changes  []Change
	Games    []Game // to step through
}

// Round is one round; what is not done yet is nil or empty.
type Round struct {
	Number     int
	Champion   string // who played its games and stood in its gate
	SelfPlay   *selfplay.Summary
	Training   *trainer.Result
	Network    *Network
	Refused    string // why its network never came to the gate
	Gate       *gate.Result
	Rates      *gate.ErrorRates
	GateWords  []string // what they mean
	Yardstick  string   // the match against the yardstick, as a sentence
	Stages     []Stage
	GameCharts []Chart // what the games were
	Charts     []Chart // of training and label scales
}

// Network is the card of a network.
type Network struct {
	Name  string
	Facts []Fact
	Text  string // its quantisation report
}

// Fact is a line of a card.
type Fact struct{ Name, Value string }

// Stage is a part of a round and how long it took, interruptions included.
type Stage struct {
	Name string
	Took time.Duration
}

// Change is a setting that was changed on the way.
type Change struct {
	Round      int
	Key, Value string
}

//go:embed page.html.tmpl page.css games.js
var assets embed.FS

var page = template.Must(template.New("page.html.tmpl").Funcs(template.FuncMap{
	"percent": func(x float64) string { return fmt.Sprintf("%.1f", 100*x) },
	"css":     func() (template.CSS, error) { b, err := assets.ReadFile("page.css"); return template.CSS(b), err },
	"script":  func() (template.JS, error) { b, err := assets.ReadFile("games.js"); return template.JS(b), err },
	"rounded": func(d time.Duration) time.Duration { return d.Round(time.Second) },
}).ParseFS(assets, "page.html.tmpl"))

// Write writes the page as HTML.
func Write(w io.Writer, p *Page) error { return page.Execute(w, p) }
