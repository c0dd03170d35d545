package positions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"

	"jieqi/dataset"
)

// MaxTop is the most positions that a dump may keep to sort them.
const MaxTop = 100_000

// Dump says what is to be written of a set.
type Dump struct {
	Query
	Format Format
	Top    int      // how many of the positions with the largest By; 0: all positions in their order
	By     *Measure // goes with Top
}

// Write writes the wanted positions, header included.
func (d *Dump) Write(ctx context.Context, set *dataset.Set, out io.Writer) error {
	w := bufio.NewWriterSize(out, 1<<16)
	w.WriteString(d.Format.Header(d.About()))
	var err error
	if d.Top > 0 {
		err = d.writeTop(ctx, set, w)
	} else {
		var line []byte
		_, err = d.Scan(ctx, set, func(p *Position) error {
			line = d.Format.line(line[:0], p)
			_, err := w.Write(line)
			return err
		})
	}
	return errors.Join(err, w.Flush())
}

func (d *Dump) writeTop(ctx context.Context, set *dataset.Set, w io.Writer) error {
	top, err := d.top(ctx, set, d.Top, d.Format.line)
	if err != nil {
		return err
	}
	for _, x := range top {
		if _, err := w.Write(x.line); err != nil {
			return err
		}
	}
	return nil
}

// top returns the positions with the largest numbers, the largest first.
func (d *Dump) top(ctx context.Context, set *dataset.Set, n int, line func([]byte, *Position) []byte) ([]kept, error) {
	l := largest{limit: n}
	_, err := d.Scan(ctx, set, func(p *Position) error {
		value, ok, err := d.By.Of(p)
		if err == nil && ok {
			l.add(value, p.place(), func(dst []byte) []byte { return line(dst, p) })
		}
		return err
	})
	return l.sorted(), err
}

// Largest returns where the wanted position with the largest number is. That none has one is an error.
func Largest(ctx context.Context, set *dataset.Set, q Query, by *Measure) (Place, error) {
	d := Dump{Query: q, By: by}
	top, err := d.top(ctx, set, 1, func(dst []byte, _ *Position) []byte { return dst })
	switch {
	case err != nil:
		return Place{}, err
	case len(top) == 0:
		return Place{}, fmt.Errorf("no position has a number %q", by.text)
	}
	return top[0].place, nil
}
