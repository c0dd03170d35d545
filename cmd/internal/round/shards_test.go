package round

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"jieqi/dataset"
)

func TestShards(t *testing.T) {
	f, c, _ := begun(t, "p")
	first, second := f.Round(1).SelfPlay(), f.Round(2).SelfPlay()
	for _, dir := range []string{first, second} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	shard := filepath.Join(second, "0000000000"+dataset.ShardExt)
	if err := os.WriteFile(shard, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	elsewhere := t.TempDir()
	for _, k := range []struct {
		paths, want []string
		split       dataset.Split
	}{
		{[]string{string(f)}, []string{first, second}, c.Train.Split},
		{[]string{string(f) + "/"}, []string{first, second}, c.Train.Split},
		{[]string{string(f.Round(1)), shard}, []string{string(f.Round(1)), shard}, c.Train.Split},
		{[]string{second}, []string{second}, c.Train.Split},
		{[]string{elsewhere, "missing"}, []string{elsewhere, "missing"}, dataset.DefaultSplit},
	} {
		got, split, err := Shards(k.paths)
		for i := range got {
			got[i] = strings.Replace(got[i], "//", "/", 1)
		}
		if err != nil || !slices.Equal(got, k.want) || split != k.split {
			t.Errorf("%v: %v, %+v, error %v", k.paths, got, split, err)
		}
	}
	if _, _, err := Shards([]string{first, elsewhere}); err == nil || !strings.Contains(err.Error(), "100 and 100 of 1000") ||
		!strings.Contains(err.Error(), "20 and 20: count them apart") {
		t.Errorf("different splits: %v", err)
	}
	sources, err := Sources([]string{elsewhere, string(f)})
	if err != nil || len(sources) != 2 || sources[0].Run || !sources[1].Run || len(sources[1].Folders) != 2 || sources[1].Split != c.Train.Split {
		t.Errorf("sources %+v, error %v", sources, err)
	}
	if err := os.WriteFile(f.ConfigFile(), []byte("window = 3\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := Shards([]string{first}); err == nil || !strings.Contains(err.Error(), "run.toml is not") {
		t.Errorf("another run.toml: %v", err)
	}
}
