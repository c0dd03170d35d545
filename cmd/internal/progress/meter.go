package progress

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
)

// interval is how often a line is written where there is no terminal.
const interval = 10 * time.Second

// Meter reports one piece of work. It is safe for concurrent use.
type Meter struct {
	mu    sync.Mutex
	out   io.Writer
	label string
	total int64
	start time.Time
	last  time.Time
	bar   *progressbar.ProgressBar // nil where there is no terminal
	done  int64
	note  string
}

// New starts a meter for total units of work on f.
func New(f *os.File, label string, total int64) *Meter {
	m := &Meter{out: f, label: label, total: total, start: time.Now(), last: time.Now()}
	if isTerminal(f) {
		m.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(f),
			progressbar.OptionSetDescription(label),
			progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionThrottle(200*time.Millisecond),
		)
	}
	return m
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// Set reports that done units are finished; note is a short free text such as a rate.
func (m *Meter) Set(done int64, note string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.done, m.note = done, note
	if m.bar != nil {
		m.bar.Describe(m.label + " " + note)
		// The bar refuses more than its total; the figure it shows is not worth failing for.
		_ = m.bar.Set64(min(done, m.total))
		return
	}
	if time.Since(m.last) >= interval {
		m.last = time.Now()
		m.line()
	}
}

// Close writes the last state.
func (m *Meter) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		fmt.Fprintln(m.out)
		return
	}
	m.line()
}

func (m *Meter) line() {
	elapsed := time.Since(m.start).Round(time.Second)
	eta := ""
	if m.done > 0 && m.done < m.total {
		left := time.Duration(float64(time.Since(m.start)) * float64(m.total-m.done) / float64(m.done))
		eta = ", " + left.Round(time.Second).String() + " left"
	}
	fmt.Fprintf(m.out, "%s: %d/%d after %v%s %s\n", m.label, m.done, m.total, elapsed, eta, m.note)
}
