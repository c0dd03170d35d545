package serve

import (
	"context"
	"errors"
	"net"
	"net/http"
	"runtime"
	"time"

	"jieqi/cmd/internal/desk"
	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/play"
	"jieqi/cmd/internal/round"
	"jieqi/engine"
)

// The bounds of a server.
const (
	maxBody     = 16 << 10 // bytes of a request
	maxStreams  = 600      // open streams of events
	maxAnalyses = 16       // searches of positions that wait
	readTime    = 10 * time.Second
	writeTime   = 30 * time.Second // of one answer, or of one event
)

// Config says what is served.
type Config struct {
	Evaluations []engine.Factory // of positions; at least one
	Hall        *play.Hall
	Library     *library.Library
	Run         round.Folder  // "": none
	Token       string        // "": none is asked for
	Hosts       []string      // names and addresses that the server answers to, without ports
	LookEvery   time.Duration // how often the run's folder is looked at for an open page; 0: every two seconds
	Log         func(format string, args ...any)
}

// server answers all requests.
type server struct {
	Config
	analyses *desk.Desk
	streams  chan struct{} // holds one for each open stream
}

// Handler returns what answers all requests.
func Handler(cfg Config) http.Handler {
	if cfg.LookEvery == 0 {
		cfg.LookEvery = 2 * time.Second
	}
	s := &server{Config: cfg, analyses: desk.New((runtime.GOMAXPROCS(0)+1)/2, maxAnalyses), streams: make(chan struct{}, maxStreams)}
	mux := http.NewServeMux()
	s.pages(mux)
	s.playAPI(mux)
	s.positionAPI(mux)
	s.gamesAPI(mux)
	s.runAPI(mux)
	return s.guarded(mux)
}

// Serve answers requests that come in on l until ctx ends, and then closes all connections.
func Serve(ctx context.Context, l net.Listener, h http.Handler) error {
	srv := &http.Server{
		Handler: h, ReadHeaderTimeout: readTime, IdleTimeout: time.Minute, MaxHeaderBytes: 16 << 10,
		BaseContext: func(net.Listener) context.Context { return ctx },
	}
	defer context.AfterFunc(ctx, func() { srv.Close() })()
	if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}
