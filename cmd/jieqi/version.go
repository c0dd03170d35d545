package main

import (
	"fmt"
	"runtime"

	"jieqi/cmd/internal/version"
	"jieqi/engine/bench"
)

type versionCommand struct {
	JSON bool `help:"Print one JSON object."`
}

func (versionCommand) Help() string {
	return `The signature belongs to the search: programs with different ones play different games.

  jieqi version --json`
}

func (c *versionCommand) Run(e *env) error {
	about := struct {
		Version   string `json:"version"`
		Revision  string `json:"revision"`
		Signature string `json:"signature"` // of the search
		Go        string `json:"go"`
		Platform  string `json:"platform"`
	}{version.Version(), version.Revision(), bench.Signature(), runtime.Version(), runtime.GOOS + "/" + runtime.GOARCH}
	if c.JSON {
		return printJSON(e.stdout, about)
	}
	_, err := fmt.Fprintf(e.stdout, "jieqi %s\nrevision %s\nsignature %s\n%s %s\n",
		about.Version, about.Revision, about.Signature, about.Go, about.Platform)
	return err
}
