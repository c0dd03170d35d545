package nnue

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"jieqi/dataset/lineage"
)

// Provenance says what a network was made from. It holds nothing that differs between two runs
// of the same work: no time, path, host, thread or resume count.
type Provenance struct {
	Run        string            `json:"run,omitempty"`         // the run's phrase or name
	DataHash   string            `json:"data_hash,omitempty"`   // content hash of the training games
	ConfigHash string            `json:"config_hash,omitempty"` // of the resolved training configuration
	Parents    []string          `json:"parents,omitempty"`     // names of the networks that played the games
	Samples    int64             `json:"samples,omitempty"`     // training length
	Seed       uint64            `json:"seed,omitempty"`
	LabelScale float64           `json:"label_scale,omitempty"` // K of the target, centipawns
	Lambda     [2]float64        `json:"lambda"`                // weight of the score in the target, first and last
	Notes      map[string]string `json:"notes,omitempty"`       // anything else worth keeping
	Lineage    lineage.Lineage   `json:"lineage,omitzero"`      // of the parameters; Quantize sets it
}

// maxProvenance bounds the JSON text of a provenance in a file.
const maxProvenance = 64 << 10

// encode returns p as a file holds it.
func (p *Provenance) encode() ([]byte, error) {
	if err := p.Lineage.Check(); err != nil {
		return nil, fmt.Errorf("provenance: %w", err)
	}
	text, err := json.Marshal(p)
	if err != nil {
		return nil, fmt.Errorf("provenance: %w", err)
	}
	if len(text) > maxProvenance {
		return nil, fmt.Errorf("provenance: %d bytes of JSON, at most %d allowed", len(text), maxProvenance)
	}
	return text, nil
}

// Provenance returns what n was made from.
func (n *Network) Provenance() Provenance {
	p, err := parseProvenance(n.provenance)
	if err != nil {
		panic("nnue: provenance was not checked: " + err.Error())
	}
	return p
}

// parseProvenance accepts exactly what encode writes, so that a network read and written
// again keeps its name.
func parseProvenance(text []byte) (Provenance, error) {
	var p Provenance
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&p); err != nil {
		return Provenance{}, fmt.Errorf("provenance: %w", err)
	}
	if again, err := json.Marshal(p); err != nil || !bytes.Equal(again, text) {
		return Provenance{}, errors.New("provenance: not in canonical form")
	}
	if err := p.Lineage.Check(); err != nil {
		return Provenance{}, fmt.Errorf("provenance: %w", err)
	}
	return p, nil
}
