// Package safetensors reads and writes files of named float32 tensors in the safetensors format. It
// knows nothing of what the tensors mean.
//
// A file is a little-endian uint64, the length of the header; the header, a JSON object that gives
// each tensor's type, shape and place in the data, with free metadata under one key of its own;
// then the data, little-endian. Only tensors of type F32 that lie one after another without a gap
// are written and read.
//
// Promised: equal tensors and metadata give equal bytes; what Write accepts, Read gives back; the
// metadata key SumKey holds a hash of everything else, so that damage shows. Read returns an error,
// never a panic, on any bytes, and allocates no more than a small multiple of what it is given; ReadFile
// reads no more of a file than the numbers it is told to expect can take.
//
// Not promised: that another program's file can be read. Other types of number, gaps and numbers
// that are not finite are refused.
package safetensors
