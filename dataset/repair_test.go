package dataset

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRepair(t *testing.T) {
	games := randomGames(0, 40)
	dir := t.TempDir()
	path := writeShard(t, dir, games, nil)
	sh, err := openShard(path)
	if err != nil {
		t.Fatal(err)
	}
	defer sh.Close()
	bad := mustRead(t, path)
	bad[sh.index.Blocks[1].Offset+3] ^= 0xff                // the frame before block 1
	bad[sh.index.Blocks[3].Offset+blockHeadSize+20] ^= 0xff // inside block 3
	bad = bad[:len(bad)-100]                                // no footer
	broken := filepath.Join(t.TempDir(), "broken.jqs")
	if err := os.WriteFile(broken, bad, 0o644); err != nil {
		t.Fatal(err)
	}
	out := t.TempDir()
	dst := filepath.Join(out, "saved.jqs")
	r, err := Repair(broken, dst)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]Gap{{8, 15}, {24, 31}}, r.Lost); diff != "" || r.Games != 24 || r.Blocks != 3 {
		t.Errorf("report %+v", r)
	}
	saved := append(append(append([]Game(nil), games[:8]...), games[16:24]...), games[32:]...)
	if got, want := mustHash(t, out), mustHash(t, filepath.Dir(writeShard(t, t.TempDir(), saved, nil))); got != want {
		t.Errorf("content hash %s, want that of the sound games, %s", got, want)
	}
	v, err := Verify(context.Background(), []string{out}, 1, nil)
	if err := errors.Join(err, v.Err()); err != nil {
		t.Error(err)
	}
	if _, err := Repair(broken, dst); !errors.Is(err, ErrExists) {
		t.Errorf("over an existing file: %v", err)
	}
}

func TestRepairRefuses(t *testing.T) {
	dir := t.TempDir()
	sound := mustRead(t, writeShard(t, t.TempDir(), randomGames(0, 3), nil))
	noHeader := append([]byte(nil), sound...)
	noHeader[40] ^= 1
	for name, b := range map[string][]byte{"header": noHeader, "no block": sound[:400], "not ours": []byte("hello, world, hello")} {
		src := filepath.Join(dir, name)
		if err := os.WriteFile(src, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Repair(src, src+".out.jqs"); err == nil {
			t.Errorf("%s: repaired", name)
		}
		if _, err := os.Stat(src + ".out.jqs"); err == nil {
			t.Errorf("%s: a file was written", name)
		}
	}
}
