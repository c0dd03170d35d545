package timeodds

import (
	"bytes"
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"jieqi/engine"
	"jieqi/engine/hce"
	"jieqi/engine/referee"
	"jieqi/engine/search"
	"jieqi/eval/match"
)

func contender(name string, w *hce.Weights) match.Contender {
	f := engine.Factory{Name: name, Hash: name + "-test", New: func() search.Evaluator { return hce.New(w) }}
	return match.Contender{Name: name, Hash: f.Hash, New: func(context.Context) (referee.Player, error) {
		return engine.New(f, engine.Options{HashMB: 1, Threads: 1, Search: search.Main}), nil
	}}
}

// TestStudy cuts a study short after its first pair, goes on, and goes on again with nothing to do.
func TestStudy(t *testing.T) {
	cfg := Config{
		A: contender("hce", &hce.Default), B: contender("material", &hce.MaterialOnly),
		Paces:  []Pace{{time.Millisecond, 4}, {2 * time.Millisecond, 2}},
		Phrase: "study", Workers: 1,
	}
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := Run(ctx, cfg, dir, func(string, match.Standing) { cancel() }); !errors.Is(err, context.Canceled) {
		t.Fatalf("cut short: error %v", err)
	}
	whole, err := Run(t.Context(), cfg, dir, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(whole.Rows) != 2 || whole.Rows[0].Games != 4 || whole.Rows[1].Games != 2 || whole.Rows[0].ADepth <= 0 {
		t.Errorf("rows %+v", whole.Rows)
	}
	again, err := Run(t.Context(), cfg, dir, nil)
	if err != nil || !reflect.DeepEqual(whole, again) {
		t.Errorf("again %+v, error %v", again, err)
	}
	if table := whole.Table(); !strings.Contains(table, "|   1 ms |     4 |") {
		t.Errorf("table %s", table)
	}
	text, err := os.ReadFile(filepath.Join(dir, "timeodds.json"))
	if err != nil {
		t.Fatal(err)
	}
	var written Report
	if err := json.Unmarshal(text, &written); err != nil || !reflect.DeepEqual(&written, whole) {
		t.Errorf("written %+v, error %v", written, err)
	}
	svg, err := os.ReadFile(filepath.Join(dir, "timeodds.svg"))
	if err != nil {
		t.Fatal(err)
	}
	for d := xml.NewDecoder(bytes.NewReader(svg)); ; {
		if _, err := d.Token(); err == io.EOF {
			break
		} else if err != nil {
			t.Fatalf("the chart is no XML: %v", err)
		}
	}
}
