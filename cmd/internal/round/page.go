package round

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"jieqi/cmd/internal/cluster"
	"jieqi/cmd/internal/games"
	"jieqi/cmd/internal/report"
	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/dataset/stats"
	"jieqi/engine/score"
	"jieqi/eval/gate"
	"jieqi/nnue"
	"jieqi/nnue/architecture"
	"jieqi/trainer"
)

// page fills in what the report shows of the run in f, at which a process is at work if live.
func (v *reportView) page(f Folder, live bool) (*report.Page, error) {
	c := &v.Config
	p := &report.Page{
		Title: c.Phrase, Preset: c.Preset, Rules: c.Rules, First: c.Champion, Champion: v.Champion, Live: live,
		Again: v.Commands, Config: v.ConfigText,
	}
	if m := v.Machine; m != nil {
		p.MadeBy = fmt.Sprintf("It was made by version %s with %s on %s/%s, inference kernel %s.", m.Version, m.Go, m.OS, m.Arch, m.Kernel)
	}
	for _, s := range v.Changes {
		p.Changes = append(p.Changes, report.Change{Round: s.Round, Key: s.Key, Value: s.Value})
	}
	if pulse := readPulse(f); live && pulse != nil {
		p.Now = pulse.sentence()
	}
	if hub := cluster.ReadStatus(f.Hub()); live && hub != nil {
		p.Workers = strings.Split(strings.TrimSpace(hub.Table()), "\n")
	}
	if !live {
		p.Next = []string{f.command("run", "--rounds", strconv.Itoa(len(v.Rounds)+1)), f.command("fsck")}
	}
	for i := range v.Rounds {
		r, err := v.Rounds[i].page(f)
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", v.Rounds[i].Number, err)
		}
		p.Rounds = append(p.Rounds, r)
	}
	var err error
	if p.Charts, err = v.ladder(); err != nil {
		return nil, err
	}
	p.Games, err = v.samples(f)
	return p, err
}

// sentence says what is being done.
func (p *Pulse) sentence() string {
	text := fmt.Sprintf("At work on round %d: %s", p.Round, p.Stage)
	if p.Total > 0 {
		text += fmt.Sprintf(", %d of %d %s%s", p.Done, p.Total, p.Unit, p.pace())
	}
	if left := p.left(); left > 0 {
		text += fmt.Sprintf(", about %v left of the stage", left.Round(time.Second))
	}
	return text + "."
}

// ladder draws the gates and the matches against the yardstick.
func (v *reportView) ladder() ([]report.Chart, error) {
	var tries []report.Try
	var measured []report.Measured
	for i := range v.Rounds {
		r := &v.Rounds[i]
		if g := r.Gate; g != nil {
			tries = append(tries, report.Try{
				Round: r.Number, Candidate: g.Candidate, Incumbent: g.Incumbent, Estimate: g.Estimate, Promoted: g.Verdict == gate.Promote,
			})
		}
		if m := r.Yardstick; m != nil {
			measured = append(measured, report.Measured{Round: r.Number, Champion: m.Champion, Opponent: m.Yardstick, Nodes: m.Nodes, Estimate: m.Estimate})
		}
	}
	return report.Ladder(v.Config.Champion, tries, measured)
}

// page fills in a round.
func (v *roundView) page(f Folder) (report.Round, error) {
	folder := f.Round(v.Number)
	r := report.Round{Number: v.Number, Champion: v.Champion, SelfPlay: v.SelfPlay, Training: v.Train, Refused: v.Refusal(), Gate: v.Gate}
	r.Stages = folder.stages()
	if v.Rates != nil {
		r.Rates, r.GateWords = v.Rates, report.GateWords(*v.Rates)
	}
	if v.Yardstick != nil {
		r.Yardstick = v.Yardstick.String()
	}
	if n := v.Network; n != nil && n.Name != "" {
		r.Network = card(f, n)
	}
	var err error
	if r.GameCharts, err = folder.charts(); err != nil {
		return r, err
	}
	start, records, err := trainer.ReadLog(folder.Train())
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(records) == 0 {
		return r, nil
	}
	if err != nil {
		return r, err
	}
	r.Charts, err = report.Training(records, start.LabelScales)
	return r, err
}

// card says what a network is. What its file would say is left out while it is not there.
func card(f Folder, made *Candidate) *report.Network {
	c := &report.Network{Name: made.Name, Text: made.ReportText}
	add := func(name, value string) { c.Facts = append(c.Facts, report.Fact{Name: name, Value: value}) }
	path := f.Spec(made.Name)
	add("file", path)
	n, err := nnue.ReadFile(path)
	if err != nil {
		return c
	}
	p := n.Provenance()
	add("architecture", architecture.Description)
	add("parents", strings.Join(p.Parents, ", "))
	add("samples trained on", strconv.FormatInt(p.Samples, 10))
	add("label scale", fmt.Sprintf("%.1f centipawns", p.LabelScale))
	add("data", p.DataHash)
	add("configuration", p.ConfigHash)
	s := n.Scales()
	add("grids", fmt.Sprintf("dense %d and %d, output %d", s.Dense1, s.Dense2, s.Output))
	add("weights", n.WeightsHash())
	return c
}

// stages says how long the stages of the round took, from one outcome to the next.
func (r RoundFolder) stages() (list []report.Stage) {
	before, err := os.Stat(r.Machine())
	for _, s := range []struct{ name, marker string }{
		{stageSelfPlay, r.Marker(stageSelfPlay)}, {stageVerify, r.Marker(stageVerify)}, {stageTrain, r.Marker(stageTrain)},
		{stageQuantise, r.Marker(stageQuantise)}, {stageGate, r.Decision()}, {stageMeasure, r.Marker(stageMeasure)},
	} {
		done, missing := os.Stat(s.marker)
		if err != nil || missing != nil {
			return list
		}
		list = append(list, report.Stage{Name: s.name, Took: max(0, done.ModTime().Sub(before.ModTime()))})
		before = done
	}
	return list
}

// gameCharts are the drawings of package stats that the report shows, with their captions.
var gameCharts = []struct {
	file, caption string
	legend        bool
}{
	{"lengths.svg", "Length of games", false},
	{"results.svg", "Games by result, and by the face-down pieces left", true},
	{"scores.svg", "Scores of the mover; the ends hold all beyond", false},
	{"reveals.svg", "Pieces turned up in a game", false},
	{"luck.svg", "Luck of a reveal: expected score after it, less before", false},
	{"first-reveal.svg", "Mean result by the first piece a side turned up", true},
}

// describe draws what the round's games were.
func (r RoundFolder) describe(ctx context.Context, split dataset.Split) (err error) {
	if there, err := exists(filepath.Join(r.Charts(), gameCharts[len(gameCharts)-1].file)); err != nil || there {
		return err
	}
	set, err := dataset.Open(r.SelfPlay())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, set.Close()) }()
	s, err := stats.Of(ctx, set, split, false)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(r.Charts(), 0o755); err != nil {
		return err
	}
	for _, c := range gameCharts {
		p, err := s.Chart(c.file)
		if err != nil {
			return err
		}
		svg, err := report.Restyle(p, c.legend)
		if err != nil {
			return fmt.Errorf("chart %s: %w", c.file, err)
		}
		if err := durable.WriteFile(filepath.Join(r.Charts(), c.file), svg); err != nil {
			return err
		}
	}
	return nil
}

// charts returns the drawings of the round's games that are there.
func (r RoundFolder) charts() (list []report.Chart, err error) {
	for _, c := range gameCharts {
		svg, err := os.ReadFile(filepath.Join(r.Charts(), c.file))
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		list = append(list, report.Chart{Title: c.caption, SVG: report.Inline(svg)})
	}
	return list, nil
}

// shown is how many games the report steps through.
const shown = 3

var errEnough = errors.New("enough")

// samples returns the first games of the newest round whose games are all there.
func (v *reportView) samples(f Folder) (list []report.Game, err error) {
	for i := len(v.Rounds) - 1; i >= 0; i-- {
		dir := f.Round(v.Rounds[i].Number).SelfPlay()
		if there, err := exists(dir); err != nil || !there || v.Rounds[i].SelfPlay == nil {
			if err != nil {
				return nil, err
			}
			continue
		}
		a, err := dataset.OpenArchive(dir)
		if err != nil {
			return nil, err
		}
		err = games.OfArchive(context.Background(), a, dataset.Choice{}, func(g *games.Game) error {
			one, err := sample(v.Rounds[i].Number, g)
			if list = append(list, one); err == nil && len(list) == shown {
				err = errEnough
			}
			return err
		})
		if errors.Is(err, errEnough) {
			err = nil
		}
		return list, errors.Join(err, a.Close())
	}
	return nil, nil
}

// sample returns a recorded game as the report steps through it.
func sample(round int, g *games.Game) (report.Game, error) {
	scores := make([]string, len(g.Moves))
	for i := range scores {
		if i < len(g.Scored) && g.Scored[i] {
			scores[i] = fmt.Sprintf(", expected score %.2f", float64(g.Scores[i].Expected())/float64(score.One))
		}
	}
	return report.NewGame(fmt.Sprintf("round %d, %s", round, g.Name), fmt.Sprintf("%v, %s", g.Result, strings.ReplaceAll(g.Reason, "_", " ")), g.Rules, g.Moves, scores)
}
