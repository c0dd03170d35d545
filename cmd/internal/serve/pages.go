package serve

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"html/template"
	"io/fs"
	"net/http"
	"path"
	"strings"
)

// Assets is the pages' modules, styles and template: all that a page loads.
//
//go:embed assets
var Assets embed.FS

// Page is a page of the site; its module is page-NAME.js.
type Page struct {
	Name    string   // in its address and of its module
	Title   string   // in English; the module translates it
	Links   []string // names of the pages in the menu
	Modules []string // what its module leads to, so that the browser fetches them at once
	Root    string   // where the assets are
}

// The modules that a page leads to.
var (
	shared    = []string{"shell.js", "board.js", "fen.js", "dom.js", "words.js", "words-en.js", "words-zh.js", "seam.js"}
	pageNames = []string{"play", "position", "games", "game", "run"}
	titles    = map[string]string{"play": "Play", "position": "Position", "games": "Games", "game": "Game", "run": "Run"}
	modules   = map[string][]string{
		"play": {"play.js", "backend-http.js"}, "position": {"position.js", "backend-http.js"}, "games": {"games.js", "backend-http.js"},
		"game": {"game.js", "chart.js", "backend-http.js"}, "run": {"run.js", "backend-http.js"},
	}
	menu = []string{"play", "position", "games", "run"}
)

// NewPage returns the page of a name.
func NewPage(name string, menu []string, root string) Page {
	return Page{Name: name, Title: titles[name], Links: menu, Modules: append(append([]string{"page-" + name + ".js"}, modules[name]...), shared...), Root: root}
}

var layout = template.Must(template.ParseFS(Assets, "assets/page.html"))

// Render returns the page's HTML.
func (p Page) Render() ([]byte, error) {
	var b bytes.Buffer
	err := layout.Execute(&b, p)
	return b.Bytes(), err
}

// pages serves pages and assets.
func (s *server) pages(mux *http.ServeMux) {
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/play", http.StatusSeeOther) })
	for _, name := range pageNames {
		page, err := NewPage(name, menu, "/assets/").Render()
		if err != nil {
			panic(err) // the template is ours
		}
		mux.HandleFunc("GET /"+name, file(page, "text/html; charset=utf-8"))
	}
	err := fs.WalkDir(Assets, "assets", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(name, ".html") {
			return err
		}
		text, err := Assets.ReadFile(name)
		mux.HandleFunc("GET /"+name, file(text, types[path.Ext(name)]))
		return err
	})
	if err != nil {
		panic(err) // embedded files can be read
	}
}

var types = map[string]string{".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8", ".svg": "image/svg+xml"}

// file serves bytes that a browser may keep as long as they are the same.
func file(text []byte, kind string) http.HandlerFunc {
	sum := sha256.Sum256(text)
	tag := `"` + hex.EncodeToString(sum[:8]) + `"`
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("ETag", tag)
		w.Header().Set("Cache-Control", "no-cache")
		if r.Header.Get("If-None-Match") == tag {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		w.Header().Set("Content-Type", kind)
		w.Write(text)
	}
}
