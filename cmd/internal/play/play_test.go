package play

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"

	"jieqi/cmd/internal/spec"
	"jieqi/dataset/durable"
	"jieqi/engine"
	"jieqi/engine/board"
	"jieqi/engine/deal"
	"jieqi/engine/dealer"
	"jieqi/engine/referee"
	"jieqi/engine/rules"
)

// random is an opponent that draws its moves from the plies played.
func random(seed uint64) Opponent {
	return Opponent{Name: "random", Hash: fmt.Sprint(seed), Levels: true, Choose: func(_ context.Context, view *rules.Game, _ engine.Skill) (rules.Choice, error) {
		moves := view.Position().LegalMoves(nil)
		r := rand.New(rand.NewPCG(seed, uint64(view.Plies())))
		return rules.Choice{Move: moves[r.IntN(len(moves))], Score: 4711}, nil
	}}
}

func openHall(t *testing.T, dir string, o ...Opponent) *Hall {
	t.Helper()
	h, err := Open(Config{Opponents: o, Adviser: o[0], Rules: rules.Tiantian, Folder: dir, Log: t.Logf})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { h.Close() })
	return h
}

func begin(t *testing.T, h *Hall, w Wish) *Session {
	t.Helper()
	s, err := h.New(w)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// until returns the first state that is as wanted.
func until(t *testing.T, s *Session, wanted func(State) bool) State {
	t.Helper()
	changed, end := s.Watch()
	defer end()
	for {
		if st := s.State(); wanted(st) {
			return st
		}
		select {
		case <-changed:
		case <-t.Context().Done():
			t.Fatal("the state that was waited for never came")
		}
	}
}

func yours(st State) bool { return len(st.Legal) > 0 || st.Verdict != nil }

// move plays a legal move as the player.
func move(t *testing.T, s *Session, text string) {
	t.Helper()
	if err := s.Move(parse(t, text)); err != nil {
		t.Fatal(err)
	}
}

func parse(t *testing.T, text string) board.Move {
	t.Helper()
	m, err := parseMove(text)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// finish plays on with random moves until the game is over, and returns its last state.
func finish(t *testing.T, s *Session, seed uint64) State {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 9))
	for {
		st := until(t, s, yours)
		if st.Verdict != nil {
			return st
		}
		move(t, s, st.Legal[r.IntN(len(st.Legal))])
	}
}

// TestAGameToItsEnd plays games to their verdict and derives them again from the phrase that is told in the end.
func TestAGameToItsEnd(t *testing.T) {
	h := openHall(t, t.TempDir(), random(1))
	for i, colour := range []string{"red", "black", "random"} {
		s := begin(t, h, Wish{Colour: colour})
		first := s.State()
		end := finish(t, s, uint64(i))
		if end.Over == nil || commitment(end.Over.Phrase) != first.Hash || first.Over != nil {
			t.Fatalf("%+v", end)
		}
		d := deal.NewSource(end.Over.Phrase).Deal(0)
		if d.String() != end.Over.Deal {
			t.Error("the phrase gives another deal")
		}
		table := dealer.New(d, rules.Tiantian)
		for _, text := range end.Over.Moves {
			if _, err := table.Play(parse(t, text[:4])); err != nil {
				t.Fatal(err)
			}
		}
		if v := table.Verdict(); v.Outcome != end.Verdict.Outcome || v.Reason.String() != end.Verdict.Reason {
			t.Errorf("%v, the rules say %v", *end.Verdict, v)
		}
		if len(end.Over.Thoughts) < len(end.Moves)/2 {
			t.Errorf("%d thoughts in %d plies", len(end.Over.Thoughts), len(end.Moves))
		}
		if s.Move(board.NoMove) != ErrOver || s.Resign() != ErrOver || s.TakeBack() != ErrNoBack {
			t.Error("a game that is over went on")
		}
	}
}

// TestResume stops the hall in the middle of a game: another goes on where it stood, on the same deal.
func TestResume(t *testing.T) {
	dir := t.TempDir()
	h := openHall(t, dir, random(2))
	s := begin(t, h, Wish{Colour: "black", Practice: true})
	for range 5 {
		move(t, s, until(t, s, yours).Legal[0])
	}
	before := until(t, s, yours)
	if _, err := Open(Config{Opponents: []Opponent{random(2)}, Folder: dir}); !errors.Is(err, durable.ErrInUse) {
		t.Errorf("a second hall in one folder: %v", err)
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(dir, before.ID+".json"))
	if err != nil || !strings.Contains(string(text), `"holds_deal": true`) || !strings.Contains(string(text), note) {
		t.Errorf("the kept file does not say what it holds: %v\n%s", err, text)
	}

	h = openHall(t, dir, random(2))
	again, err := h.Find(before.ID)
	if err != nil {
		t.Fatal(err)
	}
	if after := until(t, again, yours); !reflect.DeepEqual(after, before) {
		t.Errorf("%+v, before %+v", after, before)
	}
	end := finish(t, again, 3)
	h.Close()
	h = openHall(t, dir, random(2))
	over, err := h.Find(before.ID)
	if err != nil || !reflect.DeepEqual(over.State(), end) {
		t.Errorf("a game that is over is told otherwise after a restart, %v", err)
	}
	if _, err := os.Stat(filepath.Join(dir, before.ID+".json")); !errors.Is(err, os.ErrNotExist) {
		t.Error("a game that is over still counts as going on")
	}
	h.Close()
	h = openHall(t, dir, random(3))
	if _, err := h.Find(before.ID); err == nil || !strings.Contains(err.Error(), "was not given") {
		t.Errorf("error %v for an opponent that is not there", err)
	}
	for _, id := range []string{"", "../x", strings.Repeat("0", 32), before.ID + "0"} {
		if _, err := h.Find(id); err != ErrNoGame {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestTakeBack(t *testing.T) {
	h := openHall(t, t.TempDir(), random(4))
	for _, colour := range []string{"red", "black"} {
		s := begin(t, h, Wish{Colour: colour, Practice: true})
		first := until(t, s, yours)
		if s.TakeBack() != ErrNoBack {
			t.Error("nothing was taken back")
		}
		move(t, s, first.Legal[3])
		second := until(t, s, func(st State) bool { return yours(st) && len(st.Moves) > len(first.Moves) })
		if !second.CanTakeBack || s.TakeBack() != nil {
			t.Fatal("a practice game takes nothing back")
		}
		if back := until(t, s, yours); !reflect.DeepEqual(back, first) {
			t.Errorf("%+v, first %+v", back, first)
		}
		move(t, s, first.Legal[3])
		if again := until(t, s, func(st State) bool { return yours(st) && len(st.Moves) > len(first.Moves) }); !reflect.DeepEqual(again, second) {
			t.Errorf("the same move leads to %+v, before to %+v", again, second)
		}
		serious := begin(t, h, Wish{Colour: colour})
		move(t, serious, until(t, serious, yours).Legal[0])
		if until(t, serious, yours); serious.TakeBack() != ErrNoBack {
			t.Error("a game that is no practice took a move back")
		}
	}
}

func TestResignAndRefusals(t *testing.T) {
	h := openHall(t, t.TempDir(), random(5))
	s := begin(t, h, Wish{Colour: "red", Level: 3})
	st := until(t, s, yours)
	if err := s.Move(parse(t, "e0e9")); err != ErrIllegal {
		t.Errorf("error %v", err)
	}
	if c, err := s.Hint(t.Context()); err != nil || s.State().Hints != 1 || c.Move == "" {
		t.Errorf("hint %+v, %v", c, err)
	}
	move(t, s, st.Legal[0])
	if err := s.Resign(); err != nil {
		t.Fatal(err)
	}
	if end := s.State(); end.Verdict == nil || *end.Verdict != (Verdict{rules.BlackWins, "resignation"}) || end.Over == nil || len(end.Legal) != 0 {
		t.Errorf("%+v", end)
	}
	for _, w := range []Wish{{Opponent: 1}, {Opponent: -1}, {Level: 21}, {Level: -1}} {
		if _, err := h.New(w); err == nil {
			t.Errorf("%+v was accepted", w)
		}
	}
}

// TestAFailingOpponent fails twice: a crash loses the game, anything else leaves it to be gone on with.
func TestAFailingOpponent(t *testing.T) {
	failures := make(chan error, 1)
	o := random(6)
	choose := o.Choose
	o.Choose = func(ctx context.Context, view *rules.Game, k engine.Skill) (rules.Choice, error) {
		select {
		case err := <-failures:
			return rules.Choice{}, err
		default:
			return choose(ctx, view, k)
		}
	}
	h := openHall(t, t.TempDir(), o)
	failures <- errors.New("out of order")
	s := begin(t, h, Wish{Colour: "black"})
	if st := until(t, s, func(st State) bool { return st.Failure != "" }); strings.Contains(st.Failure, "out of order") || st.Verdict != nil {
		t.Errorf("%+v", st)
	}
	<-s.done
	s.Revive()
	st := until(t, s, yours)
	failures <- fmt.Errorf("%w: gone", referee.ErrCrash)
	move(t, s, st.Legal[0])
	if end := until(t, s, func(st State) bool { return st.Verdict != nil }); *end.Verdict != (Verdict{rules.BlackWins, "crash"}) {
		t.Errorf("%+v", end)
	}
}

// TestManyGames plays more games at once than there are cores, against a real engine at its lowest level: all go on.
func TestManyGames(t *testing.T) {
	f, err := spec.Load("material")
	if err != nil {
		t.Fatal(err)
	}
	h := openHall(t, t.TempDir(), Evaluation(f))
	var all sync.WaitGroup
	for range 100 {
		s := begin(t, h, Wish{Colour: "black"})
		all.Go(func() {
			for plies := 1; plies <= 3; plies += 2 {
				st := until(t, s, func(st State) bool { return yours(st) && len(st.Moves) >= plies })
				if st.Verdict == nil {
					move(t, s, st.Legal[0])
				}
			}
			until(t, s, func(st State) bool { return len(st.Moves) >= 5 || st.Verdict != nil })
		})
	}
	all.Wait()
}

// TestOldGamesAreSetAside opens more games than may be in memory: the first stays on disk and can be gone on with, and
// who still holds its session can do nothing with it.
func TestOldGamesAreSetAside(t *testing.T) {
	if testing.Short() {
		t.Skip("writes hundreds of files")
	}
	h := openHall(t, t.TempDir(), random(7))
	first := begin(t, h, Wish{Colour: "red", Practice: true})
	move(t, first, until(t, first, yours).Legal[0])
	kept := until(t, first, yours)
	for range MaxLive {
		until(t, begin(t, h, Wish{Colour: "red"}), yours)
	}
	if len(h.sessions) != MaxLive || h.sessions[kept.ID] != nil {
		t.Fatalf("%d games in memory", len(h.sessions))
	}
	if first.Move(parse(t, kept.Legal[0])) != ErrNotNow || first.TakeBack() != ErrNoBack || first.Resign() != ErrOver {
		t.Error("a session that was put aside did something")
	}
	again, err := h.Find(kept.ID)
	if err != nil {
		t.Fatal(err)
	}
	if st := until(t, again, yours); !reflect.DeepEqual(st, kept) {
		t.Errorf("%+v, want %+v", st, kept)
	}
}

// FuzzKeptGame reads any bytes as a kept game.
func FuzzKeptGame(f *testing.F) {
	good, _ := json.Marshal(&saved{ID: "1", Colour: "red", Opponent: "random", OpponentHash: "8", Rules: "tiantian", Moves: []string{"b2e2"}})
	f.Add(good)
	f.Add([]byte(`{"rules":"guangdong","opponent":"random","opponent_hash":"8","moves":["b2e2","","h9g7"]}`))
	h := &Hall{opponents: []Opponent{random(8)}}
	f.Fuzz(func(t *testing.T, text []byte) {
		var g saved
		if json.Unmarshal(text, &g) != nil {
			return
		}
		if s, err := h.seat(&g); err == nil {
			s.state()
		}
	})
}
