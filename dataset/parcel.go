package dataset

import (
	"errors"
	"fmt"
)

// MaxParcel is the most bytes that a parcel may have.
const MaxParcel = 1 << 20

// Pack returns finished games of one block of a series as the bytes of a block in a shard: what a machine that played them
// sends to the one that keeps the shards. h is the series' header; its First and Games do not matter. The games' indices rise.
func Pack(h Header, games []Game) ([]byte, error) {
	if len(games) == 0 {
		return nil, errors.New("pack games: none given")
	}
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("pack games: %w", err)
	}
	for i := range games {
		err := errors.Join(games[i].check(), games[i].checkVersion(h.version()))
		if i > 0 && games[i].Index <= games[i-1].Index {
			err = errors.Join(err, errors.New("out of order"))
		}
		if err != nil {
			return nil, fmt.Errorf("pack games: game %d: %w", games[i].Index, err)
		}
	}
	var codec compressor
	m, packed, err := codec.pack(0, games)
	if err != nil {
		return nil, fmt.Errorf("pack games: %w", err)
	}
	out := append(m.head(), packed...)
	if !m.plausible(h.BlockGames) || len(out) > MaxParcel {
		return nil, fmt.Errorf("pack games: %d games from %d on, in %d bytes, are more than one parcel", m.Games, m.First, len(out))
	}
	return out, nil
}

// Unpack returns the games of a parcel that Pack made of a series with header h. name is for its errors, which match
// ErrDamaged; the rules are not looked at: see Check.
func Unpack(h Header, name string, parcel []byte) ([]Game, error) {
	where := Location{File: name, Block: 0, Game: -1}
	if err := h.check(); err != nil {
		return nil, err
	}
	m, ok := parseHead(parcel)
	switch {
	case len(parcel) > MaxParcel:
		return nil, where.damaged("%d bytes, more than %d", len(parcel), MaxParcel)
	case !ok || !m.plausible(h.BlockGames) || int(m.Packed) != len(parcel)-blockHeadSize:
		return nil, where.damaged("no block of games")
	case m.Raw > MaxParcel:
		return nil, where.damaged("%d bytes when unpacked, more than %d", m.Raw, MaxParcel)
	}
	return decodeGames(&m, parcel[blockHeadSize:], &h, where)
}

// Check replays games of a series with header h by the rules, as Verify does: that each deal is the phrase's, every move legal,
// flags and verdict what the rules say. The error names the first game that is not so, and why. Nobody can see from the games
// alone whether their scores are those that a search found.
func Check(h Header, games []Game) error {
	if err := h.check(); err != nil {
		return err
	}
	r := newReferee(&h)
	for i := range games {
		if err := r.check(&games[i]); err != nil {
			return fmt.Errorf("game %d: %w", games[i].Index, err)
		}
	}
	return nil
}
