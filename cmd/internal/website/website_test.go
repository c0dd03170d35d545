package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"jieqi/cmd/internal/spec"
	"jieqi/engine/bench"
	"jieqi/engine/board"
	"jieqi/engine/notation"
	"jieqi/engine/uci"
)

// built returns the program as WebAssembly.
func built(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("builds for the browser")
	}
	wasm := filepath.Join(t.TempDir(), "jieqi.wasm")
	cmd := exec.Command("go", "build", "-ldflags=-s -w", "-o", wasm, "jieqi/cmd/web")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return wasm
}

// inNode lets the program in the role of the engine answer commands; the test is skipped where there is no node.
func inNode(t *testing.T, commands string) string {
	t.Helper()
	node, err := exec.LookPath("node")
	if err != nil {
		t.Skip("no node was found: the program is not run as WebAssembly")
	}
	support, err := supportFile()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(node, "testdata/engine.cjs", built(t), support)
	cmd.Stdin = strings.NewReader(commands)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	return string(out)
}

// TestTheSameMovesAsUCI asks the program in WebAssembly and here for moves in the positions of the bench and two of the opening.
func TestTheSameMovesAsUCI(t *testing.T) {
	var commands strings.Builder
	positions, err := bench.Positions()
	if err != nil {
		t.Fatal(err)
	}
	moved := board.StartPosition()
	moved.Make(moved.LegalMoves(nil)[0], board.Chariot, new(board.Undo))
	positions = append(positions, board.StartPosition(), moved)
	for _, p := range positions {
		fmt.Fprintf(&commands, "ucinewgame\nposition fen %s\ngo nodes 3000\n", notation.FormatFEN(p))
	}
	there := inNode(t, commands.String())
	var here bytes.Buffer
	s := uci.Server{In: io.MultiReader(strings.NewReader(commands.String())), Out: &here, Load: spec.Load, Default: spec.Shipped}
	if err := s.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	moves := regexp.MustCompile(`(?m)^bestmove .*$`)
	got, want := moves.FindAllString(there, -1), moves.FindAllString(here.String(), -1)
	if len(want) != len(positions) || len(got) != len(want) {
		t.Fatalf("%d moves there, %d here, of %d positions", len(got), len(want), len(positions))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s: %s there, %s here", notation.FormatFEN(positions[i]), got[i], want[i])
		}
	}
}

// TestStopIsHeard stops a search that has no end.
func TestStopIsHeard(t *testing.T) {
	out := inNode(t, "position startpos\ngo infinite\nstop after 700\n")
	if !strings.Contains(out, "bestmove ") || !strings.Contains(out, "stopped within ") {
		t.Errorf("it says %q", out)
	}
	t.Log(out)
}

// TestWrite writes the site and looks for what its pages ask for.
func TestWrite(t *testing.T) {
	out, wasm := filepath.Join(t.TempDir(), "web"), filepath.Join(t.TempDir(), "wasm")
	if err := os.WriteFile(wasm, []byte("program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for range 2 { // over what is there
		if err := write(wasm, out); err != nil {
			t.Fatal(err)
		}
	}
	asked := regexp.MustCompile(`(?:href|src)="([^"]+)"|from "\./([^"]+)"|URL\("([^"]+)"|importScripts\("([^"]+)"`)
	files, err := filepath.Glob(filepath.Join(out, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	pages, err := filepath.Glob(filepath.Join(out, "*.html"))
	if err != nil || len(pages) != 3 {
		t.Fatalf("pages %v, error %v", pages, err)
	}
	for _, file := range append(files, pages...) {
		if !strings.HasSuffix(file, ".html") && !strings.HasSuffix(file, ".js") || strings.HasSuffix(file, "wasm_exec.js") {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range asked.FindAllStringSubmatch(string(text), -1) {
			name := m[1] + m[2] + m[3] + m[4]
			if _, err := os.Stat(filepath.Join(filepath.Dir(file), name)); err != nil {
				t.Errorf("%s asks for %s, which is not there", file, name)
			}
		}
	}
	if err := write(filepath.Join(t.TempDir(), "missing"), out); err == nil {
		t.Error("written without a program")
	}
}
