package reshard

import (
	"context"
	"fmt"

	"jieqi/dataset"
	"jieqi/dataset/durable"
)

// Parts says what the folders of a split hold, by part.
type Parts struct {
	Split dataset.Split     `json:"split"`
	Parts map[string]Folder `json:"parts"`
}

// Split copies the games of each part of a split into the folder of that name in a new folder out: train, validation and
// gate. A part without games has no folder. Shards have at most size games.
func Split(ctx context.Context, a *dataset.Archive, split dataset.Split, size int, out string) (Parts, error) {
	parts := Parts{Split: split, Parts: map[string]Folder{}}
	if err := split.Check(); err != nil {
		return parts, err
	}
	err := durable.WriteFolder(out, func(dir string) error {
		folders, err := copyGames(ctx, a, size, dir, func(g *dataset.Game) string { return a.Part(split, g).String() })
		for part := range dataset.Part(dataset.NumParts) {
			parts.Parts[part.String()] = Folder{}
			if f := folders[part.String()]; f != nil {
				parts.Parts[part.String()] = *f
			}
		}
		return err
	})
	if err != nil {
		err = fmt.Errorf("split: %w", err)
	}
	return parts, err
}
