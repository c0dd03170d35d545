package dataset

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"os"
	"path/filepath"

	"jieqi/dataset/durable"
)

// Names of files in a folder of shards.
const (
	ShardExt   = ".jqs"     // a finished shard
	PartialExt = ".partial" // appended to a shard's name while it is being written
	newExt     = ".new"     // appended to that while not even its header is on disk
)

// Writer writes one shard, game by game. It is not safe for concurrent use. After an error of Add
// the writer is dead; whole blocks written before stay on disk and Resume continues them.
type Writer struct {
	path    string
	temp    string // the name until it is finished
	file    *os.File
	header  Header
	end     int64 // where the next block goes
	index   index
	pending []Game // of the block being filled
	next    uint64 // smallest index the next game may have
	content hash.Hash
	whole   hash.Hash // of the file's bytes up to end
	codec   compressor
	scratch []byte
	err     error
}

// Create starts the shard that will be called path. It fails with ErrExists when the shard or its
// temporary is already there.
func Create(path string, h Header) (*Writer, error) {
	for _, name := range []string{path, path + PartialExt} {
		if _, err := os.Stat(name); err == nil {
			return nil, fmt.Errorf("create shard: %s %w", name, ErrExists)
		}
	}
	w, err := begin(path, path+PartialExt, h)
	if err != nil {
		return nil, fmt.Errorf("create shard %s: %w", path, err)
	}
	return w, nil
}

// begin makes a file called temp with nothing but its header. The file appears under that name when
// the header is on disk, so nobody ever meets half a header.
func begin(path, temp string, h Header) (*Writer, error) {
	head, err := h.appendFrame(nil)
	if err != nil {
		return nil, err
	}
	f, err := os.OpenFile(temp+newExt, os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return nil, err
	}
	w := newWriter(path, temp, f, h)
	if err := w.append(head); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	if err := durable.Rename(f.Name(), temp); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return w, nil
}

func newWriter(path, temp string, f *os.File, h Header) *Writer {
	return &Writer{path: path, temp: temp, file: f, header: h, next: h.First,
		content: sha256.New(), whole: sha256.New()}
}

// Stored returns how many games are safely on disk.
func (w *Writer) Stored() int { return int(w.index.Games) }

// Next returns the smallest index that the next game may have.
func (w *Writer) Next() uint64 { return w.next }

// Full reports whether the shard has all the games its header promises.
func (w *Writer) Full() bool { return int(w.index.Games)+len(w.pending) == w.header.Games }

// Add appends g, whose index must be beyond that of the game before. A block that g completes is on
// disk when Add returns. The writer keeps g.Plies until then.
func (w *Writer) Add(g *Game) error {
	if w.err != nil {
		return w.err
	}
	if err := w.admit(g); err != nil {
		return fmt.Errorf("shard %s: game %d: %w", w.path, g.Index, err)
	}
	block := uint64(w.header.BlockGames)
	if len(w.pending) > 0 && w.pending[0].Index/block != g.Index/block {
		if err := w.flush(); err != nil {
			return err
		}
	}
	w.pending = append(w.pending, *g)
	w.next = g.Index + 1
	if w.next%block == 0 || w.Full() {
		return w.flush()
	}
	return nil
}

func (w *Writer) admit(g *Game) error {
	switch {
	case w.Full():
		return fmt.Errorf("the shard already has its %d games", w.header.Games)
	case g.Index < w.next:
		return fmt.Errorf("out of order, want %d or more", w.next)
	case w.next == w.header.First && g.Index != w.header.First:
		return fmt.Errorf("the header promises game %d first", w.header.First)
	}
	if err := g.check(); err != nil {
		return err
	}
	return g.checkVersion(w.header.version())
}

// flush writes the pending games as a block and waits until it is on disk.
func (w *Writer) flush() error {
	if len(w.pending) == 0 {
		return nil
	}
	at := w.end
	m, packed, err := w.codec.pack(uint32(len(w.index.Blocks)), w.pending)
	if err == nil {
		err = w.append(append(m.head(), packed...))
	}
	if err != nil {
		// What was written of the block is of no use; a resume would drop it as well.
		err = errors.Join(err, w.file.Truncate(at))
		w.err = fmt.Errorf("shard %s: block %d not written, %d games before it are safe in %s: %w",
			w.path, m.Number, w.Stored(), w.temp, err)
		return w.err
	}
	w.count(blockEntry{blockMeta: m, Offset: uint64(at)}, w.pending)
	w.pending = w.pending[:0]
	return nil
}

// append writes b at the end of the file and waits until it is on disk.
func (w *Writer) append(b []byte) error {
	if _, err := w.file.WriteAt(b, w.end); err != nil {
		return err
	}
	if err := w.file.Sync(); err != nil {
		return err
	}
	w.whole.Write(b)
	w.end += int64(len(b))
	return nil
}

// count enters a block that is on disk into the index and the content hash.
func (w *Writer) count(e blockEntry, games []Game) {
	w.index.Blocks = append(w.index.Blocks, e)
	w.index.Games += uint64(e.Games)
	w.index.Positions += uint64(e.Positions)
	for i := range games {
		w.index.Results.add(games[i].Result)
		w.scratch = games[i].AppendCanonical(w.scratch[:0])
		w.content.Write(w.scratch)
	}
}

// Stop closes the temporary, to be resumed later, and returns the games that were added but are in
// no whole block yet.
func (w *Writer) Stop() ([]Game, error) {
	w.err = errClosed
	return w.pending, w.file.Close()
}

// Close finishes the shard: index, footer, fsync, rename, fsync of the folder, manifest line. It
// fails, leaving the temporary, when games are missing.
func (w *Writer) Close() (Entry, error) {
	entry, err := w.finish()
	if err != nil {
		return Entry{}, err
	}
	if err := appendManifest(filepath.Join(filepath.Dir(w.path), ManifestName), entry); err != nil {
		return Entry{}, fmt.Errorf("shard %s is finished, but: %w", w.path, err)
	}
	return entry, nil
}

// finish does all of Close but the manifest.
func (w *Writer) finish() (Entry, error) {
	switch {
	case w.err != nil:
		return Entry{}, w.err
	case !w.Full():
		return Entry{}, fmt.Errorf("shard %s: %d games of %d", w.path, w.Stored()+len(w.pending), w.header.Games)
	}
	if err := w.flush(); err != nil {
		return Entry{}, err
	}
	if err := w.seal(); err != nil {
		w.err = fmt.Errorf("finish shard %s: its %d games are safe in %s: %w", w.path, w.Stored(), w.temp, err)
		return Entry{}, w.err
	}
	w.err = errClosed
	s, err := openShard(w.path)
	if err != nil {
		return Entry{}, err
	}
	defer s.Close()
	return s.entry(), nil
}

var errClosed = errors.New("shard writer is closed")

// seal writes index and footer and gives the file its final name.
func (w *Writer) seal() error {
	w.content.Sum(w.index.Content[:0])
	tail := appendFooter(w.index.appendFrame(nil), uint64(w.end))
	w.whole.Write(tail)
	if _, err := w.file.WriteAt(w.whole.Sum(tail), w.end); err != nil {
		return errors.Join(err, w.file.Truncate(w.end), w.file.Close())
	}
	if err := errors.Join(w.file.Sync(), w.file.Close()); err != nil {
		return err
	}
	return durable.Rename(w.temp, w.path)
}
