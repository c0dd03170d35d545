package report

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"jieqi/cmd/internal/browsertest"
)

// TestGamesAreSteppedThrough opens a page from a file and steps to the end of its game, by the button and by a key, and looks
// from the other side.
func TestGamesAreSteppedThrough(t *testing.T) {
	file := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(file, []byte(written(t, full(t))), 0o644); err != nil {
		t.Fatal(err)
	}
	tab := browsertest.Open(t)
	browsertest.Do(t, tab, chromedp.Navigate("file://"+file), browsertest.Until(`document.querySelector(".board") !== null`), chromedp.Click(`button[aria-label="on"]`),
		browsertest.Until(`document.querySelector("#games p").textContent.startsWith("1. a3a4N")`),
		chromedp.Focus("#games"), chromedp.KeyEvent("\u0303"),
		browsertest.Until(`document.querySelector("#games p").textContent === "2. a6a5p, expected score 0.50; red wins"`),
		chromedp.Click(`.picker button:nth-of-type(3)`), browsertest.Until(`document.querySelector('.picker button:nth-of-type(3)').getAttribute("aria-pressed") === "true"`))
	if wide := browsertest.Eval[bool](t, tab, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than its window")
	}
	browsertest.Do(t, tab, chromedp.EmulateViewport(390, 800))
	if wide := browsertest.Eval[bool](t, tab, `document.documentElement.scrollWidth > innerWidth`); wide {
		t.Error("the page is wider than a phone")
	}
}
