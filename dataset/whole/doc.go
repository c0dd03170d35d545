// Package whole writes files that are there whole or not at all.
//
// Promised: whoever looks at the path, at any moment and after any crash, finds the old file or the
// new one. What a killed process left half written beside it is deleted by the next write of the same
// file.
//
// Not promised: that two processes may write the same file at once. One of them may fail; the file is
// whole all the same.
package whole
