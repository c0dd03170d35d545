package round

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"jieqi/cmd/internal/report"
	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/eval/gate"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// reportView is what the report shows.
type reportView struct {
	Config     Config
	ConfigText string
	Changes    []Fact // settings changed before some round
	Champion   string
	Commands   []string // that make the run again
	Machine    *Machine
	Rounds     []roundView
}

// roundView is one round of the report; what is not done yet is nil or empty.
type roundView struct {
	Number    int
	Config    Config
	Decided   bool // promoted or rejected
	Champion  string
	SelfPlay  *selfplay.Summary
	Train     *trainer.Result
	Network   *Candidate
	Gate      *gate.Result
	Rates     *gate.ErrorRates
	Yardstick *Measured
}

// Refusal says why the round's candidate never came to its gate, "" if it did or may still.
func (v *roundView) Refusal() string {
	if v.Network == nil {
		return ""
	}
	return v.Network.Refusal()
}

// WriteReport writes the run's report from what its folder holds, finished or not. It is the last report of a process, or of none.
func WriteReport(f Folder) error { return writeReport(f, false) }

// EmbedReport writes the report as it is now for a page that shows it in a frame: without scripts, and without asking for itself
// again.
func EmbedReport(w io.Writer, f Folder) error {
	p, err := newPage(f, false)
	if err != nil {
		return err
	}
	p.Games = nil
	return report.Write(w, p)
}

// newPage returns what the report shows of the run in f, at which a process is at work if live.
func newPage(f Folder, live bool) (*report.Page, error) {
	v, err := collect(f)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	p, err := v.page(f, live)
	if err != nil {
		return nil, fmt.Errorf("report: %w", err)
	}
	return p, nil
}

func writeReport(f Folder, live bool) error {
	p, err := newPage(f, live)
	if err != nil {
		return err
	}
	var page bytes.Buffer
	if err := report.Write(&page, p); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	if err := os.MkdirAll(filepath.Dir(f.Report()), 0o755); err != nil {
		return fmt.Errorf("report: %w", err)
	}
	return durable.WriteFile(f.Report(), page.Bytes())
}

func collect(f Folder) (*reportView, error) {
	c, text, err := f.load()
	if errors.Is(err, errNoRun) {
		return nil, fmt.Errorf("no run in %s; `%s` begins one", string(f), f.command("run"))
	}
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", string(f), err)
	}
	facts, err := ReadFacts(f.RegistryFile())
	if err != nil {
		return nil, err
	}
	v := &reportView{Config: c, ConfigText: string(text)}
	for _, fact := range facts {
		if fact.Kind == FactSet {
			v.Changes = append(v.Changes, fact)
		}
	}
	begun, _, err := f.rounds(facts)
	if err != nil {
		return nil, err
	}
	for n := 1; n <= begun; n++ {
		view, err := collectRound(f.Round(n), n, facts.Champion(n, c.Champion))
		if err != nil {
			return nil, fmt.Errorf("round %d: %w", n, err)
		}
		if view.Config, err = facts.At(c, n); err != nil {
			return nil, err
		}
		view.Decided = facts.decided(n)
		v.Rounds = append(v.Rounds, view)
	}
	v.Champion = facts.Champion(len(v.Rounds)+1, c.Champion)
	v.Commands = v.again(f)
	if len(v.Rounds) > 0 {
		if v.Machine, err = readOutcome[Machine](f.Round(1).Machine(), lossMachine); err != nil {
			return nil, err
		}
	}
	return v, nil
}

// again returns the commands that make the run of f again in another folder: one, and another for each round before
// which settings have changed.
func (v *reportView) again(f Folder) []string {
	words := []string{"--config", configName}
	if !spec.BuiltIn(v.Config.Champion) {
		words = append(words, "--champion", f.Spec(v.Config.Champion))
	}
	var commands []string
	command := func(rounds int) {
		commands = append(commands, Folder("NEWFOLDER").command("run", append(words, "--rounds", strconv.Itoa(rounds))...))
		words = nil
	}
	for n := 1; n <= len(v.Rounds); n++ {
		for i, c := range v.Changes {
			if c.Round != n {
				continue
			}
			if n > 1 && (i == 0 || v.Changes[i-1].Round != n) {
				command(n - 1)
			}
			words = append(words, "--set", c.Key+"="+c.Value)
		}
	}
	command(max(1, len(v.Rounds)))
	return commands
}

func collectRound(r RoundFolder, n int, champion string) (roundView, error) {
	v := roundView{Number: n, Champion: champion}
	var err error
	if v.SelfPlay, err = readOutcome[selfplay.Summary](r.Marker(stageSelfPlay), lossStage); err != nil {
		return v, err
	}
	if v.Train, err = readOutcome[trainer.Result](r.Marker(stageTrain), lossStage); err != nil {
		return v, err
	}
	if v.Network, err = readOutcome[Candidate](r.Marker(stageQuantise), lossStage); err != nil {
		return v, err
	}
	if v.Gate, err = r.decision(); err != nil {
		return v, err
	}
	if v.Yardstick, err = readOutcome[Measured](r.Marker(stageMeasure), lossStage); err != nil {
		return v, err
	}
	if err := r.checkJournals(); err != nil {
		return v, err
	}
	plan, err := r.plan()
	if err != nil {
		return v, err
	}
	if plan != nil {
		v.Rates = &plan.ErrorRates
	}
	return v, nil
}
