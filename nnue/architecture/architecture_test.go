package architecture

import (
	"encoding/hex"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHashIsThatOfVersion1 pins what every network file made so far says about its architecture.
func TestHashIsThatOfVersion1(t *testing.T) {
	const text = "inputs jieqi-piece-point-pool 1470; 256 x2 shared, own first; clipped relu 127; 16; 32; 1"
	if Description != text {
		t.Errorf("description %q, want %q", Description, text)
	}
	const hash = "4608f9a1b50e30e5f8146aff5c29836ec934f6289fe5432e1131df09d105ca16"
	if got := hex.EncodeToString(Hash[:]); got != hash {
		t.Errorf("hash %s, want %s", got, hash)
	}
}

func TestLayersFollowOneAnother(t *testing.T) {
	inputs := Inputs
	for _, l := range Layers {
		if l.Inputs != inputs {
			t.Errorf("%s has %d inputs, want the %d outputs before it", l.Name, l.Inputs, inputs)
		}
		inputs = l.Outputs
		if l.Twice {
			inputs *= 2
		}
		if last := l.Outputs == 1; last != (l.Then == Linear) {
			t.Errorf("%s: the output alone is linear", l.Name)
		}
	}
	if inputs != 1 {
		t.Errorf("%d outputs, want 1", inputs)
	}
}

func TestTensors(t *testing.T) {
	want := [NumTensors]Tensor{
		{"l0.weight", []int{1470, 256}, Int16},
		{"l0.bias", []int{256}, Int16},
		{"l1.weight", []int{512, 16}, Int8},
		{"l1.bias", []int{16}, Int32},
		{"l2.weight", []int{16, 32}, Int8},
		{"l2.bias", []int{32}, Int32},
		{"l3.weight", []int{32}, Int16},
		{"l3.bias", []int{1}, Int32},
	}
	if diff := cmp.Diff(want, Tensors); diff != "" {
		t.Error(diff)
	}
	sum := 0
	for _, tensor := range Tensors {
		sum += tensor.Len()
	}
	if sum != NumParams {
		t.Errorf("tensors hold %d numbers, NumParams is %d", sum, NumParams)
	}
}

func TestIntegers(t *testing.T) {
	for integer, want := range map[Integer][2]int{Int8: {1, 127}, Int16: {2, 32_767}, Int32: {4, 2_147_483_647}} {
		if integer.Bytes() != want[0] || integer.Max() != want[1] {
			t.Errorf("%d bytes up to %d, want %v", integer.Bytes(), integer.Max(), want)
		}
	}
}

// TestDocumentHasTheLayers compares the table of the format's document with the list.
func TestDocumentHasTheLayers(t *testing.T) {
	document, err := os.ReadFile("../../docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	if want := table(); !strings.Contains(string(document), "\n\n"+want+"\n") {
		t.Errorf("docs/formats.md does not hold this table of layers:\n%s", want)
	}
}

// table returns Layers in Markdown.
func table() string {
	var b strings.Builder
	b.WriteString("| layer | inputs | outputs | weights | bias | scale | then |\n|---|---|---|---|---|---|---|\n")
	for _, l := range Layers {
		outputs, scale, then := fmt.Sprint(l.Outputs), fmt.Sprint(l.Scale.Min), "clipped to 0..1"
		if l.Twice {
			outputs += " for each side"
		}
		if l.Scale.Name != "" {
			scale = fmt.Sprintf("`%s`, %d to %d", l.Scale.Name, l.Scale.Min, l.Scale.Max)
		}
		if l.Then == Linear {
			then = "the logit of the expected score"
		}
		fmt.Fprintf(&b, "| `%s` | %d | %s | int%d | int%d | %s | %s |\n", l.Name, l.Inputs, outputs,
			8*l.Weight.Bytes(), 8*l.Bias.Bytes(), scale, then)
	}
	return b.String()
}
