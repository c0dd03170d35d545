package fixed40

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"path/filepath"

	"jieqi/dataset"
	"jieqi/dataset/durable"
)

// Ext ends the names of files of records: train.fixed40, validation.fixed40, gate.fixed40.
const Ext = ".fixed40"

// reportName is the file that says what the records beside it are of.
const reportName = "export.json"

// Report says what an export is of.
type Report struct {
	Format      string            `json:"format"` // "fixed40"
	RecordSize  int               `json:"record_size"`
	Phrase      string            `json:"phrase"`       // of the order
	ContentHash string            `json:"content_hash"` // of the games
	Split       dataset.Split     `json:"split"`
	Salts       []string          `json:"salts"`
	Networks    map[string]uint64 `json:"networks"` // records by what scored them: network and configuration
	Unscored    uint64            `json:"unscored"` // positions left out
	Files       []File            `json:"files"`
}

// File is one file of records.
type File struct {
	Name      string `json:"name"`
	Part      string `json:"part"`
	Positions uint64 `json:"positions"`
	SHA256    string `json:"sha256"`
}

// Export writes the scored positions of a set into a new folder out, a file for each part of the split, empty or not. The
// phrase decides their order.
func Export(ctx context.Context, set *dataset.Set, split dataset.Split, phrase, out string) (Report, error) {
	r := Report{Format: "fixed40", RecordSize: Size, Phrase: phrase, Split: split, Salts: set.Salts(), Networks: map[string]uint64{}}
	err := split.Check()
	if err == nil {
		err = durable.WriteFolder(out, func(dir string) error { return r.write(ctx, set, dir) })
	}
	if err != nil {
		err = fmt.Errorf("export: %w", err)
	}
	return r, err
}

func (r *Report) write(ctx context.Context, set *dataset.Set, dir string) (err error) {
	if r.ContentHash, err = set.ContentHash(ctx); err != nil {
		return err
	}
	h, err := newHeaps(dir, set.Positions())
	if err != nil {
		return err
	}
	defer h.close() // after an error; what is written is thrown away then
	if err := r.fill(ctx, set, h); err != nil {
		return err
	}
	var parts [dataset.NumParts]*recordFile
	for part := range parts {
		if parts[part], err = create(dir, dataset.Part(part)); err != nil {
			return err
		}
		defer parts[part].file.Close() // the same
	}
	if err := h.sorted(func(e *entry) error {
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		return parts[e.part].add(&e.record)
	}); err != nil {
		return err
	}
	for part, f := range parts {
		if err := f.finish(); err != nil {
			return err
		}
		r.Files = append(r.Files, File{Name: filepath.Base(f.file.Name()), Part: dataset.Part(part).String(),
			Positions: f.records, SHA256: hex.EncodeToString(f.sum.Sum(nil))})
	}
	return durable.WriteJSON(filepath.Join(dir, reportName), r)
}

// fill throws the records on heaps.
func (r *Report) fill(ctx context.Context, set *dataset.Set, h *heaps) error {
	k, blocks := keys{phrase: r.Phrase}, set.Blocks()
	return set.Turns(ctx, dataset.Choice{}, func(t *dataset.Turn) error {
		if t.At == 0 {
			k.game(blocks[t.Block].Series, t.Game)
		}
		e := entry{key: k.random.Uint64(), part: r.Split.Part(t.DealKey)} // drawn for every ply, so that none depends on what is left out
		if t.Flags&dataset.Unscored != 0 {
			r.Unscored++
			return nil
		}
		r.Networks[blocks[t.Block].ScorerAt(t.Game, t.At)]++
		e.record = encode(t)
		return h.add(&e)
	})
}

// recordFile is a file of records that is being written.
type recordFile struct {
	file    *os.File
	out     *bufio.Writer
	sum     hash.Hash
	records uint64
}

func create(dir string, part dataset.Part) (*recordFile, error) {
	f, err := os.Create(filepath.Join(dir, part.String()+Ext))
	if err != nil {
		return nil, err
	}
	sum := sha256.New()
	return &recordFile{file: f, out: bufio.NewWriterSize(io.MultiWriter(f, sum), heapBuffer), sum: sum}, nil
}

func (f *recordFile) add(r *Record) error {
	f.records++
	_, err := f.out.Write(r[:])
	return err
}

// finish waits until the file is on disk.
func (f *recordFile) finish() error {
	return errors.Join(f.out.Flush(), f.file.Sync(), f.file.Close())
}
