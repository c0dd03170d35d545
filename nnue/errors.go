package nnue

import "errors"

// Why a network file is refused, in the order in which the checks are made. All but ErrContent
// are found before any weight is looked at.
var (
	ErrMagic        = errors.New("not a network file")
	ErrVersion      = errors.New("unsupported version of the network format")
	ErrArchitecture = errors.New("network of another architecture")
	ErrLength       = errors.New("network file cut short")
	ErrTrailing     = errors.New("bytes after the end of the network")
	ErrHash         = errors.New("network file damaged: its hash does not match")
	ErrContent      = errors.New("network file sound but its content is not") // written by a faulty program
)
