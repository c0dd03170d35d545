package main

import (
	"strings"
	"testing"
)

// printed is what the sources print, shortened.
var printed = map[string]string{
	"nnue": "goos: linux\ncpu: A Processor\nBenchmarkKernels/avx512/output-2  \t 100\t 60.0 ns/op\n" +
		"BenchmarkKernels/avx512/update-1on-2off-both-2 \t 100\t 40.0 ns/op\nBenchmarkKernels/scalar/output-2 \t 5\t 1e+03 ns/op\n" +
		"BenchmarkKernels/scalar/update-1on-2off-both-2 \t 100\t 200 ns/op\nPASS\n",
	"step":    "BenchmarkStep/avx512/1 \t 2\t 50000000 ns/op\t 400000 positions/s\n",
	"loading": "kernel avx512\nthreads 1\nbatch 16384\nserial_percent 0.30\npositions_per_s 300000\nloader_wait_percent 0.0\n",
	"hce":     "position 1\nnodes 2062904\nnps 1000000\n",
	"peer":    "===\nTotal time (ms) : 12\nNodes searched  : 9\nNodes/second    : 500000\n",
}

func TestTable(t *testing.T) {
	m := newMeasurements()
	for source, text := range printed {
		if m.read(source, text) == 0 {
			t.Errorf("%s: no figure read", source)
		}
	}
	m.read("hce", "nps 900000\n") // a worse round changes nothing
	m.read("nnue", "BenchmarkKernels/avx512/output-2 \t 100\t 70.0 ns/op\n")
	got := strings.Join(strings.Fields(table(m)), " ")
	for _, want := range []string{
		"evaluation by a network, avx512 100 ns wanted 110 ns 1.10 1 ",
		"100 ns scalar 1.2 k ns 12.00 – ",
		"training with loading, one core 300.0 k positions/s without 400.0 k positions/s 0.75 0.75 ",
		"400.0 k positions/s avx2 not measured – – ",
		"jieqi bench, hce 1.00 M nodes/s the other engine 500.0 k nodes/s 2.00 1 ",
		"jieqi bench with a network not measured the other engine 500.0 k nodes/s – 1.3 ",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, table(m))
		}
	}
	if m.words["nnue cpu"] != "A Processor" {
		t.Errorf("words %v", m.words)
	}
}

func TestNoFigure(t *testing.T) {
	m := newMeasurements()
	if n := m.read("hce", "PASS\nok jieqi/engine 0.1s\n"); n != 0 || len(m.figures) != 0 {
		t.Errorf("%d figures: %v", n, m.figures)
	}
	s := source{name: "none", command: []string{"go", "version"}}
	if err := s.measure(m); err == nil || !strings.Contains(err.Error(), "no figure") {
		t.Errorf("a command without figures: %v", err)
	}
}
