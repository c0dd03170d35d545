package settings

import "testing"

type config struct {
	Games  int `toml:"games"`
	Hidden int `toml:"-"`
	Other  int
	Rate   struct {
		Peak  float64 `toml:"peak"`
		Shape string  `toml:"shape,omitempty"`
	} `toml:"rate"`
	A int               `toml:"a"`
	M map[string]string `json:"m"`
	B int               `toml:"b"`
	C int               `toml:"c"`
}

func TestDifferences(t *testing.T) {
	was := config{Games: 3, Hidden: 1, Other: 2}
	now := was
	now.Hidden, now.Other = 5, 6
	if got := Differences(was, &now); got != "" {
		t.Errorf("%q of what decides nothing", got)
	}
	now.Games, now.Rate.Shape = 4, "linear"
	if got, want := Differences(&was, now), "games was 3, now 4; rate.shape was , now linear"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	now = was
	if now.M = map[string]string{"x": "1"}; Differences(was, now) != "m was map[], now map[x:1]" {
		t.Errorf("%q of a map", Differences(was, now))
	}
	now = was
	now.Games, now.Rate.Shape, now.A, now.B, now.C = 4, "linear", 1, 1, 1
	if got, want := Differences(was, now), "a was 0, now 1; b was 0, now 1; c was 0, now 1; games was 3, now 4; 1 more"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
