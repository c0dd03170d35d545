package serve

import (
	"bytes"
	"errors"
	"net/http"
	"os"
	"time"

	"jieqi/cmd/internal/round"
)

// errNoRun is the answer where the server was started without one.
var errNoRun = errors.New("no run is shown here")

// reportPolicy is that of the report, one file with its styles in it and, as it is shown here, no scripts.
const reportPolicy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'self'; sandbox allow-same-origin"

func (s *server) runAPI(mux *http.ServeMux) {
	mux.HandleFunc("GET /api/run", s.answering(func(*http.Request) (any, error) { return s.runStatus() }))
	mux.HandleFunc("GET /api/run/events", s.runEvents)
	mux.HandleFunc("GET /run/report", s.report)
}

// runView is what the page is told of the run.
type runView struct {
	round.Status
	Run    string       `json:"run"` // left empty: a path of this machine
	Facts  []round.Fact `json:"facts"`
	Report int64        `json:"report"` // when the report was last written, in nanoseconds since 1970; 0: never
}

func (s *server) runStatus() (*runView, error) {
	if s.Run == "" {
		return nil, errNoRun
	}
	status, err := round.Ask(s.Run)
	if err != nil {
		return nil, err
	}
	facts, err := round.ReadFacts(s.Run.RegistryFile())
	if err != nil {
		return nil, err
	}
	v := &runView{Status: status, Facts: facts}
	if info, err := os.Stat(s.Run.Report()); err == nil {
		v.Report = info.ModTime().UnixNano()
	}
	return v, nil
}

// runEvents sends where the run stands, again and again.
func (s *server) runEvents(w http.ResponseWriter, r *http.Request) {
	if s.Run == "" {
		s.refuse(w, r, errNoRun)
		return
	}
	s.stream(w, r, func(e *events) error {
		tick := time.NewTicker(s.LookEvery)
		defer tick.Stop()
		for {
			v, err := s.runStatus()
			if err != nil {
				return err
			}
			if err := e.send("run", v); err != nil {
				return err
			}
			select {
			case <-r.Context().Done():
				return nil
			case <-tick.C:
			}
		}
	})
}

func (s *server) report(w http.ResponseWriter, r *http.Request) {
	if s.Run == "" {
		http.NotFound(w, r)
		return
	}
	var page bytes.Buffer
	if err := round.EmbedReport(&page, s.Run); err != nil {
		s.refuse(w, r, err)
		return
	}
	w.Header().Set("Content-Security-Policy", reportPolicy)
	w.Header().Set("Cache-Control", "no-cache")
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
	_, _ = page.WriteTo(w) // a reader that went away
}
