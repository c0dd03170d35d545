// Package recorded is for tests alone: positions and games with what an independent implementation of the rules
// found in them, as tab-separated tables, and their one reader.
//
// Promised: a table has as many rows as it should, each with every column; anything else fails the test.
//
// Not promised: that the other implementation is right. The rules are package rules' part; where the tables and
// they differ, a test fails and people look.
package recorded
