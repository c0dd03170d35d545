package main

import (
	"bufio"
	"context"
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
