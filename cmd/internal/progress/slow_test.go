package progress

import (
	"os"
	"path/filepath"
	"testing"
	"testing/synctest"
	"time"
)

// TestSlowIsSilentAboutWhatIsQuick shows two pieces of work, one done at once and one that takes a minute.
func TestSlowIsSilentAboutWhatIsQuick(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f, err := os.Create(filepath.Join(t.TempDir(), "log"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		s := NewStages(f)
		show := Slow(s)
		for i := range 10 {
			show("quick", i+1, 10)
		}
		for i := range 60 {
			show("slow", i+1, 60)
			time.Sleep(time.Second)
		}
		s.Close()
		text, err := os.ReadFile(f.Name())
		if err != nil {
			t.Fatal(err)
		}
		const want = "slow: 12/60 after 10s, 48s left \nslow: 22/60 after 20s, 38s left \nslow: 32/60 after 30s, 28s left \n" +
			"slow: 42/60 after 40s, 18s left \nslow: 52/60 after 50s, 8s left \nslow: 60/60 after 59s \n"
		if string(text) != want {
			t.Errorf("%q", text)
		}
	})
}
