package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/chromedp"

	"jieqi/cmd/internal/browsertest"
)

var screenshots = flag.String("screenshots", "", "folder to write pictures of the pages to")

// site serves the written pages as any host would.
func site(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "web")
	if err := write(built(t), out); err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(out)))
	t.Cleanup(s.Close)
	return s.URL
}

// TestAGameWithoutAServer begins a game against the lowest level, plays some moves by clicks and resigns: the deal is shown then,
// and fits what was promised.
func TestAGameWithoutAServer(t *testing.T) {
	tab, url := browsertest.Open(t), site(t)
	browsertest.Do(t, tab, chromedp.Navigate(url+"/play.html"), chromedp.WaitVisible("#start"),
		chromedp.SetValue("select[name=level]", "0"), chromedp.SetValue("select[name=colour]", "red"), chromedp.Click("#start"))
	for move := range 3 {
		browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".movable").length > 0`))
		browsertest.ClickOn(t, tab, fmt.Sprintf(`document.querySelectorAll(".movable")[%d]`, move))
		browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".target").length > 0`))
		before := browsertest.Eval[int](t, tab, `document.querySelectorAll(".moves li").length`)
		browsertest.ClickOn(t, tab, `document.querySelector(".target")`)
		browsertest.Do(t, tab, browsertest.Until(fmt.Sprintf(`document.querySelectorAll(".moves li").length > %d`, before)))
	}
	browsertest.Do(t, tab, browsertest.Until(`document.querySelectorAll(".movable").length > 0`))
	picture(t, tab, "static-play.png")
	browsertest.Eval[bool](t, tab, `(window.confirm = () => true) !== null`)
	browsertest.Do(t, tab, chromedp.Click("#resign"), browsertest.Until(`document.querySelector(".verdict") !== null`),
		chromedp.Click(".part-buttons input[type=checkbox]"),
		browsertest.Until(`document.querySelector(".part-after").textContent.includes("fits the commitment")`))
}

// TestAPositionWithoutAServer searches a position until it is stopped.
func TestAPositionWithoutAServer(t *testing.T) {
	tab, url := browsertest.Open(t), site(t)
	browsertest.Do(t, tab, chromedp.Navigate(url+"/position.html"), chromedp.WaitVisible("#search"), chromedp.Click("#search"),
		browsertest.Until(`document.querySelectorAll(".lines tr").length === 3`), browsertest.Until(`document.querySelector(".reveal") !== null`),
		chromedp.Click("#stop"), chromedp.WaitVisible("#search"))
	picture(t, tab, "static-position.png")
}

func picture(t *testing.T, tab context.Context, name string) {
	t.Helper()
	if *screenshots == "" {
		return
	}
	shot, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(*screenshots, name), shot, 0o644); err != nil {
		t.Fatal(err)
	}
}
