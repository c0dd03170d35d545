package round

import (
	"errors"

	"jieqi/cmd/internal/spec"
	"jieqi/engine"
)

// Next returns the settings of the next round of the run in f, or of the first of a run that Settle would begin there, with the
// evaluation that would play its games. It writes nothing.
func Next(f Folder, wanted *Config, champion string, changes []Change) (Config, engine.Factory, error) {
	c, _, err := f.load()
	if errors.Is(err, errNoRun) {
		quick, err := Preset(Presets[0])
		if err != nil {
			return c, engine.Factory{}, err
		}
		if c, err = quick.with(wanted, champion).changed(changes); err != nil {
			return c, engine.Factory{}, err
		}
		first, err := spec.Load(c.Champion)
		return c, first, err
	}
	if err != nil {
		return c, engine.Factory{}, err
	}
	facts, err := ReadFacts(f.RegistryFile())
	if err != nil {
		return c, engine.Factory{}, err
	}
	begun, _, err := f.rounds(facts)
	if err != nil {
		return c, engine.Factory{}, err
	}
	now, err := facts.At(c, begun+1)
	if err != nil {
		return c, engine.Factory{}, err
	}
	if now, err = now.changed(changes); err != nil {
		return c, engine.Factory{}, err
	}
	plays, err := f.evaluation(facts.Champion(begun+1, c.Champion))
	return now, plays, err
}
