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
	out      io.Writer
	label    string
	terminal bool

	mu    sync.Mutex
	start time.Time                // of the first Set
	begun int64                    // done at the first Set: earlier processes did that
	last  time.Time                // when a line was written last
	bar   *progressbar.ProgressBar // nil where there is no terminal
	done  int64
	total int64
	note  string
	watch func(done, total int64, note string) // nil for none
}

// New returns a meter that writes to f. It begins with the first Set.
func New(f *os.File, label string) *Meter {
	return &Meter{out: f, label: label, terminal: isTerminal(f)}
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// Set reports that done of total units are finished; note is a short free text such as a rate. What the first
// call reports as done took no time that the meter knows of: the time left is judged by the units that follow.
func (m *Meter) Set(done, total int64, note string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.start.IsZero() {
		m.begin(done, total)
	}
	m.done, m.total, m.note = done, total, note
	if m.watch != nil {
		m.watch(done, total, note)
	}
	if m.bar != nil {
		m.bar.Describe(m.describe())
		// The bar refuses more than its total; the figure it shows is not worth failing for.
		_ = m.bar.Set64(min(done, total))
		return
	}
	if time.Since(m.last) >= interval {
		m.last = time.Now()
		m.line()
	}
}

func (m *Meter) begin(done, total int64) {
	m.start, m.last, m.begun = time.Now(), time.Now(), done
	if m.terminal {
		m.bar = progressbar.NewOptions64(total,
			progressbar.OptionSetWriter(m.out),
			progressbar.OptionSetDescription(m.label),
			progressbar.OptionSetWidth(24),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(false), // its estimate overflows; the description has ours
			progressbar.OptionThrottle(200*time.Millisecond),
		)
	}
}

// Watch makes f hear of every Set as well.
func (m *Meter) Watch(f func(done, total int64, note string)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.watch = f
}

// Print writes a line of its own.
func (m *Meter) Print(text string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.bar != nil {
		_ = m.bar.Clear() // the next Set draws it again
	}
	fmt.Fprintln(m.out, text)
}

// Close writes the last state, if there is any.
func (m *Meter) Close() {
	m.mu.Lock()
	defer m.mu.Unlock()
	switch {
	case m.start.IsZero():
	case m.bar != nil:
		fmt.Fprintln(m.out)
	default:
		m.line()
	}
}

func (m *Meter) line() {
	elapsed := time.Since(m.start)
	eta := ""
	if left := remaining(elapsed, m.done-m.begun, m.total-m.begun); left != "" {
		eta = ", " + left
	}
	fmt.Fprintf(m.out, "%s: %d/%d after %v%s %s\n", m.label, m.done, m.total, elapsed.Round(time.Second), eta, m.note)
}

// describe returns what stands before the bar.
func (m *Meter) describe() string {
	text := m.label
	if left := remaining(time.Since(m.start), m.done-m.begun, m.total-m.begun); left != "" {
		text += ", " + left
	}
	return text + " " + m.note
}

// year is the longest time left that is told in figures.
const year = 365 * 24 * time.Hour

// Left returns how long the rest of total units takes at the pace of the done ones, which took elapsed: a year at most.
// known is false before the first unit and after the last.
func Left(elapsed time.Duration, done, total int64) (left time.Duration, known bool) {
	if done <= 0 || done >= total {
		return 0, false
	}
	// Not a Duration yet: it may be more than one holds.
	rest := float64(elapsed) * (float64(total) - float64(done)) / float64(done)
	return time.Duration(min(rest, float64(year))).Round(time.Second), true
}

// remaining says how long the rest takes at the pace so far; nothing where that is unknown.
func remaining(elapsed time.Duration, done, total int64) string {
	switch left, known := Left(elapsed, done, total); {
	case !known:
		return ""
	case left == year:
		return "more than a year left"
	default:
		return left.String() + " left"
	}
}
