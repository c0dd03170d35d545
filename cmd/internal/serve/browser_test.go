package serve

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"jieqi/engine/record"
	"jieqi/engine/rules"
)

var screenshots = flag.String("screenshots", "", "folder to write pictures of all pages to, at two widths, light and dark")

// browser returns a tab of a headless Chromium whose pages may not write to its console; the test is skipped where there
// is none.
func browser(t *testing.T) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("drives a browser")
	}
	path := ""
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "chrome"} {
		if p, err := exec.LookPath(name); err == nil {
			path = p
			break
		}
	}
	if path == "" {
		t.Skip("no Chromium was found: the pages are not tested in a browser")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.Flag("disable-dev-shm-usage", true))
	if os.Geteuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, stop := chromedp.NewExecAllocator(t.Context(), options...)
	t.Cleanup(stop)
	tab, close := chromedp.NewContext(allocator)
	t.Cleanup(close)
	if err := chromedp.Do(tab); err != nil { // starts it, for as long as the test takes
		t.Fatal(err)
	}
	messages := chromedp.Console(tab)
	go func() {
		for m, err := range messages {
			if err != nil {
				return
			}
			if m.IsException() || m.Type == "error" {
				t.Errorf("a page wrote to its console: %s (%s)", m, m.URL)
			}
		}
	}()
	do(t, tab, chromedp.EmulateViewport(1440, 1000))
	return tab
}

type step = chromedp.Action[chromedp.Void]

// do runs actions; a minute is more than any of them takes.
func do(t *testing.T, tab context.Context, actions ...step) {
	t.Helper()
	for i, a := range actions {
		ctx, stop := context.WithTimeout(tab, time.Minute)
		err := chromedp.Do(ctx, a)
		stop()
		if err != nil {
			said, _ := chromedp.Run(tab, chromedp.Evaluate[string](`document.body.innerText.slice(0, 600)`))
			t.Fatalf("action %d: %v; the page says\n%s", i, err, said)
		}
	}
}

// eval returns the value of an expression of the page.
func eval[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	v, err := chromedp.Run(tab, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// until waits for an expression of the page to become true.
func until(expression string) step {
	return chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(50*time.Second))
}

// center is an expression for where an element is.
const center = `(e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })`

// clickOn clicks where an element of the page is, given by an expression.
func clickOn(t *testing.T, tab context.Context, element string) {
	t.Helper()
	at := eval[[]float64](t, tab, center+"("+element+")")
	do(t, tab, chromedp.MouseClickXY(at[0], at[1]))
}

// Expressions for a game on the page: it is over; it is, or waits for a move.
const (
	over  = `document.querySelector(".verdict") !== null`
	ready = over + ` || document.querySelectorAll(".movable").length > 0`
)

// TestAGameByClicks plays against the lowest level, by clicks alone, to the verdict.
func TestAGameByClicks(t *testing.T) {
	tab, s := browser(t), site(t, config(t))
	do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"),
		chromedp.SetValue("select[name=level]", "0"), chromedp.Click("#start"))
	moves := 0
	for ; moves < 400; moves++ {
		do(t, tab, until(ready))
		if eval[bool](t, tab, over) {
			break
		}
		clickOn(t, tab, fmt.Sprintf(`(l => l[%d %% l.length])(document.querySelectorAll(".movable"))`, 7*moves))
		do(t, tab, until(`document.querySelectorAll(".target").length > 0`))
		before := eval[int](t, tab, `document.querySelectorAll(".moves li").length`)
		clickOn(t, tab, fmt.Sprintf(`(l => l[%d %% l.length])(document.querySelectorAll(".target"))`, 3*moves))
		do(t, tab, until(fmt.Sprintf(`document.querySelectorAll(".moves li").length > %d`, before)))
	}
	verdict := eval[string](t, tab, `document.querySelector(".verdict").textContent`)
	do(t, tab, chromedp.Click(".part-buttons input[type=checkbox]"), until(`document.querySelector(".part-after").textContent.includes("fits the commitment")`))
	t.Logf("%d moves: %s", moves, verdict)
	if moves < 5 {
		t.Errorf("the game was over after %d moves: %s", moves, verdict)
	}
}

// TestAMoveByKeys plays a move by keyboard: arrows, Enter, arrows, Enter.
func TestAMoveByKeys(t *testing.T) {
	tab, s := browser(t), site(t, config(t))
	do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"), chromedp.SetValue("select[name=level]", "0"), chromedp.Click("#start"),
		until(`document.querySelectorAll(".movable").length > 0`), chromedp.Evaluate[chromedp.Void](`document.querySelector('[data-point="4"]').focus()`))
	for _, key := range []string{"ArrowUp", "ArrowUp", "ArrowUp", "Enter", "ArrowUp", "Enter"} { // e3e4, from the general on e0
		do(t, tab, chromedp.KeyEvent(keys[key]))
	}
	do(t, tab, until(`document.querySelectorAll(".moves li").length > 0`))
	if got := eval[string](t, tab, `document.querySelector(".moves li").textContent`); len(got) < 5 || !strings.Contains(got, "e3–e4") {
		t.Errorf("the first move is %q", got)
	}
}

// TestAMoveByDrag drags a piece to where it may go.
func TestAMoveByDrag(t *testing.T) {
	tab, s := browser(t), site(t, config(t))
	do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"), chromedp.SetValue("select[name=level]", "0"), chromedp.Click("#start"),
		until(`document.querySelectorAll(".movable").length > 0`))
	at := func(point int) []float64 {
		return eval[[]float64](t, tab, fmt.Sprintf(center+`(document.querySelector('[data-point="%d"]'))`, point))
	}
	from, to := at(27), at(36) // a3 to a4
	do(t, tab, chromedp.DragAndDropXY(from[0], from[1], to[0], to[1], 5), until(`document.querySelectorAll(".moves li").length > 0`))
	if got := eval[string](t, tab, `document.querySelector(".moves li").textContent`); !strings.Contains(got, "a3–a4") {
		t.Errorf("the first move is %q", got)
	}
}

var keys = map[string]string{"ArrowUp": "\u0304", "ArrowRight": "\u0303", "Enter": "\r"}

// TestARecordedGame steps through a game by keys, in each view: at every ply the page shows the position of jieqi replay
// --each.
func TestARecordedGame(t *testing.T) {
	tab, cfg := browser(t), config(t)
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
		do(t, tab, chromedp.Navigate(s.URL+"/game?source=0&game=11&view="+view), chromedp.WaitVisible("#fen"), chromedp.Focus("#slider"))
		plies := 0
		for step := range record.Each(rules.Tiantian, line, 1) {
			var said struct{ FEN, Red_FEN, Black_FEN string }
			text, _ := json.Marshal(step)
			if err := json.Unmarshal(text, &said); err != nil {
				t.Fatal(err)
			}
			want := map[string]string{"public": said.FEN, "red": said.Red_FEN, "black": said.Black_FEN}[view]
			if got := eval[string](t, tab, `document.querySelector("#fen").textContent`); got != want {
				t.Fatalf("%s, ply %d: %s, want %s", view, step.Ply, got, want)
			}
			do(t, tab, chromedp.KeyEvent(keys["ArrowRight"]))
			plies++
		}
		if plies != len(game.Moves)+1 || plies < 10 {
			t.Errorf("%s: %d positions of %d moves", view, plies, len(game.Moves))
		}
	}
}

// TestAPosition evaluates, searches and prices in the browser.
func TestAPosition(t *testing.T) {
	tab, s := browser(t), site(t, config(t))
	do(t, tab, chromedp.Navigate(s.URL+"/position"), chromedp.WaitVisible("#search"), chromedp.Click("#search"),
		until(`document.querySelectorAll(".lines tr").length === 3`), until(`document.querySelector(".reveal") !== null`), chromedp.Click("#stop"), chromedp.WaitVisible("#search"))
	clickOn(t, tab, `document.querySelector('[data-point="36"]')`) // nothing stands there
	clickOn(t, tab, `document.querySelector('[data-point="27"]')`)
	clickOn(t, tab, `document.querySelector('[data-point="36"]')`)
	do(t, tab, until(`document.querySelectorAll(".reveal tr").length === 8 && document.querySelector(".reveal h2").textContent.includes("a3–a4")`),
		chromedp.Click(".reveal tr:nth-child(3) button"), until(`document.querySelector("input[name=fen]").value.includes(" b ")`))
	if n := eval[int](t, tab, `document.querySelectorAll(".mark").length`); n < 28 {
		t.Errorf("%d pieces have a worth", n)
	}
}

// TestPagesInTwoLanguages opens every page in both languages: none lacks words or throws.
func TestPagesInTwoLanguages(t *testing.T) {
	tab, cfg := browser(t), config(t)
	s := site(t, cfg)
	readAll(t, cfg)
	for _, page := range []string{"/play", "/position", "/games", "/game?source=1&game=0&ply=5", "/run"} {
		do(t, tab, chromedp.Navigate(s.URL+page), until(`document.querySelectorAll("#app *").length > 10`))
		for range 2 {
			do(t, tab, chromedp.Click("#settings button:last-child"))
			if missing := eval[[]string](t, tab, `document.querySelector("body").innerText.match(/\b(play|pos|games?|run|reason|fact|term|kind|nav|set)\.[a-z_.]{3,}/g) || []`); len(missing) > 0 {
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
	tab, cfg := browser(t), config(t)
	s := site(t, cfg)
	readAll(t, cfg)
	do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"))
	for _, width := range []int64{390, 1440} {
		for _, light := range []string{"light", "dark"} {
			language, pieces := "en", "letters"
			if (width == 390) == (light == "dark") {
				pieces = "characters"
			}
			if light == "dark" {
				language = "zh"
			}
			do(t, tab, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`localStorage.setItem("jieqi.language", %q); localStorage.setItem("jieqi.pieces", %q)`, language, pieces)))
			do(t, tab, chromedp.EmulateViewport(width, 900), scheme(light))
			shot := func(name string) {
				do(t, tab, chromedp.Sleep(200*time.Millisecond))
				picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
				if err != nil {
					t.Fatal(err)
				}
				if wide := eval[int64](t, tab, "document.documentElement.scrollWidth"); wide > width {
					t.Errorf("%s is %d pixels wide in a window of %d", name, wide, width)
				}
				if err := os.WriteFile(filepath.Join(*screenshots, fmt.Sprintf("%s-%d-%s.png", name, width, light)), picture, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible("#start"))
			shot("play-before")
			do(t, tab, chromedp.SetValue("select[name=level]", "0"), chromedp.Click("input[name=practice]"), chromedp.Click("#start"))
			for i := range 12 {
				do(t, tab, until(ready))
				if eval[bool](t, tab, over) {
					break
				}
				clickOn(t, tab, fmt.Sprintf(`(l => l[%d %% l.length])(document.querySelectorAll(".movable"))`, 5*i+3))
				do(t, tab, until(`document.querySelectorAll(".target").length > 0`))
				if i == 11 {
					break
				}
				clickOn(t, tab, `document.querySelector(".target")`)
				do(t, tab, until(fmt.Sprintf(`document.querySelectorAll(".moves li").length > %d`, 2*i)))
			}
			shot("play")
			do(t, tab, chromedp.Navigate(s.URL+"/position"), chromedp.WaitVisible("#search"), chromedp.Click("#search"), until(`document.querySelector(".reveal") !== null`), chromedp.Sleep(time.Second), chromedp.Click("#stop"))
			shot("position")
			do(t, tab, chromedp.Navigate(s.URL+"/games"), until(`document.querySelectorAll(".games tr").length > 5`))
			shot("games")
			do(t, tab, chromedp.Navigate(s.URL+"/game?source=0&game=7&ply=25&view=red"), chromedp.WaitVisible("#fen"), chromedp.Click("#deal"))
			shot("game")
			do(t, tab, chromedp.Navigate(s.URL+"/run"), until(`document.querySelectorAll(".status tr").length > 2`))
			shot("run")
		}
	}
}

// scheme has pages believe that their reader wants light or dark ones.
func scheme(name string) step {
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
	tab, s := browser(t), site(t, config(t))
	do(t, tab, chromedp.Navigate(s.URL+"/play"), chromedp.WaitVisible(".board"))
	loads := eval[[]struct {
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
	first := eval[float64](t, tab, `performance.getEntriesByName("first-contentful-paint")[0].startTime`)
	t.Logf("%d loads, %d bytes, the last after %.0f ms, first painted after %.0f ms", len(loads), bytes, end, first)
	if bytes > 300<<10 || len(loads) < 10 {
		t.Errorf("%d loads of %d bytes", len(loads), bytes)
	}
}
