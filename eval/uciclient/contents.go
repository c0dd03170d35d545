package uciclient

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Contents are hashes of the files that an engine is made of, 12 hexadecimal digits each.
type Contents struct {
	Program string
	// Files are those that the command's arguments and the options name: networks, scripts, books. The key is the
	// path as it is written.
	Files map[string]string
}

// Contents reads the files of c and returns their hashes, so that a rebuilt engine, or one with another network
// under the same path, is not taken for the old one. Which files an engine reads beside those is not known, and folders
// are not looked into.
func (c *Config) Contents() (Contents, error) {
	path, err := c.program()
	if err != nil {
		return Contents{}, err
	}
	out := Contents{Files: map[string]string{}}
	if out.Program, err = contentHash(path); err != nil {
		return Contents{}, err
	}
	for _, path := range c.paths() {
		info, err := os.Stat(c.within(path))
		if err != nil || !info.Mode().IsRegular() {
			continue // a word that is no file; where there has to be one, Start says so
		}
		if out.Files[path], err = contentHash(c.within(path)); err != nil {
			return Contents{}, err
		}
	}
	return out, nil
}

// paths returns everything that may be a path in the command's arguments, there after an equals sign too, and in
// the options.
func (c *Config) paths() []string {
	var words []string
	for _, w := range c.Command[1:] {
		_, value, _ := strings.Cut(w, "=")
		words = append(words, w, value)
	}
	for _, o := range c.Options {
		words = append(words, o.Value)
		words = append(words, filepath.SplitList(o.Value)...)
	}
	return slices.DeleteFunc(words, func(w string) bool { return w == "" })
}

// checkPinned reports a file that is not what it was when it was pinned.
func (c *Config) checkPinned() error {
	if c.Pinned == nil {
		return nil
	}
	now, err := c.Contents()
	if err != nil {
		return err
	}
	was, is := c.Pinned.all(c.Command[0]), now.all(c.Command[0])
	for _, path := range slices.Sorted(maps.Keys(was)) {
		if was[path] != is[path] {
			return fmt.Errorf("file %s was changed while the engine was in use (hash %s, now %s): put the old one back",
				path, was[path], cmp.Or(is[path], "none: it is gone"))
		}
	}
	return nil
}

// all returns the hashes of the files and of the program.
func (c *Contents) all(program string) map[string]string {
	files := map[string]string{program: c.Program}
	maps.Copy(files, c.Files)
	return files
}

// contentHash returns the first 12 hexadecimal digits of the SHA-256 of a file.
func contentHash(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	h := sha256.New()
	_, err = io.Copy(h, f)
	if err = errors.Join(err, f.Close()); err != nil {
		return "", fmt.Errorf("read %s: %w", path, err)
	}
	return hex.EncodeToString(h.Sum(nil)[:6]), nil
}
