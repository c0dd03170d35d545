package round

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/selfplay"
	"jieqi/trainer"
)

// purposes say what each preset is for.
var purposes = map[string]string{
	"quick":    "the whole loop within minutes, from material to networks that beat it; they do not beat hce",
	"standard": "real progress: many games of the champion at 1,000 nodes, its weights trained on, a strict gate at 5,000",
	"jqe":      "what the published engine did, round after round, with its bare gate",
}

// What a round's games come to, as games of many evaluations had it.
const (
	keptShare    = 0.66 // of the positions, by the filters of training
	playedOut    = 1.3  // positions of a gate's game, which nobody adjudicates, for one of self-play
	bytesEach    = 3.1  // of a position in a shard
	bytesOfRound = 12e6 // network, parameters, checkpoints and logs of a round
)

// Cost is what one round of a run takes on the machine at hand.
type Cost struct {
	Preset    string        `json:"preset"`
	Purpose   string        `json:"purpose"`
	Champion  string        `json:"champion"`
	Cores     int           `json:"cores"`          // games at a time, and threads
	NodesPerS float64       `json:"nodes_per_s"`    // of self-play with the champion, measured
	SamplesPS float64       `json:"samples_per_s"`  // of training, measured on synthetic games
	Games     int           `json:"games"`          // a round
	Nodes     uint64        `json:"nodes"`          // of each search
	Positions float64       `json:"positions"`      // a round
	Samples   float64       `json:"samples"`        // trained on in a full window, repeats counted
	SelfPlay  time.Duration `json:"selfplay_ns"`    //
	Training  time.Duration `json:"training_ns"`    //
	Gate      time.Duration `json:"gate_ns"`        // of the match's first length
	GateMost  time.Duration `json:"gate_most_ns"`   // of a match that is extended as far as it may be
	CoreHours float64       `json:"core_hours"`     // a round
	Bytes     float64       `json:"bytes"`          // on disk, a round
	BaseGames float64       `json:"base_positions"` // played before the run, and trained on in every round
}

// Estimate measures the machine for about the time d and returns what a round of c costs there, with the champion's evaluation
// in self-play.
func Estimate(ctx context.Context, c Config, champion engine.Factory, workers int, d time.Duration) (Cost, error) {
	k := Cost{
		Preset: c.Preset, Purpose: purposes[c.Preset], Champion: champion.Name, Cores: workers,
		Games: c.SelfPlay.Games, Nodes: c.SelfPlay.Nodes,
	}
	each, err := k.measurePlay(ctx, c, champion, d*2/3)
	if err != nil {
		return k, fmt.Errorf("measure self-play: %w", err)
	}
	b, err := trainer.Bench(ctx, c.Train, nil, trainer.Options{Threads: workers}, []int{workers}, d/3)
	if err != nil {
		return k, fmt.Errorf("measure training: %w", err)
	}
	k.SamplesPS = b[len(b)-1].PositionsPerSecond
	if k.BaseGames, err = positions(c.Data); err != nil {
		return k, fmt.Errorf("data: %w", err)
	}
	k.add(c, each)
	return k, nil
}

// measurePlay plays games for about the time d and returns the positions of one. Games are played in batches to their ends: those
// that end first are the short ones.
func (k *Cost) measurePlay(ctx context.Context, c Config, champion engine.Factory, d time.Duration) (each float64, err error) {
	dir, err := os.MkdirTemp("", "jieqi-cost-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	p := c.selfPlay(0, k.Cores)
	for p.Games = 2 * k.Cores; ; p.Games *= 2 {
		s, err := selfplay.Run(ctx, p, champion, filepath.Join(dir, fmt.Sprint(p.Games)), func(selfplay.Progress) {})
		if err != nil {
			return 0, err
		}
		k.NodesPerS = s.Run.NodesPerS
		if s.Run.Elapsed > d/3 { // twice as many would take more than what is left
			return float64(s.Positions) / float64(s.Games), nil
		}
	}
}

// positions counts those in folders of shards.
func positions(folders []string) (float64, error) {
	var n float64
	for _, folder := range folders {
		set, err := dataset.Open(folder)
		if err != nil {
			return 0, err
		}
		n += float64(set.Positions())
		if err := set.Close(); err != nil {
			return 0, err
		}
	}
	return n, nil
}

// add works the cost out from what was measured; a game of self-play has each positions.
func (k *Cost) add(c Config, each float64) {
	k.Positions = float64(k.Games) * each
	seconds := func(s float64) time.Duration { return time.Duration(s * float64(time.Second)) }
	k.SelfPlay = seconds(k.Positions * float64(k.Nodes) / k.NodesPerS)
	steps, _ := c.Train.Steps(int64(keptShare * (k.BaseGames + float64(c.Window)*k.Positions)))
	k.Samples = float64(steps) * float64(c.Train.Batch)
	k.Training = seconds(k.Samples / k.SamplesPS)
	pair := 2 * playedOut * each * float64(c.Gate.Nodes) / k.NodesPerS
	rule := c.rule()
	k.Gate, k.GateMost = seconds(pair*float64(rule.Pairs)), seconds(pair*float64(max(rule.Pairs, rule.MaxPairs)))
	k.CoreHours = (k.SelfPlay + k.Training + k.Gate).Hours() * float64(k.Cores)
	k.Bytes = k.Positions*bytesEach + bytesOfRound
}

// Table returns the cost as lines for reading.
func (k Cost) Table() string {
	var b strings.Builder
	rough := func(d time.Duration) time.Duration {
		switch {
		case d > time.Hour:
			return d.Round(time.Minute)
		default:
			return d.Round(time.Second)
		}
	}
	fmt.Fprintf(&b, "preset %s: %s\n", k.Preset, k.Purpose)
	fmt.Fprintf(&b, "measured with %d workers: self-play of %s %.2f million nodes/s, training %.0f thousand samples/s\n",
		k.Cores, k.Champion, k.NodesPerS/1e6, k.SamplesPS/1e3)
	fmt.Fprintf(&b, "a round: %d games at %d nodes, about %.2f million positions; %.1f million samples trained on once the window is full\n",
		k.Games, k.Nodes, k.Positions/1e6, k.Samples/1e6)
	fmt.Fprintf(&b, "self-play %v, training %v, gate %v", rough(k.SelfPlay), rough(k.Training), rough(k.Gate))
	if k.GateMost > k.Gate {
		fmt.Fprintf(&b, " (%v at most)", rough(k.GateMost))
	}
	fmt.Fprintf(&b, ": about %v\ncore-hours %.1f, disk %.0f MB\n", rough(k.SelfPlay+k.Training+k.Gate), k.CoreHours, k.Bytes/1e6)
	return b.String()
}
