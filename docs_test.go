package jieqi_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const packageTable = "docs/architecture.md"

// tableRow is a row of the package table: the name in its first cell.
var tableRow = regexp.MustCompile("(?m)^\\| `([^`]+)` \\|")

// documentedPackages returns the packages of the table, from top to bottom.
func documentedPackages(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(packageTable)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, m := range tableRow.FindAllStringSubmatch(string(text), -1) {
		if slices.Contains(names, m[1]) {
			t.Errorf("%s: two rows for %s", packageTable, m[1])
		}
		names = append(names, m[1])
	}
	return names
}

// TestPackageTableIsTheAllowList compares the rows for people with those that the layers are held to.
func TestPackageTableIsTheAllowList(t *testing.T) {
	table := documentedPackages(t)
	for _, pkg := range table {
		if _, ok := rule(pkg); !ok {
			t.Errorf("%s: a row for %s, which has none in layers_test.go", packageTable, pkg)
		}
	}
	for pattern := range allowed {
		if !slices.ContainsFunc(table, func(pkg string) bool { return admits(pattern, pkg) }) {
			t.Errorf("layers_test.go has a row for %s, %s has none", pattern, packageTable)
		}
	}
}

// TestPackageTableBeginsWithTheGroundFloor compares the table with the packages there are: each has
// a row, below the rows of all that it imports.
func TestPackageTableBeginsWithTheGroundFloor(t *testing.T) {
	table := documentedPackages(t)
	packages := listPackages(t)
	for _, pkg := range table {
		if !slices.ContainsFunc(packages, func(p goPackage) bool { return p.ImportPath == "jieqi/"+pkg }) {
			t.Errorf("%s: a row for %s, which is no package", packageTable, pkg)
		}
	}
	for _, p := range packages {
		pkg, ours := strings.CutPrefix(p.ImportPath, "jieqi/")
		if !ours {
			continue // the module root holds only tests
		}
		row := slices.Index(table, pkg)
		if row < 0 {
			t.Errorf("%s: no row for %s", packageTable, pkg)
			continue
		}
		for _, imp := range p.Imports {
			if dep, ours := strings.CutPrefix(imp, "jieqi/"); ours && slices.Index(table, dep) > row {
				t.Errorf("%s: %s stands above %s, which it imports", packageTable, pkg, dep)
			}
		}
	}
}

// path is something in backquotes or a link's brackets that begins like a file or folder of this
// repository and has no blanks, wildcards or words in capitals that stand for something.
var path = regexp.MustCompile("[`(]((?:" + strings.Join(topLevel, "|") + ")/[a-z0-9_./-]+)[`)]")

// TestDocumentsNameWhatExists finds the files and folders that documents name.
func TestDocumentsNameWhatExists(t *testing.T) {
	documents, err := filepath.Glob("docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, document := range append(documents, "README.md") {
		text, err := os.ReadFile(document)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range path.FindAllStringSubmatch(string(text), -1) {
			if _, err := os.Stat(m[1]); err != nil {
				t.Errorf("%s names %s, which does not exist", document, m[1])
			}
		}
	}
}
