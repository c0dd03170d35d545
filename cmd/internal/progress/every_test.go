package progress

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestEveryShowsWorkThatReportsNothing waits for such work, and asks that nothing is shown once it has stopped.
func TestEveryShowsWorkThatReportsNothing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, err := os.Create(filepath.Join(t.TempDir(), "log"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s, calls := NewStages(f), 0
		show := Slow(s)
		show("work", 0, 3)
		stop := Every(func() {
			calls++
			show("work", 0, 3)
		})
		time.Sleep(12*time.Second + time.Second/4)
		stop()
		s.Close()
		time.Sleep(time.Minute)
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		if want := "work: 0/3 after 10s \nwork: 0/3 after 11s \n"; string(text) != want || calls != 12 {
			t.Errorf("%d calls, %q", calls, text)
		}
	})
}
