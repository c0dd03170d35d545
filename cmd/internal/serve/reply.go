package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"time"

	"jieqi/cmd/internal/desk"
	"jieqi/cmd/internal/library"
	"jieqi/cmd/internal/play"
)

// badRequest is a request that asks for something wrong: its text is for the page.
type badRequest struct{ error }

func badf(format string, args ...any) error { return badRequest{fmt.Errorf(format, args...)} }

// answering makes a handler of a function whose result is the answer in JSON.
func (s *server) answering(f func(r *http.Request) (any, error)) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		v, err := f(r)
		if err != nil {
			s.refuse(w, r, err)
			return
		}
		s.answer(w, http.StatusOK, v)
	}
}

func (s *server) answer(w http.ResponseWriter, status int, v any) {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err) // plain data always encodes
	}
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	http.NewResponseController(w).SetWriteDeadline(time.Now().Add(writeTime))
	w.WriteHeader(status)
	w.Write(append(text, '\n'))
}

// expected are the errors whose text a page is shown, and what they are in HTTP.
var expected = map[error]int{
	play.ErrNoGame: http.StatusNotFound, library.ErrNoGame: http.StatusNotFound, library.ErrNoSource: http.StatusNotFound,
	play.ErrFull: http.StatusServiceUnavailable, play.ErrKept: http.StatusServiceUnavailable, desk.ErrFull: http.StatusServiceUnavailable, errStreams: http.StatusServiceUnavailable,
	library.ErrReading: http.StatusServiceUnavailable,
	play.ErrOver:       http.StatusConflict, play.ErrNotNow: http.StatusConflict, play.ErrIllegal: http.StatusConflict, play.ErrNoBack: http.StatusConflict,
	errNoRun: http.StatusNotFound,
}

// refuse answers with an error. What nobody foresaw may name files of this machine: it goes to the log.
func (s *server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	status, text := http.StatusInternalServerError, "the server failed; its messages say how"
	var bad badRequest
	for known, code := range expected {
		if errors.Is(err, known) {
			status, text = code, known.Error()
		}
	}
	switch {
	case errors.As(err, &bad):
		status, text = http.StatusBadRequest, bad.Error()
	case r.Context().Err() != nil:
		return // nobody listens
	case status == http.StatusInternalServerError:
		s.Log("%s %s: %v", r.Method, r.URL.Path, err)
	}
	s.answer(w, status, map[string]string{"error": text})
}

// decode reads a request's body, which is whole, as one JSON object of known members.
func decode[T any](r *http.Request) (v T, err error) {
	text, err := io.ReadAll(r.Body)
	if err != nil {
		return v, err
	}
	return parse[T](text)
}

func parse[T any](text []byte) (v T, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&v); err != nil {
		return v, badf("not the JSON that is wanted here: %v", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return v, badf("there is more than one JSON value")
	}
	return v, nil
}

var errStreams = errors.New("too many pages are open: try again later")

// events is a stream of server-sent events.
type events struct {
	w       http.ResponseWriter
	control *http.ResponseController
}

// stream calls f with a stream of events, if there is room for another.
func (s *server) stream(w http.ResponseWriter, r *http.Request, f func(*events) error) {
	select {
	case s.streams <- struct{}{}:
		defer func() { <-s.streams }()
	default:
		s.refuse(w, r, errStreams)
		return
	}
	e := &events{w, http.NewResponseController(w)}
	w.Header().Set("Content-Type", "text/event-stream")
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Accel-Buffering", "no") // proxies are to pass events on at once
	if err := f(e); err != nil && r.Context().Err() == nil {
		s.Log("%s %s: %v", r.Method, r.URL.Path, err)
	}
}

// send writes an event and has it sent at once.
func (e *events) send(name string, v any) error {
	text, err := json.Marshal(v)
	if err != nil {
		return err
	}
	e.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := fmt.Fprintf(e.w, "event: %s\ndata: %s\n\n", name, text); err != nil {
		return err
	}
	return e.control.Flush()
}

// beat keeps an idle stream open, and finds out that nobody reads it any more.
func (e *events) beat() error {
	e.control.SetWriteDeadline(time.Now().Add(writeTime))
	if _, err := io.WriteString(e.w, ": \n\n"); err != nil {
		return err
	}
	return e.control.Flush()
}

// beatEvery is how often an idle stream beats.
const beatEvery = 20 * time.Second
