package cluster

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"jieqi/dataset"
	"jieqi/engine"
	"jieqi/eval/match"
)

// parcel is an item's games as they came from whoever played them, replayed by the rules.
type parcel struct {
	bytes     []byte
	games     []dataset.Game
	pair      *match.Pair
	positions int
	sum       string // hash of what was played, whatever its compression
}

func packPair(p *match.Pair) ([]byte, error) {
	text, err := json.Marshal(p)
	if err == nil && len(text) > dataset.MaxParcel {
		err = fmt.Errorf("pair %d: %d bytes, more than %d", p.Index, len(text), dataset.MaxParcel)
	}
	return text, err
}

// opener reads the parcels of one job.
type opener struct {
	header dataset.Header
	match  *match.Config // nil: games
}

func newOpener(j *job) (*opener, error) {
	if j.Pairs != nil {
		cfg, err := j.Pairs.config(match.Contender{}, match.Contender{})
		return &opener{match: cfg}, err
	}
	cfg := j.Games.Config
	if o := j.Games.Opponent; o != nil {
		cfg.Opponent = &engine.Factory{Name: o.Name, Hash: o.Hash}
	}
	n := j.Games.Network
	return &opener{header: cfg.Header(&engine.Factory{Name: n.Name, Hash: n.Hash})}, nil
}

// open decodes a parcel of an item and replays what is in it. It neither panics nor allocates much, whatever the bytes are.
func (o *opener) open(it item, data []byte) (*parcel, error) {
	if len(data) > dataset.MaxParcel {
		return nil, fmt.Errorf("%d bytes, more than %d", len(data), dataset.MaxParcel)
	}
	if o.match != nil {
		return o.openPair(it, data)
	}
	games, err := dataset.Unpack(o.header, "item "+it.name(), data)
	if err != nil {
		return nil, err
	}
	p := &parcel{bytes: data, games: games}
	if len(games) != it.Count {
		return nil, fmt.Errorf("%d games, want %d", len(games), it.Count)
	}
	var canonical []byte
	for i := range games {
		if want := it.First + uint64(i); games[i].Index != want {
			return nil, fmt.Errorf("game %d, want %d", games[i].Index, want)
		}
		p.positions += len(games[i].Plies)
		canonical = games[i].AppendCanonical(canonical)
	}
	p.sum = hash(canonical)
	return p, dataset.Check(o.header, games)
}

func (o *opener) openPair(it item, data []byte) (*parcel, error) {
	p := &parcel{bytes: data, pair: new(match.Pair)}
	read := json.NewDecoder(bytes.NewReader(data))
	read.DisallowUnknownFields()
	if err := read.Decode(p.pair); err != nil {
		return nil, fmt.Errorf("no pair: %w", err)
	}
	if uint64(p.pair.Index) != it.First {
		return nil, fmt.Errorf("pair %d, want %d", p.pair.Index, it.First)
	}
	if err := o.match.Verify(p.pair); err != nil {
		return nil, err
	}
	again, err := packPair(p.pair)
	if err != nil {
		return nil, err
	}
	p.positions, p.sum = p.pair.Games[0].Plies+p.pair.Games[1].Plies, hash(again)
	return p, nil
}

func hash(text []byte) string {
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:8])
}
