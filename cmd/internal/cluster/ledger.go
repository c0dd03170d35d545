package cluster

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"jieqi/dataset"
	"jieqi/dataset/durable"
)

// receipt is what the ledger knows of an item that has come in.
type receipt struct {
	Item    string `json:"item"`
	Worker  string `json:"worker"`            // key of who played it; own for the hub
	Sum     string `json:"sum"`               // of what was played
	Checked string `json:"checked,omitempty"` // key of who played it again, to the same sum
	Dropped bool   `json:"dropped,omitempty"` // it is to be played again
}

// own is the hub among the keys of workers.
const own = "hub"

// ledger is what has come in of one job: a journal of receipts, and a file a parcel. It is the truth about the job; what
// messages are on their way does not matter.
type ledger struct {
	dir      string
	journal  *durable.Journal
	receipts map[string]receipt
}

// openLedger opens the ledger of a job in the hub's folder, and removes those of other jobs: they are over.
func openLedger(folder, id string) (*ledger, error) {
	jobs := filepath.Join(folder, "jobs")
	l := &ledger{dir: filepath.Join(jobs, id), receipts: map[string]receipt{}}
	others, err := os.ReadDir(jobs)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, e := range others {
		if e.Name() != id {
			if err := os.RemoveAll(filepath.Join(jobs, e.Name())); err != nil {
				return nil, err
			}
		}
	}
	if err := os.MkdirAll(filepath.Join(l.dir, "items"), 0o755); err != nil {
		return nil, err
	}
	journal, lines, err := durable.OpenJournal[receipt](filepath.Join(l.dir, "ledger.jsonl"))
	if err != nil {
		return nil, err
	}
	l.journal = journal
	for _, r := range lines {
		l.note(r)
	}
	return l, nil
}

// note takes a receipt that is on disk.
func (l *ledger) note(r receipt) {
	if r.Dropped {
		delete(l.receipts, r.Item)
	} else {
		l.receipts[r.Item] = r
	}
}

// write puts a receipt on disk.
func (l *ledger) write(r receipt) error {
	if err := l.journal.Append(r); err != nil {
		return err
	}
	l.note(r)
	return nil
}

// keep puts a parcel on disk, and then its receipt.
func (l *ledger) keep(p *parcel, r receipt) error {
	if err := durable.WriteFile(l.file(r.Item), p.bytes); err != nil {
		return err
	}
	return l.write(r)
}

// drop forgets an item: it is to be played again.
func (l *ledger) drop(name string) error {
	return l.write(receipt{Item: name, Dropped: true})
}

func (l *ledger) file(name string) string { return filepath.Join(l.dir, "items", name) }

// read opens the parcel of an item that has come in.
func (l *ledger) read(o *opener, it item) (*parcel, error) {
	path := l.file(it.name())
	data, err := durable.ReadLimited(path, dataset.MaxParcel)
	if err != nil {
		return nil, err
	}
	p, err := o.open(it, data)
	if err == nil && p.sum != l.receipts[it.name()].Sum {
		err = errors.New("it is not what came in")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w; remove the folder %s: its games are played again", path, err, l.dir)
	}
	return p, nil
}

func (l *ledger) close() error { return l.journal.Close() }
