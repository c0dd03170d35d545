package dataset

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Save writes finished games, in rising order of indices, to a file of the shard format that is no
// part of any set: games a run keeps while they wait for those before them. h.First and h.Games are
// set from the games. A file that is there already is replaced, whole or not at all. The file must
// not be called like a shard.
func Save(path string, h Header, games []Game) error {
	if filepath.Ext(path) == ShardExt {
		return fmt.Errorf("save games: %s is named like a shard", path)
	}
	if len(games) == 0 {
		return errors.New("save games: none given")
	}
	h.First, h.Games = games[0].Index, len(games)
	w, err := begin(path, path+PartialExt, h)
	if err != nil {
		return fmt.Errorf("save games: %w", err)
	}
	for i := range games {
		if err := w.Add(&games[i]); err != nil {
			return errors.Join(err, w.abandon())
		}
	}
	if _, err := w.finish(); err != nil {
		return errors.Join(err, os.Remove(w.temp))
	}
	return nil
}

// Load reads what Save wrote.
func Load(path string) (Header, []Game, error) {
	s, err := openShard(path)
	if err != nil {
		return Header{}, nil, err
	}
	defer s.Close()
	if err := s.checkDigest(); err != nil {
		return Header{}, nil, err
	}
	var games []Game
	for i := range s.index.Blocks {
		g, err := s.games(i)
		if err != nil {
			return Header{}, nil, err
		}
		games = append(games, g...)
	}
	return s.header, games, nil
}
