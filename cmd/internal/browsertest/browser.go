//go:build !js

package browsertest

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

// Open returns a tab of a headless Chromium whose pages may not write to its console; the test is skipped where there
// is none.
func Open(t *testing.T) context.Context {
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
	Do(t, tab, chromedp.EmulateViewport(1440, 1000))
	return tab
}

// Step is something to do in a browser.
type Step = chromedp.Action[chromedp.Void]

// Do runs actions; a minute is more than any of them takes.
func Do(t *testing.T, tab context.Context, actions ...Step) {
	t.Helper()
	for i, a := range actions {
		ctx, stop := context.WithTimeout(tab, time.Minute)
		err := chromedp.Do(ctx, a)
		stop()
		if err != nil {
			ctx, stop := context.WithTimeout(tab, time.Minute)
			said, _ := chromedp.Run(ctx, chromedp.Evaluate[string](`document.body.innerText.slice(0, 600)`))
			stop()
			t.Fatalf("action %d: %v; the page says\n%s", i, err, said)
		}
	}
}

// Eval returns the value of an expression of the page.
func Eval[T any](t *testing.T, tab context.Context, expression string) T {
	t.Helper()
	ctx, stop := context.WithTimeout(tab, time.Minute) // a dialog would block it for ever
	defer stop()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		t.Fatalf("%s: %v", expression, err)
	}
	return v
}

// Until waits for an expression of the page to become true.
func Until(expression string) Step {
	return chromedp.Poll[chromedp.Void](expression, chromedp.WithPollingInterval(20*time.Millisecond), chromedp.WithPollingTimeout(50*time.Second))
}

// Center is an expression for where an element is.
const Center = `(e => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; })`

// ClickOn clicks where an element of the page is, given by an expression.
func ClickOn(t *testing.T, tab context.Context, element string) {
	t.Helper()
	at := Eval[[]float64](t, tab, Center+"("+element+")")
	Do(t, tab, chromedp.MouseClickXY(at[0], at[1]))
}
