package match

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// contents returns the files in dir.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	files := map[string]string{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil && !e.IsDir() {
			t.Fatal(err)
		}
		files[e.Name()] = string(text)
	}
	return files
}

func mustWrite(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestFoldersOfOthersAreLeftAlone asks for matches in folders that hold something else.
func TestFoldersOfOthersAreLeftAlone(t *testing.T) {
	played := t.TempDir()
	mustRun(t, config(1, 1), played, Stop{})
	pairs := contents(t, played)[journalName]
	other := config(1, 1)
	other.Phrase = "another"
	strange := t.TempDir()
	mustRun(t, other, strange, Stop{})
	manifest := contents(t, played)[manifestName]
	for name, files := range map[string]map[string]string{
		"plan.json":                         {"plan.json": "{}"},
		"notes":                             {"notes": "", manifestName: manifest},
		"not the manifest":                  {manifestName: `{"name":"an app"}`},
		"invalid character":                 {manifestName: "nonsense"},
		"manifest.json is missing":          {journalName: pairs},
		"line 1":                            {journalName: "nonsense\n"},
		"pair 0 was played on another deal": {manifestName: manifest, journalName: contents(t, strange)[journalName]},
	} {
		dir := t.TempDir()
		for file, text := range files {
			mustWrite(t, filepath.Join(dir, file), text)
		}
		if _, err := Run(t.Context(), config(2, 1), dir, Stop{}, nil); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: error %v", name, err)
		}
		if diff := cmp.Diff(files, contents(t, dir)); diff != "" {
			t.Errorf("%s: the folder was changed:\n%s", name, diff)
		}
	}
}

func TestFoldersThatAreOurs(t *testing.T) {
	for name, c := range map[string]struct {
		files  map[string]string
		beside []string
	}{
		"left by a killed process": {files: map[string]string{".manifest.json.123.tmp": "{", journalName: ""}},
		"of the caller":            {files: map[string]string{"plan.json": "{}"}, beside: []string{"plan.json"}},
	} {
		dir := t.TempDir()
		for file, text := range c.files {
			mustWrite(t, filepath.Join(dir, file), text)
		}
		cfg := config(1, 1)
		cfg.Beside = c.beside
		if _, err := Run(t.Context(), cfg, dir, Stop{}, nil); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Once it holds pairs, what people put beside them does no harm.
	dir := t.TempDir()
	mustRun(t, config(1, 1), dir, Stop{})
	mustWrite(t, filepath.Join(dir, "notes"), "")
	mustRun(t, config(2, 1), dir, Stop{})
}

// TestASwappedFileIsNamed goes on with a match after a file that a player reads was exchanged under its path.
func TestASwappedFileIsNamed(t *testing.T) {
	dir := t.TempDir()
	cfg := config(1, 1)
	cfg.B.Files = map[string]string{"a.nnue": "11", "b.nnue": "22"}
	mustRun(t, cfg, dir, Stop{})
	cfg.Pairs, cfg.B.Files = 2, map[string]string{"a.nnue": "11", "b.nnue": "33"}
	const want = "the hash of file b.nnue in b_files is 22, now 33; put the old file back, or give another folder"
	if _, err := Run(t.Context(), cfg, dir, Stop{}, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v", err)
	}
	// A version that recorded no hashes began a match with such a player: nobody knows with which network.
	old := t.TempDir()
	mustRun(t, config(1, 1), old, Stop{})
	if _, err := Run(t.Context(), cfg, old, Stop{}, nil); err == nil || !strings.Contains(err.Error(), "a.nnue in b_files is not recorded, now 11") {
		t.Errorf("error %v", err)
	}
}

// TestASwappedProgramIsNamed goes on with a match of a program that was built anew, and of another one.
func TestASwappedProgramIsNamed(t *testing.T) {
	dir := t.TempDir()
	cfg := config(1, 1)
	cfg.B.Settings = "./engine uci"
	mustRun(t, cfg, dir, Stop{})
	cfg.B.Hash = "x"
	const want = `what plays as b under the name b with settings "./engine uci" was "b", now "x"; put the old file back, or give another folder`
	if _, err := Run(t.Context(), cfg, dir, Stop{}, nil); err == nil || !strings.HasSuffix(err.Error(), want) {
		t.Errorf("error %v", err)
	}
	cfg.B.Settings = "./other uci"
	if _, err := Run(t.Context(), cfg, dir, Stop{}, nil); err == nil || !strings.Contains(err.Error(), `b_hash is "b", asked for "x"`) {
		t.Errorf("error %v", err)
	}
}

// TestAlteredLinesAreFound changes a result by hand, with its checksum and without.
func TestAlteredLinesAreFound(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, config(3, 1), dir, Stop{})
	path := filepath.Join(dir, journalName)
	lines := strings.SplitAfter(contents(t, dir)[journalName], "\n")
	altered := strings.Replace(lines[1], `"result":"red_wins"`, `"result":"black_wins"`, 1)
	if altered == lines[1] {
		altered = strings.Replace(lines[1], `"result":"black_wins"`, `"result":"red_wins"`, 1)
	}
	without := altered[:strings.LastIndex(altered, `,"crc32c"`)] + "}\n"
	for name, line := range map[string]string{"changed": altered, "and no checksum": without} {
		mustWrite(t, path, lines[0]+line+lines[2])
		if _, err := Judge(dir); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: error %v", name, err)
		}
		if _, err := Run(t.Context(), config(4, 1), dir, Stop{}, nil); err == nil || !strings.Contains(err.Error(), "line 2") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// TestProgressBeginsWithWhatTheFolderHeld asks for one report of all that an earlier process played.
func TestProgressBeginsWithWhatTheFolderHeld(t *testing.T) {
	dir := t.TempDir()
	mustRun(t, config(4, 1), dir, Stop{})
	var counted []int
	if _, err := Run(t.Context(), config(6, 1), dir, Stop{}, func(s Standing) { counted = append(counted, s.Counted) }); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{4, 5, 6}, counted); diff != "" {
		t.Error(diff)
	}
}
