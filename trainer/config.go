package trainer

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/pelletier/go-toml/v2"

	"jieqi/dataset"
	"jieqi/nnue"
	"jieqi/trainer/backprop"
	"jieqi/trainer/feed"
)

// Config is everything that decides what network comes out of given data, and nothing that does
// not: no folder, no thread count.
type Config struct {
	Preset string `toml:"preset" json:"preset"` // what the other settings start from: "quick" or "standard"
	Seed   uint64 `toml:"seed" json:"seed"`     // of the first parameters, the order of samples and every draw among them
	Init   string `toml:"init" json:"init"`     // biases of the first parameters: "balanced" or "uniform", see balance.go

	Samples    int64   `toml:"samples" json:"samples"`       // length of the run; 0: Passes decides
	Passes     float64 `toml:"passes" json:"passes"`         // length of the run in passes over the training samples
	MaxPasses  float64 `toml:"max_passes" json:"max_passes"` // shortens a run that would use a sample more often
	Batch      int     `toml:"batch" json:"batch"`           // positions a step, a multiple of 256
	Superbatch int64   `toml:"superbatch" json:"superbatch"` // samples from one validation and checkpoint to the next
	Window     int     `toml:"window" json:"window"`         // positions shuffled together, before split and filters

	Rate       RateSchedule `toml:"rate" json:"rate"`
	Beta2      float64      `toml:"beta2" json:"beta2"`             // decay of AdamW's second moments
	Decay      float64      `toml:"decay" json:"decay"`             // AdamW's weight decay, of dense weights
	DecayFirst float64      `toml:"decay_first" json:"decay_first"` // of the first layer's weights
	ClipNorm   float64      `toml:"clip_norm" json:"clip_norm"`     // longest gradient
	Average    float64      `toml:"average" json:"average"`         // decay a step of the average that becomes the network, see backprop.Optimiser; 0: none

	Lambda        Ramp    `toml:"lambda" json:"lambda"`                 // weight of the score in the target
	Returns       float64 `toml:"returns" json:"returns"`               // weight of the mover's next turn in the target's score, see dataset.Reading
	Exponent      float64 `toml:"exponent" json:"exponent"`             // of the error in the loss
	LabelScale    float64 `toml:"label_scale" json:"label_scale"`       // K in centipawns; 0: fitted for each generator
	FakeQuantised float64 `toml:"fake_quantised" json:"fake_quantised"` // last share of the steps run with rounded weights and activations

	Scales     nnue.Scales    `toml:"scales" json:"scales"` // of the integer network
	Split      dataset.Split  `toml:"split" json:"split"`
	Filter     dataset.Filter `toml:"filter" json:"filter"`
	OtherView  float64        `toml:"other_view" json:"other_view"`   // share of the positions that also give a sample as the opponent knows them
	EarlyPlies int            `toml:"early_plies" json:"early_plies"` // equal positions before this ply weigh 1/count; 0: never
	Validation int            `toml:"validation" json:"validation"`   // about how many hold-out positions at most
}

// Preset returns a named configuration: "quick" for a network in a minute from some hundred
// thousand positions, "standard" for millions of them.
func Preset(name string) (Config, error) {
	c := Config{
		Preset: "standard", Seed: 1, Init: InitBalanced,
		Passes: 8, MaxPasses: 20, Batch: 1024, Superbatch: 1 << 20, Window: 1 << 20,
		Rate: RateSchedule{Peak: 1e-3, Final: 3e-5, WarmUp: 200, Shape: ShapeCosine}, Beta2: 0.999, Decay: 0.01, ClipNorm: 1,
		Average: 0.9995, Lambda: Ramp{First: 1, Last: 0.9}, Exponent: 2, FakeQuantised: 0.2,
		Scales: nnue.DefaultScales(),
		Split:  dataset.DefaultSplit, Filter: dataset.DefaultFilter, EarlyPlies: 16, Validation: 1 << 18,
	}
	switch name {
	case "standard":
	case "quick":
		c.Preset, c.Samples, c.Passes, c.MaxPasses = "quick", 8_000_000, 0, 12
		c.Average, c.Lambda, c.FakeQuantised = 0, Ramp{First: 0.95, Last: 0.85}, 0.3
		c.Superbatch = 1 << 18 // a few hundred thousand positions make a run of some million samples
		c.Split = dataset.Split{Gate: 100, Validation: 100}
	default:
		return Config{}, fmt.Errorf(`preset %q unknown: "quick" or "standard"`, name)
	}
	return c, nil
}

// ParseConfig reads a configuration in TOML: the preset it names ("standard" if none), with what
// else it says put over it. Unknown keys and values out of range are errors of one line that
// name the key.
func ParseConfig(text []byte) (Config, error) {
	head := struct {
		Preset string `toml:"preset"`
	}{"standard"}
	if err := toml.Unmarshal(text, &head); err != nil {
		return Config{}, fmt.Errorf("training configuration: %w", OneLine(err))
	}
	c, err := Preset(head.Preset)
	if err != nil {
		return Config{}, fmt.Errorf("training configuration: %w", err)
	}
	d := toml.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&c); err != nil {
		return Config{}, fmt.Errorf("training configuration: %w", OneLine(err))
	}
	if err := c.Check(); err != nil {
		return Config{}, fmt.Errorf("training configuration: %w", err)
	}
	return c, nil
}

// Encode returns the configuration as TOML that ParseConfig reads back to the same value.
func (c *Config) Encode() ([]byte, error) { return toml.Marshal(c) }

// Limits that keep a mistaken configuration from taking all memory.
const (
	maxBatch  = 1 << 20
	maxWindow = 1 << 24
)

// Check returns an error naming the first setting that is out of range.
func (c *Config) Check() error {
	within := func(key string, x, low, high float64) error {
		if !(x >= low && x <= high) { // also true of NaN
			return fmt.Errorf("%s is %s, not from %s to %s", key, plain(x), plain(low), plain(high))
		}
		return nil
	}
	err := errors.Join(
		oneOf("init", c.Init, InitBalanced, InitUniform),
		within("samples", float64(c.Samples), 0, 1e13),
		within("passes", c.Passes, 0, 1e6),
		within("max_passes", c.MaxPasses, 1e-3, 1e6),
		within("batch", float64(c.Batch), 1, maxBatch),
		within("superbatch", float64(c.Superbatch), 1, 1e12),
		within("window", float64(c.Window), 1, maxWindow),
		within("rate.peak", c.Rate.Peak, 0, 1),
		within("rate.final", c.Rate.Final, 0, 1),
		within("rate.warm_up", float64(c.Rate.WarmUp), 0, 1e9),
		oneOf("rate.shape", c.Rate.Shape, ShapeCosine, ShapeLinear),
		within("beta2", c.Beta2, 0, 0.999999),
		within("decay", c.Decay, 0, 10),
		within("decay_first", c.DecayFirst, 0, 10),
		within("clip_norm", c.ClipNorm, 1e-6, math.MaxFloat32),
		within("average", c.Average, 0, 0.999999),
		within("lambda.first", c.Lambda.First, 0, 1),
		within("lambda.last", c.Lambda.Last, 0, 1),
		within("lambda.from", c.Lambda.From, 0, 1),
		within("returns", c.Returns, 0, 0.999),
		within("exponent", c.Exponent, 1, 8),
		within("fake_quantised", c.FakeQuantised, 0, 1),
		within("other_view", c.OtherView, 0, 1),
		within("early_plies", float64(c.EarlyPlies), 0, dataset.MaxPlies),
		within("validation", float64(c.Validation), 1, 1<<24),
		within("filter.min_ply", float64(c.Filter.MinPly), 0, dataset.MaxPlies),
		within("filter.max_score", float64(c.Filter.MaxScore), 0, math.MaxInt32),
		c.Split.Check(),
		c.Scales.Check(),
	)
	if err == nil && c.LabelScale != 0 {
		if err = within("label_scale", c.LabelScale, 1, 1e5); err != nil {
			err = fmt.Errorf("%w, and not 0", err)
		}
	}
	if err == nil && c.Rate.Final > c.Rate.Peak {
		err = fmt.Errorf("rate.final is %v, above rate.peak, which is %v", c.Rate.Final, c.Rate.Peak)
	}
	if err == nil {
		err = backprop.CheckBatch(c.Batch)
	}
	if err == nil && c.Samples == 0 && c.Passes == 0 {
		err = errors.New("samples and passes are both 0: the run has no length")
	}
	return firstOf(err)
}

// plain writes x as a file of settings would have it, whole numbers digit by digit.
func plain(x float64) string {
	if x == math.Trunc(x) && math.Abs(x) < 1e15 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}

// oneOf returns an error unless x is one of the words allowed.
func oneOf(key, x string, allowed ...string) error {
	if slices.Contains(allowed, x) {
		return nil
	}
	return fmt.Errorf("%s is %q, not one of %q", key, x, allowed)
}

// firstOf returns the first of joined errors: a message has one line.
func firstOf(err error) error {
	if joined, ok := err.(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) > 0 {
		return joined.Unwrap()[0]
	}
	return err
}

// feed returns what decides which samples are used and in what order.
func (c *Config) feed() feed.Settings {
	return feed.Settings{
		Seed: c.Seed, Window: c.Window, Split: c.Split, Filter: c.Filter,
		LabelScale: c.LabelScale, EarlyPlies: c.EarlyPlies, Validation: c.Validation,
		Returns: c.Returns, OtherView: c.OtherView,
	}
}

// Steps returns how many steps a run over the given number of training samples takes, and
// whether MaxPasses shortened it.
func (c *Config) Steps(samples int64) (steps int64, capped bool) {
	want := float64(c.Samples)
	if want == 0 {
		want = c.Passes * float64(samples)
	}
	if most := c.MaxPasses * float64(samples); want > most {
		want, capped = most, true
	}
	return max(int64(math.Ceil(want/float64(c.Batch))), 1), capped
}

// firstQuantised returns the first step, counted from 1, that is fake-quantised; one more than
// steps if none is.
func (c *Config) firstQuantised(steps int64) int64 {
	return steps - int64(math.Round(c.FakeQuantised*float64(steps))) + 1
}

// superbatchSteps returns the steps from one validation to the next.
func (c *Config) superbatchSteps() int64 {
	return max(c.Superbatch/int64(c.Batch), 1)
}
