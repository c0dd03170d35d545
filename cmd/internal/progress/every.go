package progress

import "time"

// Every calls show once a second until stop is called, which waits for a call at hand: for work that reports too seldom,
// or not at all, to be seen to go on. It must be stopped before what show writes to is closed.
func Every(show func()) (stop func()) {
	quit, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		tick := time.NewTicker(patience)
		defer tick.Stop()
		for {
			select {
			case <-quit:
				return
			case <-tick.C:
				show()
			}
		}
	}()
	return func() {
		close(quit)
		<-ended
	}
}
