package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestServe starts a server on a run and stops it as a signal does.
func TestServe(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	in, out := io.Pipe()
	c := serveCommand{Folder: "testdata/run-without-checksums", Rules: "tiantian", Keep: filepath.Join(t.TempDir(), "games"), Addr: "127.0.0.1:0"}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(&env{ctx: ctx, stdout: out, stderr: os.Stderr}) }()
	address, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"play": "page-play.js", "api/run": `"rejected"`, "api/games/sources": "run-without-checksums, round 1, gate", "api/play/about": "hce"} {
		a, err := http.Get(strings.TrimSpace(address) + path)
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(a.Body)
		a.Body.Close()
		if err != nil || !strings.Contains(string(text), want) {
			t.Errorf("%s: %s %s, %v", path, a.Status, text, err)
		}
	}
	stop()
	select {
	case err := <-ended:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it goes on")
	}
}

func TestServeRefuses(t *testing.T) {
	for says, c := range map[string]serveCommand{
		"--token":       {Addr: "0.0.0.0:0", Rules: "tiantian"},
		"fewer than 16": {Addr: "127.0.0.1:0", Token: "short", Rules: "tiantian"},
		"HOST:PORT":     {Addr: "8080", Rules: "tiantian"},
		"--rules":       {Addr: "127.0.0.1:0", Rules: "chess"},
		"is no run":     {Addr: "127.0.0.1:0", Rules: "tiantian", Folder: "testdata"},
		"no-such":       {Addr: "127.0.0.1:0", Rules: "tiantian", Data: []string{"testdata/no-such"}},
		"names no":      {Addr: "127.0.0.1:0", Rules: "tiantian", Net: []string{"strong"}},
	} {
		c.Keep = t.TempDir()
		if err := c.Run(&env{ctx: t.Context(), stdout: io.Discard, stderr: os.Stderr}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("error %v, want it to say %q", err, says)
		}
	}
}

// TestServeAnExternalEngine plays a move against a program that speaks UCI: this one.
func TestServeAnExternalEngine(t *testing.T) {
	if testing.Short() {
		t.Skip("waits for a second of thinking")
	}
	t.Setenv(asProgram, "1")
	ctx, stop := context.WithCancel(t.Context())
	in, out := io.Pipe()
	c := serveCommand{Net: []string{"uci:" + os.Args[0] + " uci; @name=outside"}, Rules: "tiantian", Keep: t.TempDir(), Addr: "127.0.0.1:0"}
	ended := make(chan error, 1)
	go func() { ended <- c.Run(&env{ctx: ctx, stdout: out, stderr: os.Stderr}) }()
	address, err := bufio.NewReader(in).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	base := strings.TrimSpace(address) + "api/play/games"
	a, err := http.Post(base, "application/json", strings.NewReader(`{"colour":"black","opponent":0,"level":3,"practice":false}`))
	if err != nil {
		t.Fatal(err)
	}
	var g struct {
		ID, Opponent, Failure string
		Level                 int
		Moves                 []string
	}
	for err = json.NewDecoder(a.Body).Decode(&g); err == nil && len(g.Moves) == 0 && g.Failure == ""; time.Sleep(50 * time.Millisecond) {
		if a, err = http.Get(base + "/" + g.ID); err == nil {
			err = json.NewDecoder(a.Body).Decode(&g)
			a.Body.Close()
		}
	}
	if err != nil || len(g.Moves) != 1 || g.Opponent != "outside" || g.Level != 20 {
		t.Errorf("%+v, %v", g, err)
	}
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
