package main

import (
	"bytes"
	"embed"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"jieqi/cmd/internal/serve"
)

// own are the modules that only static pages have, or have otherwise.
//
//go:embed static
var own embed.FS

func main() {
	wasm := flag.String("wasm", "", "file of cmd/web, built with GOOS=js GOARCH=wasm")
	out := flag.String("out", "bin/web", "folder to write")
	flag.Parse()
	if err := write(*wasm, *out); err != nil {
		fmt.Fprintln(os.Stderr, "website:", err)
		os.Exit(1)
	}
}

// menu is the pages there are.
var menu = []string{"play", "position"}

// write fills the folder.
func write(wasm, out string) error {
	assets := filepath.Join(out, "assets")
	if err := os.MkdirAll(assets, 0o755); err != nil {
		return err
	}
	for _, from := range []struct {
		files fs.FS
		dir   string
	}{{serve.Assets, "assets"}, {own, "static"}} {
		if err := copyFiles(from.files, from.dir, assets); err != nil {
			return err
		}
	}
	if err := copyFile(wasm, filepath.Join(assets, "jieqi.wasm")); err != nil {
		return err
	}
	support, err := supportFile()
	if err != nil {
		return err
	}
	if err := copyFile(support, filepath.Join(assets, "wasm_exec.js")); err != nil {
		return err
	}
	return pages(out)
}

// copyFiles copies what the pages of this site load.
func copyFiles(files fs.FS, dir, out string) error {
	entries, err := fs.ReadDir(files, dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".html") || strings.Contains(e.Name(), "game") || strings.Contains(e.Name(), "run") || strings.Contains(e.Name(), "http") {
			continue // of pages that need a server
		}
		text, err := fs.ReadFile(files, dir+"/"+e.Name())
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(out, e.Name()), text, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(from, to string) error {
	text, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, text, 0o644)
}

// supportFile is what Go programs need in a browser, of the very Go that built this.
func supportFile() (string, error) {
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", fmt.Errorf("go env GOROOT: %w", err)
	}
	return filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"), nil
}

// pages writes the pages, whose links are to files.
func pages(out string) error {
	for _, name := range menu {
		page := serve.NewPage(name, menu, "assets/")
		page.Modules = nil // a browser finds them
		text, err := page.Render()
		if err != nil {
			return err
		}
		for _, other := range menu {
			text = bytes.ReplaceAll(text, []byte(`href="`+other+`"`), []byte(`href="`+other+`.html"`))
		}
		if err := os.WriteFile(filepath.Join(out, name+".html"), text, 0o644); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(out, "index.html"), []byte(`<!doctype html><meta charset="utf-8"><title>jieqi</title><meta http-equiv="refresh" content="0; url=play.html"><a href="play.html">jieqi</a>`+"\n"), 0o644)
}
