// Package version says what this program is: the revision it was built from, and the name under which shards of
// games and their readers know it.
package version
