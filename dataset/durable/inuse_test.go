//go:build unix

package durable

import (
	"sync"
	"testing"
	"time"
)

// TestAskingDisturbsNobody locks a folder while others keep asking whether it is in use: each lock is given, and who asks
// is not taken for one who works.
func TestAskingDisturbsNobody(t *testing.T) {
	dir, idle, done := t.TempDir(), t.TempDir(), make(chan struct{})
	var group sync.WaitGroup
	for range 2 {
		group.Go(func() {
			for {
				select {
				case <-done:
					return
				case <-time.After(100 * time.Microsecond):
					if _, err := InUse(dir); err != nil {
						t.Error(err)
					}
					if used, err := InUse(idle); used || err != nil {
						t.Errorf("nobody works there, but in use: %v, error %v", used, err)
					}
				}
			}
		})
	}
	for range 300 {
		f, err := Lock(dir)
		if err != nil {
			t.Error(err)
			break
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
	close(done)
	group.Wait()
}
