// Package browsertest drives a headless Chromium. It is for tests alone, which are skipped, saying so, where there is none or where
// tests are to be short.
//
// Promised: whatever a page writes to its console as an error fails the test, and nothing waits longer than a minute.
package browsertest
