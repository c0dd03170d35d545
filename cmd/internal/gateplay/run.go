package gateplay

import (
	"context"
	"fmt"
	"os"

	"jieqi/cmd/internal/progress"
	"jieqi/eval"
	"jieqi/eval/gate"
)

// Run runs a gate and shows its plan, its loss key and its match on log as they come.
func Run(ctx context.Context, cfg gate.Config, dir string, log *os.File) (*gate.Result, error) {
	meter := progress.New(log, "pairs")
	defer meter.Close()
	return gate.Run(ctx, cfg, dir, gate.Events{
		Planned: func(p *gate.Plan) { fmt.Fprint(log, p.ErrorRates.Table()) },
		Measure: func(l gate.Loss) { fmt.Fprint(log, l.Table()) },
		Pair: func(counted, most int, p eval.Pairs) {
			meter.Set(int64(counted), int64(most), fmt.Sprintf("%.1f %%", 100*p.Score()))
		},
	})
}
