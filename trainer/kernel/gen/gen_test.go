package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"jieqi/trainer/kernel"
)

func TestWrittenFilesAreCurrent(t *testing.T) {
	for name, want := range files() {
		got, err := os.ReadFile(filepath.Join("..", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not what the generator prints: run go generate ./trainer/kernel", name)
		}
	}
}

// The sizes of package kernel are its own; here they meet those of the network.
func TestSizesAgreeWithPackage(t *testing.T) {
	if err := check(); err != nil {
		t.Error(err)
	}
	got := [...]int{tile, tileIn, hidden1, hidden2}
	want := [...]int{kernel.Tile, kernel.TileIn, kernel.Hidden1, kernel.Hidden2}
	if got != want {
		t.Errorf("the generator's sizes are %v, the package's %v", got, want)
	}
}
