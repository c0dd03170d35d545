//go:build !js

package main

import (
	"fmt"
	"os"
)

func main() {
	fmt.Fprintln(os.Stderr, "web: this is a program for browsers: `make web` builds it")
	os.Exit(2)
}
