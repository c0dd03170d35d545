package dataset

// Archive reads shards as whole games with their hidden deal. Packages that must not know deals use
// [Set].
type Archive struct{ set *Set }

// OpenArchive opens the same files as [Open] does.
func OpenArchive(paths ...string) (*Archive, error) {
	s, err := Open(paths...)
	if err != nil {
		return nil, err
	}
	return &Archive{set: s}, nil
}

// Set returns the same shards read as samples, sharing the open files.
func (a *Archive) Set() *Set { return a.set }

// Blocks lists the blocks; callers must not change the list.
func (a *Archive) Blocks() []BlockInfo { return a.set.blocks }

// Header returns the header of the shard that a block lies in.
func (a *Archive) Header(block int) Header {
	sh, _ := a.set.locate(block)
	return sh.header
}

// Games returns the games of a block, in order of their indices.
func (a *Archive) Games(block int) ([]Game, error) {
	sh, number := a.set.locate(block)
	return sh.games(number)
}

// Close closes all files.
func (a *Archive) Close() error { return a.set.Close() }
