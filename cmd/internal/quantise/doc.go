// Package quantise makes the integer network of trained parameters together with the report of what that cost, as
// `jieqi quantize` and the rounds of a run both do. The rounding is the business of nnue, the report that of trainer.
package quantise
