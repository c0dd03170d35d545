package serve

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"jieqi/cmd/internal/browsertest"
	"jieqi/engine/record"
	"jieqi/engine/rules"
)

var screenshots = flag.String("screenshots", "", "folder to write pictures of all pages to, at two widths, light and dark")

// Expressions for a game on the page: it is over; it is, or waits for a move.
const (
	over  = `document.querySelector(".verdict") !== null`
	ready = over + ` || document.querySelectorAll(".movable").length > 0`
)

// TestAGameByClicks plays against the lowest level, by clicks alone, to the verdict.
func TestAGameByClicks(t *testing.T) {
	tab, s := browsertest.Open(t), site(t, config(t))
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"),
		chromedp.SetValue("select[name=level]", "0"), chromedp.Click("#start"))
	moves := 0
	for ; moves < 400; moves++ {
		browsertest.Do(t, tab, browsertest.Until(ready))
		if browsertest.Eval[bool](t, tab, over) {
			break
		}
		browsertest.ClickOn(t, tab, fmt.Sprintf(`(l => l[%d %% l.length])(document.querySelectorAll(".movable"))`, 7*moves))
		browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".target").length > 0`))
		before := browsertest.Eval[int](t, tab, `document.querySelectorAll(".moves li").length`)
		browsertest.ClickOn(t, tab, fmt.Sprintf(`(l => l[%d %% l.length])(document.querySelectorAll(".target"))`, 3*moves))
		browsertest.Do(t, tab, browsertest.Until(fmt.Sprintf(`document.querySelectorAll(".moves li").length > %d`, before)))
	}
	verdict := browsertest.Eval[string](t, tab, `document.querySelector(".verdict").textContent`)
	browsertest.Do(t, tab, chromedp.Click(".part-buttons input[type=checkbox]"), browsertest.Until(`document.querySelector(".part-after").textContent.includes("fits the commitment")`))
	t.Logf("%d moves: %s", moves, verdict)
	if moves < 5 {
		t.Errorf("the game was over after %d moves: %s", moves, verdict)
	}
}

// TestAMoveByKeys plays a move by keyboard: arrows, Enter, arrows, Enter.
func TestAMoveByKeys(t *testing.T) {
	tab, s := browsertest.Open(t), site(t, config(t))
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"), chromedp.SetValue("select[name=level]", "0"), chromedp.Click("#start"),
		browsertest.Until(`document.querySelectorAll(".movable").length > 0`), chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-point="4"]').focus()`))
	for _, key := range []string{"ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"} { // e3e4, from the general on e0
		browsertest.Do(t, tab, chromedp.KeyEvent(keys[key]))
	}
	browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".moves li").length > 0`))
	if got := browsertest.Eval[string](t, tab, `document.querySelector(".moves li").textContent`); len(got) < 5 || !strings.Contains(got, "e3–e4") {
		t.Errorf("the first move is %q", got)
	}
}

// TestAMoveByDrag drags a piece to where it may go.
func TestAMoveByDrag(t *testing.T) {
	tab, s := browsertest.Open(t), site(t, config(t))
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"), chromedp.SetValue("select[name=level]", "0"), chromedp.Click("#start"),
		browsertest.Until(`document.querySelectorAll(".movable").length > 0`))
	at := func(point int) []float64 {
		return browsertest.Eval[[]float64](t, tab, fmt.Sprintf(browsertest.Center+`(document.querySelector('[data-point="%d"]'))`, point))
	}
	from, to := at(27), at(36) // a3 to a4
	browsertest.Do(t, tab, chromedp.DragAndDropXY(from[0], from[1], to[0], to[1], 5), browsertest.Until(`document.querySelectorAll(".moves li").length > 0`))
	if got := browsertest.Eval[string](t, tab, `document.querySelector(".moves li").textContent`); !strings.Contains(got, "a3–a4") {
		t.Errorf("the first move is %q", got)
	}
}

var keys = map[string]string{"ArrowUp": "\u0304", "ArrowRight": "\u0303", "Enter": "\r"}

// TestARecordedGame steps through a game by keys, in each view: at every ply the page shows the position of jieqi replay
// --each.
func TestARecordedGame(t *testing.T) {
	tab, cfg := browsertest.Open(t), config(t)
	s := site(t, cfg)
	readAll(t, cfg)
	game, err := cfg.Library.Game(0, 11)
	if err != nil {
		t.Fatal(err)
	}
	line := record.StartPos + "\t"
	for _, m := range game.Moves {
		line += m.Move + " "
	}
	for _, view := range []string{"public", "red", "black"} {
		browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/game?source=0&game=11&view="+view), chromedp.WaitVisible("#fen"), chromedp.Focus("#slider"))
		plies := 0
		for step := range record.Each(rules.Tiantian, line, 1) {
			var said struct{ FEN, Red_FEN, Black_FEN string }
			text, _ := json.Marshal(step)
			if err := json.Unmarshal(text, &said); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"public": said.FEN, "red": said.Red_FEN, "black": said.Black_FEN}[view]
			if got := browsertest.Eval[string](t, tab, `document.querySelector("#fen").textContent`); got != want {
				t.Fatalf("%s, ply %d: %s, want %s", view, step.Ply, got, want)
			}
			browsertest.Do(t, tab, chromedp.KeyEvent(keys["ArrowRight"]))
			plies++
		}
		if plies != len(game.Moves)+1 || plies < 10 {
			t.Errorf("%s: %d positions of %d moves", view, plies, len(game.Moves))
		}
	}
}

// TestAPosition evaluates, searches and prices in the browser.
func TestAPosition(t *testing.T) {
	tab, s := browsertest.Open(t), site(t, config(t))
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/position"), chromedp.WaitVisible("#search"), chromedp.Click("#search"),
		browsertest.Until(`document.querySelectorAll(".lines tr").length === 3`), browsertest.Until(`document.querySelector(".reveal") !== null`), chromedp.Click("#stop"), chromedp.WaitVisible("#search"))
	browsertest.ClickOn(t, tab, `document.querySelector('[data-point="36"]')`) // nothing stands there
	browsertest.ClickOn(t, tab, `document.querySelector('[data-point="27"]')`)
	browsertest.ClickOn(t, tab, `document.querySelector('[data-point="36"]')`)
	browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".reveal tr").length === 8 && document.querySelector(".reveal h2").textContent.includes("a3–a4")`),
		chromedp.Click(".reveal tr:nth-child(3) button"), browsertest.Until(`document.querySelector("input[name=fen]").value.includes(" b ")`))
	if n := browsertest.Eval[int](t, tab, `document.querySelectorAll(".mark").length`); n < 28 {
		t.Errorf("%d pieces have a worth", n)
	}
}

// TestPagesInTwoLanguages opens every page in both languages: none lacks words or throws.
func TestPagesInTwoLanguages(t *testing.T) {
	tab, cfg := browsertest.Open(t), config(t)
	s := site(t, cfg)
	readAll(t, cfg)
	for _, page := range []string{"/play", "/position", "/games", "/game?source=1&game=0&ply=5", "/run"} {
		browsertest.Do(t, tab, chromedp.Navigate(s.URL+page), browsertest.Until(`document.querySelectorAll("#app *").length > 10`))
		for range 2 {
			browsertest.Do(t, tab, chromedp.Click("#settings button:last-child"))
			if missing := browsertest.Eval[[]string](t, tab, `document.querySelector("body").innerText.match(/\b(play|pos|games?|run|reason|fact|term|kind|nav|set)\.[a-z_.]{3,}/g) || []`); len(missing) > 0 {
				t.Errorf("%s: no words for %q", page, missing)
			}
		}
	}
}

// TestScreenshots writes pictures of the pages for somebody to look at, if a folder is given.
func TestScreenshots(t *testing.T) {
	if *screenshots == "" {
		t.Skip("give -screenshots a folder")
	}
	tab, cfg := browsertest.Open(t), config(t)
	s := site(t, cfg)
	readAll(t, cfg)
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"))
	for _, width := range []int64{390, 1440} {
		for _, light := range []string{"light", "dark"} {
			language, pieces := "en", "letters"
			if (width == 390) == (light == "dark") {
				pieces = "characters"
			}
			if light == "dark" {
				language = "zh"
			}
			browsertest.Do(t, tab, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`localStorage.setItem("jieqi.language", %q); localStorage.setItem("jieqi.pieces", %q)`, language, pieces)))
			browsertest.Do(t, tab, chromedp.EmulateViewport(width, 900), scheme(light))
			shot := func(name string) {
				browsertest.Do(t, tab, chromedp.Sleep(200*time.Millisecond))
				picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if wide := browsertest.Eval[int64](t, tab, "document.documentElement.scrollWidth"); wide > width {
					t.Errorf("%s is %d pixels wide in a window of %d", name, wide, width)
				}
				if err := os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("%s-%d-%s.png", name, width, light)), picture, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"))
			shot("play-before")
			browsertest.Do(t, tab, chromedp.SetValue("select[name=level]", "0"), chromedp.Click("input[name=practice]"), chromedp.Click("#start"))
			for i := range 12 {
				browsertest.Do(t, tab, browsertest.Until(ready))
				if browsertest.Eval[bool](t, tab, over) {
					break
				}
				browsertest.ClickOn(t, tab, fmt.Sprintf(`(l => l[%d %% l.length])(document.querySelectorAll(".movable"))`, 5*i+3))
				browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".target").length > 0`))
				if i == 11 {
					break
				}
				browsertest.ClickOn(t, tab, `document.querySelector(".target")`)
				browsertest.Do(t, tab, browsertest.Until(fmt.Sprintf(`document.querySelectorAll(".moves li").length > %d`, 2*i)))
			}
			shot("play")
			browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/position"), chromedp.WaitVisible("#search"), chromedp.Click("#search"), browsertest.Until(`document.querySelector(".reveal") !== null`), chromedp.Sleep(time.Second), chromedp.Click("#stop"))
			shot("position")
			browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/games"), browsertest.Until(`document.querySelectorAll(".games tr").length > 5`))
			shot("games")
			browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/game?source=0&game=7&ply=25&view=red"), chromedp.WaitVisible("#fen"), chromedp.Click("#deal"))
			shot("game")
			browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/run"), browsertest.Until(`document.querySelectorAll(".status tr").length > 2`))
			shot("run")
		}
	}
}

// scheme has pages believe that their reader wants light or dark ones.
func scheme(name string) browsertest.Step {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: name}},
		})
		return err
	})
}

// readAll waits until all recorded games are read.
func readAll(t *testing.T, cfg Config) {
	t.Helper()
	for {
		sources, err := cfg.Library.Sources()
		if err != nil {
			t.Fatal(err)
		}
		reading := false
		for _, s := range sources {
			reading = reading || s.Reading
		}
		if !reading {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// TestWeight adds up what the play page loads: less than 300 KB, and nothing from elsewhere.
func TestWeight(t *testing.T) {
	tab, s := browsertest.Open(t), site(t, config(t))
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible(".board"))
	loads := browsertest.Eval[[]struct {
		Name string  `json:"name"`
		Size int     `json:"size"`
		End  float64 `json:"end"`
	}](t, tab, `[...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(e => ({name: e.name, size: e.transferSize, end: e.responseEnd}))`)
	bytes, end := 0, 0.0
	for _, l := range loads {
		if bytes += l.Size; !strings.HasPrefix(l.Name, s.URL) {
			t.Errorf("%s is loaded", l.Name)
		}
		end = max(end, l.End)
	}
	first := browsertest.Eval[float64](t, tab, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
	t.Logf("%d loads, %d bytes, the last after %.0f ms, first painted after %.0f ms", len(loads), bytes, end, first)
	if bytes > 300<<10 || len(loads) < 10 {
		t.Errorf("%d loads of %d bytes", len(loads), bytes)
	}
}
