package gateplay

import (
	"context"
	"fmt"
	"os"

	"jieqi/cmd/internal/progress"
	"jieqi/eval"
	"jieqi/eval/gate"
)

// Run runs a gate and shows its plan and its loss key on log as they come, and its match on meter.
func Run(ctx context.Context, cfg gate.Config, dir string, log *os.File, meter *progress.Meter) (*gate.Result, error) {
	return gate.Run(ctx, cfg, dir, gate.Events{
		Planned: func(p *gate.Plan) { fmt.Fprint(log, p.ErrorRates.Table()) },
		Measure: func(l gate.Loss) { fmt.Fprint(log, l.Table()) },
		Pair: func(counted, most int, p eval.Pairs) {
			meter.Set(int64(counted), int64(most), fmt.Sprintf("%.1f %%", 100*p.Score()))
		},
	})
}
