package serve

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"jieqi/cmd/internal/browsertest"
	"jieqi/cmd/internal/round"
)

// tinyRun is one round of some seconds.
const tinyRun = `preset = "quick"
phrase = "followed"
salt = "followed"
rounds = 1
[selfplay]
games = 200
nodes = 40
[train]
samples = 20000
superbatch = 2560
batch = 512
[gate]
games = 20
nodes = 40
[yardstick]
games = 0
`

// watch notes what the page showed on the way.
const watch = `window.seen = {live: false, progress: false};
new MutationObserver(() => {
	seen.live ||= document.querySelector(".status").textContent.includes("at work");
	seen.progress ||= document.querySelectorAll(".status progress").length > 0;
}).observe(document.querySelector("#app"), {childList: true, subtree: true});`

// TestALiveRun follows a run in the browser, from its first stage to its report.
func TestALiveRun(t *testing.T) {
	tab, cfg := browsertest.Open(t), config(t)
	wanted, err := round.ParseConfig([]byte(tinyRun))
	if err != nil {
		t.Fatal(err)
	}
	cfg.Run = round.Folder(filepath.Join(t.TempDir(), "run"))
	settled, err := round.Settle(cfg.Run, &wanted, "", nil)
	if err != nil {
		t.Fatal(err)
	}
	cfg.LookEvery = 50 * time.Millisecond
	s := site(t, cfg)
	browsertest.Do(t, tab, chromedp.Navigate(s.URL+"/run"), browsertest.Until(`document.querySelectorAll(".status tr").length > 2`), chromedp.Evaluate[chromedp.Void](watch))
	quiet, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer quiet.Close()
	ended := make(chan error, 1)
	go func() { ended <- round.Run(t.Context(), cfg.Run, settled, 1, round.Options{Workers: 1, Log: quiet}) }()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	browsertest.Do(t, tab, browsertest.Until(`seen.live && seen.progress`), browsertest.Until(`/finished/.test(document.querySelector(".status").textContent)`), browsertest.Until(`document.querySelectorAll(".fact").length >= 4`),
		browsertest.Until(`document.querySelector("iframe")?.contentDocument?.body?.textContent.includes("followed")`),
		browsertest.Until(`document.querySelector("iframe").contentDocument.querySelector("td.reject") !== null`))
	if *screenshots != "" {
		picture, err := chromedp.Run(tab, chromedp.FullScreenshot(100))
		if err == nil {
			err = os.WriteFile(filepath.Join(*screenshots, "run-live.png"), picture, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
