package round

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"slices"
	"strings"
	"time"

	"jieqi/cmd/internal/cluster"
	"jieqi/cmd/internal/gateplay"
	"jieqi/cmd/internal/progress"
	"jieqi/cmd/internal/spec"
	"jieqi/dataset"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/rules"
	"jieqi/eval/gate"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// Options say how a run is carried out; nothing in them changes what it makes.
type Options struct {
	Workers int          // games at a time, and threads of training
	Log     *os.File     // progress and messages
	Forever bool         // plays rounds until two in a row are rejected, however many Run was asked for
	Keep    int          // rounds whose games are kept; those of older ones are removed once a round is decided. 0: all
	Set     []Change     // settings to change from the next round on; those that are so already are left alone
	Hub     *cluster.Hub // whose workers play self-play and the gate; nil: this process does
}

// Run plays rounds 1 to rounds of the run in f, which Settle has settled, doing only what is missing, then holds the champion against
// the yardstick, and writes the report after each. The folder is ours alone meanwhile: two runs would write
// over each other.
func Run(ctx context.Context, f Folder, c Config, rounds int, o Options) (err error) {
	folder, err := f.lock()
	if err != nil {
		return err
	}
	defer folder.Close()
	registry, err := OpenRegistry(f.RegistryFile())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, registry.Close()) }()
	if err := registry.begin(f, c); err != nil {
		return err
	}
	if err := registry.change(f, c, o.Set); err != nil {
		return err
	}
	if newest, err := registry.At(c, math.MaxInt); err != nil {
		return err
	} else if o.Keep > 0 && o.Keep < newest.Window {
		return fmt.Errorf("keep the games of %d rounds: networks are trained on those of %d", o.Keep, newest.Window)
	}
	for n, last := 1, false; !last; n++ {
		if o.Forever {
			rounds = n
		}
		r := &round{
			number: n, rounds: rounds, run: f, folder: f.Round(n), options: o, registry: registry,
			champion: registry.Champion(n, c.Champion),
		}
		if r.config, err = registry.At(c, n); err != nil {
			return err
		}
		if r.firstGame, err = registry.firstGame(c, n); err != nil {
			return err
		}
		if err := r.play(ctx); err != nil {
			return fmt.Errorf("round %d: %w", n, err)
		}
		if last = n == rounds; o.Forever {
			last = registry.stuck(n)
		}
		if last {
			if err := r.measure(ctx); err != nil {
				return fmt.Errorf("yardstick: %w", err)
			}
		}
		if err := WriteReport(f); err != nil {
			return err
		}
		if o.Keep > 0 && n > o.Keep {
			if err := os.RemoveAll(f.Round(n - o.Keep).SelfPlay()); err != nil {
				return fmt.Errorf("remove the games of round %d: %w", n-o.Keep, err)
			}
		}
		if last && o.Forever {
			r.logf("the second rejection in a row: stopped; change a setting and go on, such as with `%s`",
				f.command("run", "--forever", "--set", fmt.Sprintf("selfplay.games=%d", 2*r.config.SelfPlay.Games)))
		}
	}
	return nil
}

// lock makes the run ours until the lock is closed.
func (f Folder) lock() (io.Closer, error) {
	folder, err := durable.Lock(string(f))
	if errors.Is(err, durable.ErrInUse) {
		return nil, fmt.Errorf("%w: `%s` says how far it is", err, f.command("status"))
	}
	return folder, err
}

// round is one round while it is carried out.
type round struct {
	number    int
	rounds    int // how many are to be played
	run       Folder
	folder    RoundFolder
	config    Config // of this round
	firstGame uint64
	options   Options
	registry  *Registry
	champion  string // name of what plays the games and stands in the gate
	pulse     Pulse
	reported  time.Time // when the report was last written
}

// play carries out the stages of the round in order.
func (r *round) play(ctx context.Context) error {
	if err := repairChampion(r.run, r.champion); err != nil {
		return err
	}
	if err := os.MkdirAll(string(r.folder), 0o755); err != nil {
		return err
	}
	if err := r.folder.note(r.config); err != nil {
		return err
	}
	champion, err := spec.LoadWithOrigin(r.run.Spec(r.champion))
	if err != nil {
		return fmt.Errorf("champion %s: %w", r.champion, r.run.networkRemedy(r.registry.Facts, r.config, r.champion, err))
	}
	// What gate and training would say too, behind hours of self-play.
	if _, err := champion.Lineage.Admit(r.config.deals(), r.config.Gate.Trust); err != nil {
		return fmt.Errorf("champion %s: %w", r.champion, err)
	}
	if err := readable(r.config.Data); err != nil {
		return fmt.Errorf("data: %w", err)
	}
	if err := r.selfPlay(ctx, champion.Factory); err != nil {
		return fmt.Errorf("self-play: %w", err)
	}
	if err := r.verify(ctx); err != nil {
		return fmt.Errorf("verify: %w", err)
	}
	if err := r.folder.describe(ctx, r.config.Train.Split); err != nil {
		return fmt.Errorf("draw the games: %w", shardRemedy(err))
	}
	trained, err := r.train(ctx)
	if err != nil {
		return fmt.Errorf("train: %w", shardRemedy(err))
	}
	for _, scorer := range slices.Sorted(maps.Keys(trained.LabelScales)) {
		r.logf("label scale of %v", trained.LabelScales[scorer])
	}
	candidate, err := r.quantise(ctx, trained)
	if err != nil {
		return fmt.Errorf("quantise: %w", shardRemedy(err))
	}
	if candidate.Refused != "" {
		r.logf("%s", candidate.Refusal())
		return r.reject(candidate.Name, "quantisation: "+candidate.Refused)
	}
	decision, err := r.gate(ctx, candidate)
	if err != nil {
		return fmt.Errorf("gate: %w", shardRemedy(err))
	}
	return r.settle(candidate, decision)
}

func (r *round) logf(format string, args ...any) {
	fmt.Fprintf(r.options.Log, "round %d: %s\n", r.number, fmt.Sprintf(format, args...))
}

func (r *round) selfPlay(ctx context.Context, champion engine.Factory) error {
	cfg := r.config.selfPlay(r.firstGame, r.options.Workers)
	cfg.Resume = true
	s, err := stage(r.folder.Marker(stageSelfPlay), func() (selfplay.Summary, error) {
		r.logf("%d games of %s at %d nodes", cfg.Games, champion.Name, cfg.Nodes)
		r.begin(stageSelfPlay)
		meter := r.meter("games")
		defer meter.Close()
		if r.options.Hub != nil {
			cfg.Crew = r.options.Hub
			defer r.watch(meter, cfg.Games)()
		}
		return selfplay.Run(ctx, cfg, champion, r.folder.SelfPlay(), func(p selfplay.Progress) {
			note := fmt.Sprintf("%d positions", p.Positions)
			if p.NodesPerS > 0 {
				note += fmt.Sprintf(", %.0f nodes/s", p.NodesPerS)
			}
			meter.Set(int64(p.Games), int64(p.Total), note)
		})
	})
	if err != nil {
		return err
	}
	return r.registry.Add(Fact{
		Kind: FactShards, Round: r.number, Champion: r.champion,
		Games: s.Games, Positions: s.Positions, ContentHash: s.ContentHash,
	})
}

// watch shows how many games have come in at the hub, until what it returns is called. They are in no shard yet.
func (r *round) watch(meter *progress.Meter, games int) (end func()) {
	r.options.Hub.Watch(func(s cluster.Status) {
		meter.Set(int64(games-s.Wanted+s.Games), int64(games), s.String())
	})
	return func() { r.options.Hub.Watch(nil) }
}

func (r *round) verify(ctx context.Context) error {
	report, err := stage(r.folder.Marker(stageVerify), func() (dataset.VerifyReport, error) {
		r.logf("replaying every game")
		r.begin(stageVerify)
		meter := r.meter("games")
		defer meter.Close()
		report, err := dataset.Verify(ctx, []string{r.folder.SelfPlay()}, r.options.Workers, func(done, total int) {
			meter.Set(int64(done), int64(total), "")
		})
		if fault := report.Err(); fault != nil {
			err = errors.Join(err, fmt.Errorf("%w; remove the shard and %s: %s", fault, r.folder.Marker(stageSelfPlay), lossGames))
		}
		return report, err
	})
	if err != nil {
		return err
	}
	if made, ok := r.registry.Find(FactShards, r.number); ok && made.ContentHash != report.ContentHash {
		return fmt.Errorf("%s holds other games than were played: content hash %s, was %s",
			r.folder.SelfPlay(), report.ContentHash, made.ContentHash)
	}
	return nil
}

// window returns the folders of the run's own shards that the round trains on, newest last. They are what its networks are
// judged on.
func (r *round) window() []string {
	var dirs []string
	for n := max(1, r.number-r.config.Window+1); n <= r.number; n++ {
		dirs = append(dirs, r.run.Round(n).SelfPlay())
	}
	return dirs
}

// beginning returns the file of the parameters that training begins from, "" for new ones: the champion's weights as they play,
// which are a grid's step from those it was trained to.
func (r *round) beginning() (string, error) {
	if r.config.From == FromFresh || spec.BuiltIn(r.champion) {
		return "", nil
	}
	n, err := spec.ReadNetwork(r.run.Spec(r.champion))
	if err != nil {
		return "", err
	}
	return r.folder.First(), n.Params().Save(r.folder.First(), nil)
}

// readable returns an error if there are no games to be read in one of the folders.
func readable(folders []string) error {
	for _, folder := range folders {
		set, err := dataset.Open(folder)
		if err != nil {
			return err
		}
		if err := set.Close(); err != nil {
			return err
		}
	}
	return nil
}

func (r *round) train(ctx context.Context) (*trainer.Result, error) {
	return stage(r.folder.Marker(stageTrain), func() (*trainer.Result, error) {
		first, err := r.beginning()
		if err != nil {
			return nil, err
		}
		folders := append(slices.Clone(r.config.Data), r.window()...)
		r.logf("training on the games of %s", strings.Join(folders, ", "))
		r.begin(stageTrain)
		stages := progress.NewStages(r.options.Log)
		defer stages.Close()
		meter := r.meter("steps")
		defer meter.Close()
		return trainer.Run(ctx, r.config.Train, folders, r.folder.Train(), trainer.Options{
			Resume: true, Init: first, Threads: r.options.Workers, Reading: progress.Slow(stages),
			Progress: func(p trainer.Progress) {
				stages.Close() // all is read
				if p.Warning != "" {
					meter.Print("warning: " + p.Warning)
				}
				meter.Set(p.Step, p.Steps, fmt.Sprintf("loss %.5f", p.Loss))
			},
		})
	})
}

func (r *round) gate(ctx context.Context, made Candidate) (*gate.Result, error) {
	if there, err := exists(r.window()[0]); err != nil {
		return nil, err
	} else if decided, err := r.folder.decision(); !there && (decided != nil || err != nil) {
		return decided, err // the games that it judged by are not kept
	}
	candidate, err := gateplay.Evaluation(r.run.Spec(made.Name))
	if err != nil {
		return nil, r.run.networkRemedy(r.registry.Facts, r.config, made.Name, err)
	}
	incumbent, err := gateplay.Evaluation(r.run.Spec(r.champion))
	if err != nil {
		return nil, r.run.networkRemedy(r.registry.Facts, r.config, r.champion, err)
	}
	set, err := dataset.Open(r.window()...)
	if err != nil {
		return nil, err
	}
	defer set.Close()
	preset, err := r.config.rules()
	if err != nil {
		return nil, err
	}
	cfg := gate.Config{
		Candidate: candidate, Incumbent: incumbent, Trust: r.config.Gate.Trust,
		Holdout: gate.Holdout{Set: set, Split: r.config.Train.Split, Filter: r.config.Train.Filter},
		Rule:    r.config.rule(), Phrase: r.config.Phrase,
		Rules: preset, Limits: rules.Limits{Nodes: r.config.Gate.Nodes}, Workers: r.options.Workers,
	}
	if r.options.Hub != nil {
		cfg.Crew = r.options.Hub
	}
	r.begin(stageGate)
	meter := r.meter("pairs")
	defer meter.Close()
	return gateplay.Run(ctx, cfg, r.folder.Gate(), r.options.Log, meter)
}

// settle writes the gate's decision into the registry, and then the champion.
func (r *round) settle(candidate Candidate, g *gate.Result) error {
	err := r.registry.Add(Fact{
		Kind: FactGate, Round: r.number, Network: candidate.Name, Champion: r.champion,
		Score: &g.Estimate.Score, Elo: &g.Estimate.Elo, LossT: &g.Loss.Difference.T, Reason: g.Reason,
		Trusted: strings.Join(g.Trusted, ", "),
	})
	if err != nil {
		return err
	}
	r.logf("%s: %s, %s", candidate.Name, g.Verdict, g.Reason)
	if g.Verdict != gate.Promote {
		return r.reject(candidate.Name, g.Reason)
	}
	err = r.registry.Add(Fact{Kind: FactPromoted, Round: r.number, Network: candidate.Name, Champion: r.champion, Reason: g.Reason})
	if err != nil {
		return err
	}
	return repairChampion(r.run, candidate.Name)
}

func (r *round) reject(name, reason string) error {
	return r.registry.Add(Fact{Kind: FactRejected, Round: r.number, Network: name, Champion: r.champion, Reason: reason})
}
