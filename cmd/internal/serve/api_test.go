package serve

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"

	"golang.org/x/sync/errgroup"

	"jieqi/cmd/internal/play"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/record"
	"jieqi/engine/rules"
)

// client is a browser's side of one game, which keeps every byte that it is sent.
type client struct {
	base string

	mu  sync.Mutex
	got bytes.Buffer // of answers and events, until the verdict is among them
}

// ask sends a request and returns the body of its answer.
func (c *client) ask(method, path, body string) ([]byte, error) {
	r, err := http.NewRequest(method, c.base+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	a, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err == nil && a.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s %s: %s %s", method, path, a.Status, text)
	}
	c.keep(a.Header, text)
	return text, err
}

func (c *client) keep(head http.Header, text []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprint(&c.got, head)
	c.got.Write(text)
}

// states follows the events of a game; the channel ends with the game's verdict.
func (c *client) states(id string) (<-chan play.State, error) {
	a, err := http.Get(c.base + "/api/play/games/" + id + "/events")
	if err != nil {
		return nil, err
	}
	out := make(chan play.State)
	go func() {
		defer close(out)
		defer a.Body.Close()
		lines := bufio.NewReader(a.Body)
		for {
			line, err := lines.ReadBytes('\n')
			if err != nil {
				return
			}
			text, isData := bytes.CutPrefix(line, []byte("data: "))
			var st play.State
			if isData && json.Unmarshal(text, &st) != nil {
				return
			}
			if !isData || st.Verdict == nil {
				c.keep(a.Header, line)
			}
			if isData {
				out <- st
			}
			if st.Verdict != nil {
				return
			}
		}
	}()
	return out, nil
}

// TestWhatAHundredGamesAreTold plays a hundred games over HTTP, with hints, and looks in every byte that is sent before
// the verdict for what the player was not told: the phrase, what the deal follows from, what the opponent thought, and
// identities beyond those that its view has.
func TestWhatAHundredGamesAreTold(t *testing.T) {
	cfg := config(t)
	s := site(t, cfg)
	var thoughts, unknown atomic.Int64
	var games errgroup.Group
	games.SetLimit(20) // at once: each waits for the disk more than for the opponent
	for i := range 100 {
		games.Go(func() error {
			c := &client{base: s.URL}
			last, told, err := c.game(i)
			if err != nil {
				return err
			}
			for what, secret := range secrets(last) {
				if bytes.Contains(bytes.ToLower(c.got.Bytes()), bytes.ToLower([]byte(secret))) {
					return fmt.Errorf("game %d: %s, %q, was sent before the end", i, what, secret)
				}
			}
			thoughts.Add(int64(len(last.Over.Thoughts)))
			untold, err := checkTold(last, told)
			unknown.Add(int64(untold))
			return err
		})
	}
	if err := games.Wait(); err != nil {
		t.Fatal(err)
	}
	if thoughts.Load() < 1000 || unknown.Load() < 100 {
		t.Errorf("%d thoughts and %d things untold were looked for: the test shows nothing", thoughts.Load(), unknown.Load())
	}
}

// game plays game number i by chance and returns its last
// state and those before.
func (c *client) game(i int) (last play.State, told []play.State, err error) {
	r := rand.New(rand.NewPCG(uint64(i), 5))
	text, err := c.ask("POST", "/api/play/games", fmt.Sprintf(`{"colour":%q,"opponent":2,"level":0,"practice":%v}`, []string{"red", "black"}[i%2], i%4 == 0))
	if err != nil {
		return
	}
	if err = json.Unmarshal(text, &last); err != nil {
		return
	}
	game, asked := "/api/play/games/"+last.ID, -1
	states, err := c.states(last.ID)
	if err != nil {
		return
	}
	for st := range states {
		told = append(told, st)
		if st.Verdict != nil {
			return st, told, nil
		}
		if len(st.Legal) == 0 || asked == len(st.Moves) {
			continue
		}
		asked = len(st.Moves)
		requests := [][3]string{{"POST", game + "/move", fmt.Sprintf(`{"move":%q}`, st.Legal[r.IntN(len(st.Legal))])}}
		if i%3 > 0 && asked > 30 { // the others are played to their end
			requests = [][3]string{{"POST", game + "/resign", "{}"}}
		}
		if asked == i%30 {
			requests = append([][3]string{{"POST", game + "/hint", "{}"}, {"GET", game, ""}, {"GET", "/api/play/games?id=" + st.ID, ""}}, requests...)
		}
		for _, q := range requests {
			if _, err = c.ask(q[0], q[1], q[2]); err != nil {
				return
			}
		}
	}
	return last, told, fmt.Errorf("game %d broke off", i)
}

// secrets are texts that nothing sent before the end may hold.
func secrets(last play.State) map[string]string {
	over := last.Over
	out := map[string]string{"the phrase": over.Phrase, "what the deal follows from": seedOf(over.Phrase), "the deal": over.Deal, "thoughts": `"thoughts":[`, "a level's draws": `"draws"`}
	for i, t := range over.Thoughts {
		if text, _ := json.Marshal(t.PV); len(t.PV) > 1 {
			out[fmt.Sprint("line ", i)] = string(text)
		}
	}
	return out
}

// seedOf returns the digits of a phrase that its deals follow from; package deal says so.
func seedOf(phrase string) string {
	sum := sha256.Sum256([]byte(phrase))
	return hex.EncodeToString(sum[:6])
}

// checkTold compares each state with what a replay of the whole game says its player knew then, and returns how many
// moves had something that the player was not told.
func checkTold(last play.State, told []play.State) (unknown int, err error) {
	colour := board.Red
	if last.Colour == "black" {
		colour = board.Black
	}
	replay, views, moves := record.NewGame(rules.Tiantian, board.StartPosition()), []string{}, []string{}
	note := func() { views = append(views, notation.FormatFEN(replay.View(colour))) }
	note()
	for _, full := range last.Over.Moves {
		ply, err := notation.ParsePly(replay.View(replay.Public().Side()), full)
		if err != nil {
			return unknown, err
		}
		before := *replay.Public()
		moves = append(moves, notation.FormatPly(&before, ply.Told(before.Side(), colour)))
		if moves[len(moves)-1] != full {
			unknown++
		}
		if err := replay.Play(full); err != nil {
			return unknown, err
		}
		note()
	}
	for _, st := range told {
		if n := len(st.Moves); strings.Join(st.Moves, " ") != strings.Join(moves[:n], " ") || st.FEN != views[n] || st.Verdict == nil && st.Over != nil {
			return unknown, fmt.Errorf("after %d plies it was told %v and %s, not %v and %s", n, st.Moves, st.FEN, moves[:n], views[n])
		}
	}
	return unknown, nil
}

func TestRefusals(t *testing.T) {
	h := Handler(config(t))
	const start = "xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1"
	var g play.State
	if err := json.Unmarshal(send(h, "POST", "/api/play/games", `{"colour":"red","opponent":0,"level":0,"practice":false}`).Body.Bytes(), &g); err != nil {
		t.Fatal(err)
	}
	game := "/api/play/games/" + g.ID
	for len(g.Legal) == 0 { // the referee is about to ask
		if err := json.Unmarshal(send(h, "GET", game, "").Body.Bytes(), &g); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		method, path, body string
		code               int
		says               string
	}{
		{"GET", "/api/play/games/x", "", 404, "no such game"},
		{"GET", "/api/play/games/" + strings.Repeat("a", 32) + "/events", "", 404, "no such game"},
		{"POST", "/api/play/games", `{"colour":"red","opponent":7,"level":0}`, 400, "opponent 7: want 0 to 2"},
		{"POST", "/api/play/games", `{"colour":"red","opponent":0,"level":21}`, 400, "level 21"},
		{"POST", "/api/play/games", `{"colour":"green"}`, 400, "colour"},
		{"POST", "/api/play/games", `{"net":"uci:sh"}`, 400, "unknown field"},
		{"POST", "/api/play/games", `{} {}`, 400, "more than one"},
		{"POST", "/api/play/games", strings.Repeat(" ", maxBody+1), 400, "more than"},
		{"POST", game + "/move", `{"move":"e0e9"}`, 409, "not legal"},
		{"POST", game + "/move", `{"move":"e0"}`, 400, "four letters"},
		{"POST", game + "/take-back", `{}`, 409, "taken back"},
		{"GET", "/api/play/games?" + strings.Repeat("id=x&", 21), "", 400, "at most 20"},
		{"POST", "/api/position/evaluate", `{"fen":"x"}`, 400, "fen: "},
		{"POST", "/api/position/evaluate", `{"fen":"` + start + `","evaluation":2}`, 400, "evaluation 2"},
		{"POST", "/api/position/evaluate", `{"fen":"` + strings.Repeat("x", 300) + `"}`, 400, "256 characters"},
		{"POST", "/api/position/search", `{"fen":"` + start + `","seconds":61}`, 400, "61 seconds"},
		{"POST", "/api/position/search", `{"fen":"` + start + `","lines":11}`, 400, "11 lines"},
		{"POST", "/api/position/price", `{"fen":"` + start + `","move":"e0e1"}`, 400, "turns nothing up"},
		{"GET", "/api/games/2", "", 404, "no such source"},
		{"GET", "/api/games/0?result=red", "", 400, "none of that name"},
		{"GET", "/api/games/0?plies_from=-1", "", 400, "want a number"},
		{"GET", "/api/games/0?order=name", "", 400, "want index"},
		{"GET", "/api/games/0/x", "", 400, "want a number"},
		{"GET", "/api/games/..%2f..%2fetc/0", "", 400, "want a number"},
		{"DELETE", game, "", 405, ""},
		{"GET", "/assets/../server.go", "", 404, ""},
		{"GET", "/assets/page.html", "", 404, ""},
	} {
		w := send(h, c.method, c.path, c.body)
		if w.Code != c.code && !(c.code == 404 && w.Code == 301 || c.code == 404 && w.Code == 307) || !strings.Contains(w.Body.String(), c.says) {
			t.Errorf("%s %s %.60s: %d %s, want %d and %q", c.method, c.path, c.body, w.Code, w.Body, c.code, c.says)
		}
	}
	torn := httptest.NewRequest("POST", "/api/play/games", iotest.ErrReader(io.ErrUnexpectedEOF))
	torn.Host = "localhost"
	w := httptest.NewRecorder()
	if h.ServeHTTP(w, torn); w.Code != 400 || !strings.Contains(w.Body.String(), "broke off") {
		t.Errorf("%d %s", w.Code, w.Body)
	}
}

// TestErrorsKeepTheirPaths sends what nobody foresaw: the page is told nothing of this machine.
func TestErrorsKeepTheirPaths(t *testing.T) {
	cfg := config(t)
	cfg.Run = "/no/such/folder"
	var logged string
	cfg.Log = func(format string, args ...any) { logged += fmt.Sprintf(format, args...) }
	w := send(Handler(cfg), "GET", "/api/run", "")
	if w.Code != 500 || strings.Contains(w.Body.String(), "/no/such") || !strings.Contains(logged, "/no/such/folder") {
		t.Errorf("%d %s; logged %s", w.Code, w.Body, logged)
	}
	cfg.Run = ""
	if w := send(Handler(cfg), "GET", "/api/run", ""); w.Code != 404 {
		t.Errorf("without a run: %d", w.Code)
	}
}

// TestStreamsAreBounded opens as many streams as there may be: one more is refused.
func TestStreamsAreBounded(t *testing.T) {
	s := &server{Config: config(t), streams: make(chan struct{}, 1)}
	h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.stream(w, r, func(e *events) error {
			if w := send(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				s.stream(w, r, func(*events) error { return e.send("x", 1) })
			}), "GET", "/", ""); w.Code != http.StatusServiceUnavailable {
				t.Errorf("a stream too many: %d", w.Code)
			}
			return e.beat()
		})
	})
	if w := send(h, "GET", "/", ""); w.Code != 200 || len(s.streams) != 0 {
		t.Errorf("%d, %d streams left", w.Code, len(s.streams))
	}
}

func TestAPositionSearched(t *testing.T) {
	h := Handler(config(t))
	const mate = `{"fen":"3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30","lines":2,"seconds":0.1}`
	text := send(h, "POST", "/api/position/search", mate).Body.String()
	if !strings.Contains(text, "event: line\ndata: ") || !strings.Contains(text, `"multipv":2`) || !strings.HasSuffix(text, "event: end\ndata: {}\n\n") {
		t.Errorf("%s", text)
	}
	if w := send(h, "POST", "/api/position/search", `{"fen":"3k5/4R4/5R3/9/9/9/9/9/9/3RK4 b - 0 1"}`); w.Code != 400 {
		t.Errorf("a mated side searches: %d %s", w.Code, w.Body)
	}
}

// FuzzRequests sends any request: none makes the server panic or fail.
func FuzzRequests(f *testing.F) {
	for _, seed := range [][3]string{
		{"POST", "/api/play/games", `{"colour":"red","opponent":1,"level":3,"practice":true}`},
		{"POST", "/api/play/games/0123456789abcdef0123456789abcdef/move", `{"move":"b2e2"}`},
		{"POST", "/api/position/evaluate", `{"fen":"3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30","evaluation":1}`},
		{"POST", "/api/position/price", `{"fen":"xxxxkxxxx/9/1x5x1/x1x1x1x1x/9/9/X1X1X1X1X/1X5X1/9/XXXXKXXXX w R2A2C2P5N2B2r2a2c2p5n2b2 0 1","move":"a3a4"}`},
		{"GET", "/api/games/1?result=draw&reason=repetition&player=x&colour=red&plies_from=3&reveals_to=9&swing=40&order=swing&offset=2", ""},
		{"GET", "/api/games/0/3/deal", ""},
	} {
		f.Add(seed[0], seed[1], seed[2])
	}
	cfg := config(f)
	logged := ""
	cfg.Log = func(format string, args ...any) { logged = fmt.Sprintf(format, args...) }
	cfg.Evaluations = cfg.Evaluations[1:]
	h := Handler(cfg)
	f.Fuzz(func(t *testing.T, method, path, body string) {
		r, err := http.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
		if err != nil || strings.HasSuffix(r.URL.Path, "/events") || strings.HasSuffix(r.URL.Path, "/search") {
			return // these last
		}
		if w := send(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
			r.Body, r.Host = q.Body, "localhost"
			h.ServeHTTP(w, r)
		}), "GET", "/", body); w.Code >= 500 && w.Code != 503 {
			t.Errorf("%s %s %s: %d, %s", method, path, body, w.Code, logged)
		}
	})
}

// FuzzFilter reads any query as a filter.
func FuzzFilter(f *testing.F) {
	f.Add("result=draw&reason=repetition&player=x&colour=red&plies_from=3&reveals_to=9&swing=40&order=swing&offset=2")
	f.Add("plies_from=99999999999999999999&swing=-1")
	f.Fuzz(func(t *testing.T, text string) {
		q, err := url.ParseQuery(text)
		if err != nil {
			return
		}
		if filter, offset, err := parseFilter(q); err == nil && (offset < 0 || filter.Plies.From < 0 || filter.Swing < 0 || filter.Swing > 1) {
			t.Errorf("%+v from %d", filter, offset)
		}
	})
}

// FuzzInquiry reads any bytes as a question about a position.
func FuzzInquiry(f *testing.F) {
	f.Add([]byte(`{"fen":"3k5/9/9/9/4R4/9/9/9/9/5K3 w - 4 30","evaluation":0,"lines":3,"seconds":2.5}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		q, err := parse[inquiry](text)
		if err != nil {
			return
		}
		if understood, err := q.understand(2); err == nil && (understood.Lines > maxLines || understood.Seconds > maxSeconds || understood.Evaluation > 1) {
			t.Errorf("%+v", understood.inquiry)
		}
	})
}

// FuzzWish reads any bytes as a wish for a game.
func FuzzWish(f *testing.F) {
	f.Add([]byte(`{"colour":"random","opponent":1,"level":20,"practice":false}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		if w, err := parse[wish](text); err == nil && w.check(2) == nil && (w.Opponent > 1 || w.Level > engine.MaxSkill) {
			t.Errorf("%+v", w)
		}
	})
}
