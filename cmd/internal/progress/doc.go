// Package progress shows how far long work has come: a bar on a terminal, one line every ten
// seconds anywhere else. It writes to one file, normally standard error, and never to results.
package progress
