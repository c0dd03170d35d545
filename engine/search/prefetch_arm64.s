#include "textflag.h"

// func prefetch(word *atomic.Uint64)
TEXT ·prefetch(SB), NOSPLIT, $0-8
	MOVD word+0(FP), R0
	PRFM (R0), PLDL1KEEP
	RET
