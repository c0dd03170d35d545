// Package gateplay holds a gate as `jieqi gate` and the rounds of a run both do: the players that an evaluation
// stands there with, and what is shown while it lasts. The decision is the business of eval/gate.
package gateplay
