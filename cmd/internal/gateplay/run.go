package gateplay

import (
	"context"
	"fmt"
	"os"

	"jieqi/cmd/internal/progress"
	"jieqi/eval/gate"
	"jieqi/eval/match"
)

// Run runs a gate and shows its plan and its loss key on log as they come, and its match on meter.
func Run(ctx context.Context, cfg gate.Config, dir string, log *os.File, meter *progress.Meter) (*gate.Result, error) {
	stages := progress.NewStages(log)
	defer stages.Close()
	return gate.Run(ctx, cfg, dir, gate.Events{
		Work: progress.Slow(stages),
		Planned: func(p *gate.Plan) {
			stages.Close()
			fmt.Fprint(log, p.ErrorRates.Table())
		},
		Measure: func(l gate.Loss) {
			stages.Close()
			fmt.Fprint(log, l.Table())
		},
		Pair: func(s match.Standing) {
			meter.Set(int64(s.Counted), int64(s.Most), s.String())
		},
	})
}
