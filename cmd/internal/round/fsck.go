package round

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"jieqi/dataset"
	"jieqi/eval/match"
	"jieqi/nnue"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// Inspection is what a look at everything in a run found.
type Inspection struct {
	Rounds    int      `json:"rounds"` // begun
	Games     uint64   `json:"games"`  // replayed without a fault
	Positions uint64   `json:"positions"`
	Networks  int      `json:"networks"` // read and hashed without a fault
	Pairs     int      `json:"pairs"`    // of gates, read without a fault
	Gone      []string `json:"gone"`     // folders of games that are not there any more
	Rebuilt   []string `json:"rebuilt"`  // what follows from the rest and was written anew
	Damaged   []string `json:"damaged"`  // what is wrong, where, and what to do
}

// Err returns nil if nothing is damaged.
func (i *Inspection) Err() error {
	if len(i.Damaged) == 0 {
		return nil
	}
	return fmt.Errorf("%d damaged; a run that goes on may stop there", len(i.Damaged))
}

// String returns the inspection as lines for reading.
func (i Inspection) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rounds %d\ngames %d\npositions %d\nnetworks %d\npairs %d\n", i.Rounds, i.Games, i.Positions, i.Networks, i.Pairs)
	for _, list := range []struct {
		word  string
		items []string
	}{{"gone", i.Gone}, {"rebuilt", i.Rebuilt}, {"damaged", i.Damaged}} {
		for _, item := range list.items {
			fmt.Fprintf(&b, "%s %s\n", list.word, item)
		}
	}
	if len(i.Damaged) == 0 {
		b.WriteString("clean\n")
	}
	return b.String()
}

// Inspect reads, hashes and replays everything in the run in f and writes what follows from the rest anew: the champion's name and
// the report. What is damaged it names with the remedy, and leaves as it is. tell, which may be nil, hears of each round's
// games. It fails itself where there is no run, where a process is at work on it, or where ctx ends.
func Inspect(ctx context.Context, f Folder, workers int, tell func(round, done, total int)) (Inspection, error) {
	found := Inspection{Gone: []string{}, Rebuilt: []string{}, Damaged: []string{}}
	c, _, err := f.load()
	if err != nil {
		return found, err
	}
	folder, err := f.lock()
	if err != nil {
		return found, err
	}
	defer folder.Close()
	facts, err := ReadFacts(f.RegistryFile())
	if err != nil {
		return found, err
	}
	if found.Rounds, _, err = f.rounds(facts); err != nil {
		return found, err
	}
	i := inspector{Inspection: &found, run: f, config: c, facts: facts, workers: workers}
	i.networks()
	for n := 1; n <= found.Rounds; n++ {
		if err := i.round(ctx, n, func(done, total int) {
			if tell != nil {
				tell(n, done, total)
			}
		}); err != nil {
			return found, err
		}
	}
	return found, i.derived(ctx)
}

// inspector looks at a run and gathers what it finds.
type inspector struct {
	*Inspection
	run     Folder
	config  Config
	facts   Facts
	workers int
}

// wrong takes note of err, if it is one.
func (i *inspector) wrong(err error) {
	if err != nil {
		i.Damaged = append(i.Damaged, strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// networks reads all networks in the run's folder: a network's file has the hash of its content in its name. Those that
// the registry knows must be there.
func (i *inspector) networks() {
	there := map[string]bool{}
	files, err := filepath.Glob(filepath.Join(i.run.Networks(), "*"+nnue.Extension))
	i.wrong(err)
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), nnue.Extension)
		there[name] = true
		n, err := nnue.ReadFile(file)
		if err == nil && n.Name() != name {
			err = fmt.Errorf("%s: it holds %s", file, n.Name())
		}
		if err != nil {
			i.wrong(i.run.networkRemedy(i.facts, i.config, name, err))
			continue
		}
		i.Networks++
	}
	for _, made := range i.facts {
		if made.Kind == FactNetwork && !there[made.Network] {
			err := fmt.Errorf("%s is not there", i.run.Spec(made.Network))
			i.wrong(i.run.networkRemedy(i.facts, i.config, made.Network, err))
		}
	}
	files, err = filepath.Glob(filepath.Join(i.run.Networks(), "*"+parametersExtension))
	i.wrong(err)
	for _, file := range files {
		if _, err := trainer.LoadParams(file); err != nil {
			name := strings.TrimSuffix(filepath.Base(file), parametersExtension)
			i.wrong(i.run.networkRemedy(i.facts, i.config, name, err))
		}
	}
}

// round looks at round n. It returns an error where ctx ended.
func (i *inspector) round(ctx context.Context, n int, tell func(done, total int)) error {
	r := i.run.Round(n)
	c, err := i.facts.At(i.config, n)
	i.wrong(err)
	if err == nil {
		_, err = r.checkSettings(c)
		i.wrong(err)
	}
	if err := i.games(ctx, n, tell); err != nil {
		return err
	}
	i.training(r)
	i.match(r.Gate())
	i.match(r.Yardstick())
	i.agree(n)
	return nil
}

// games replays the games of round n.
func (i *inspector) games(ctx context.Context, n int, tell func(done, total int)) error {
	r := i.run.Round(n)
	made, played := i.facts.Find(FactShards, n)
	files, err := filepath.Glob(filepath.Join(r.SelfPlay(), "*"+dataset.ShardExt))
	i.wrong(err)
	if len(files) == 0 {
		if played {
			i.Gone = append(i.Gone, r.SelfPlay())
		}
		return nil
	}
	verified := outcome[dataset.VerifyReport](i, r.Marker(stageVerify))
	report, err := dataset.Verify(ctx, []string{r.SelfPlay()}, i.workers, tell)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	i.Games += report.Games
	i.Positions += report.Positions
	remedy := fmt.Sprintf("remove the shard and %s: %s", r.Marker(stageSelfPlay), lossGames)
	if err = errors.Join(err, report.Err()); err != nil {
		i.wrong(fmt.Errorf("%w; %s", err, remedy))
	} else if played && made.ContentHash != report.ContentHash {
		i.wrong(fmt.Errorf("%s: other games than were played, or not all: content hash %s, was %s; remove the folder and %s: %s",
			r.SelfPlay(), report.ContentHash, made.ContentHash, r.Marker(stageSelfPlay), lossGames))
	} else if verified != nil && !reflect.DeepEqual(*verified, report) {
		i.wrong(fmt.Errorf("%s: not what the games are verified to now; remove it: %s", r.Marker(stageVerify), lossStage))
	}
	return nil
}

// training reads the parameters that training left.
func (i *inspector) training(r RoundFolder) {
	if _, _, err := trainer.ReadLog(r.Train()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		i.wrong(err)
	}
	files, err := filepath.Glob(filepath.Join(r.Train(), "*"+parametersExtension))
	i.wrong(err)
	for _, file := range files {
		if _, err := trainer.LoadParams(file); err != nil {
			i.wrong(fmt.Errorf("%w; remove the folder %s and %s: training is done again, with the same outcome", err, r.Train(), r.Marker(stageTrain)))
			return
		}
	}
}

// match reads the journal of the match in dir, if there is one.
func (i *inspector) match(dir string) {
	if there, err := exists(filepath.Join(dir, "pairs.jsonl")); err != nil || !there {
		i.wrong(err)
		return
	}
	v, err := match.Judge(dir)
	i.wrong(err)
	if err == nil {
		i.Pairs += v.Estimate.Pairs
	}
}

// agree compares the outcomes of round n's stages with what the registry says of them.
func (i *inspector) agree(n int) {
	r := i.run.Round(n)
	differ := func(what, marker string, is, was any) {
		i.wrong(fmt.Errorf("%s: %s is %v, and %v in %s; remove it: %s", marker, what, is, was, i.run.RegistryFile(), lossStage))
	}
	fact := func(kind string) Fact {
		f, _ := i.facts.Find(kind, n)
		return f
	}
	if s := outcome[selfplay.Summary](i, r.Marker(stageSelfPlay)); s != nil && s.ContentHash != fact(FactShards).ContentHash {
		differ("content hash", r.Marker(stageSelfPlay), s.ContentHash, fact(FactShards).ContentHash)
	}
	outcome[trainer.Result](i, r.Marker(stageTrain))
	if made := outcome[Candidate](i, r.Marker(stageQuantise)); made != nil && made.Name != fact(FactNetwork).Network {
		differ("network", r.Marker(stageQuantise), made.Name, fact(FactNetwork).Network)
	}
	if m := outcome[Measured](i, r.Marker(stageMeasure)); m != nil && m.Champion != fact(FactMeasured).Network {
		differ("champion", r.Marker(stageMeasure), m.Champion, fact(FactMeasured).Network)
	}
	_, err := r.plan()
	i.wrong(err)
	decision, err := r.decision()
	i.wrong(err)
	if score := fact(FactGate).Score; decision != nil && score != nil && math.Abs(decision.Estimate.Score-*score) > 1e-9 {
		differ("score", r.Decision(), decision.Estimate.Score, *score)
	}
}

// outcome returns what a stage left behind, nil if that is nothing, or damaged.
func outcome[T any](i *inspector, marker string) *T {
	done, err := readOutcome[T](marker, lossStage)
	i.wrong(err)
	return done
}

// derived writes what follows from the rest.
func (i *inspector) derived(ctx context.Context) error {
	champion := i.facts.Champion(i.Rounds+1, i.config.Champion)
	before, err := os.ReadFile(i.run.ChampionFile())
	if err == nil || errors.Is(err, os.ErrNotExist) {
		err = repairChampion(i.run, champion)
	}
	if err != nil {
		return err
	}
	if strings.TrimSpace(string(before)) != champion {
		i.Rebuilt = append(i.Rebuilt, i.run.ChampionFile())
	}
	if len(i.Damaged) > 0 || i.Rounds == 0 {
		return nil // the report is of a run that is whole
	}
	for n := 1; n <= i.Rounds; n++ {
		if _, played := i.facts.Find(FactShards, n); !played || slices.Contains(i.Gone, i.run.Round(n).SelfPlay()) {
			continue
		}
		if err := i.run.Round(n).describe(ctx, i.config.Train.Split); err != nil {
			return err
		}
	}
	if err := WriteReport(i.run); err != nil {
		return err
	}
	i.Rebuilt = append(i.Rebuilt, i.run.Report())
	return nil
}
