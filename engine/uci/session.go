package uci

import (
	"cmp"
	"context"

	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/rules"
	"jieqi/engine/search"
)

// session is the state between two lines of input. Only the goroutine that reads the lines
// touches it; jobs are given what they need.
type session struct {
	server  *Server
	out     *output
	engine  *engine.Engine
	factory engine.Factory
	rules   rules.Rules
	game    *rules.Game
	refused error // of the last position command: the game is not the one the peer means; nil if it was accepted
	settings
	job     *job      // the last one started, possibly finished; nil before the first
	waiting []request // commands that wait for its end
}

func newSession(server *Server) (*session, error) {
	s := &session{
		server: server, out: &output{w: server.Out}, rules: rules.Tiantian,
		settings: defaultSettings,
	}
	factory, err := server.Load(server.Default)
	if err != nil {
		return nil, err
	}
	s.hashMB = cmp.Or(server.hashMB, s.hashMB)
	s.use(factory)
	s.game = rules.NewGame(s.rules, board.StartPosition())
	return s, nil
}

// use makes a new engine with the given evaluation and the current settings. The old one gives its table back before
// there is another: each may take gigabytes.
func (s *session) use(f engine.Factory) {
	if s.engine != nil {
		s.engine.Resize(0)
	}
	s.factory = f
	s.engine = engine.New(f, engine.Options{HashMB: s.hashMB, Threads: s.threads, Search: search.Main})
	s.engine.SetOverhead(s.overhead)
	s.engine.SetSkill(s.skill)
}

// job is something that runs beside the reading of commands: a search, a bench or a perft.
type job struct {
	cancel    context.CancelFunc
	done      chan struct{} // closed at its end
	hit       chan struct{} // closed by ponderhit
	pondering bool          // until ponderhit
	infinite  bool          // does not end before stop
}

// endless reports whether the job does not end by itself.
func (j *job) endless() bool { return j.infinite || j.pondering }

func (j *job) ended() bool {
	select {
	case <-j.done:
		return true
	default:
		return false
	}
}

// start runs work as the only job; whatever ran before is stopped first.
func (s *session) start(j *job, work func(context.Context)) {
	s.halt()
	ctx, cancel := context.WithCancel(context.Background())
	j.cancel, j.done = cancel, make(chan struct{})
	s.job = j
	go func() {
		defer close(j.done)
		defer cancel()
		work(ctx)
	}()
}

// halt stops the running job, if any, and waits for its end.
func (s *session) halt() {
	if s.job != nil {
		s.job.cancel()
		<-s.job.done
	}
}
