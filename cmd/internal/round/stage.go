package round

import "jieqi/dataset/durable"

// The stages that have a marker of their own in a round's folder; the gate's is its result.
const (
	stageSelfPlay = "selfplay"
	stageVerify   = "verify"
	stageTrain    = "train"
	stageQuantise = "quantise"
	stageGate     = "gate"
	stageMeasure  = "yardstick"
)

// stage returns the outcome of a stage: what its marker says if it is done already, or else what
// work returns, after the marker was written. The marker is the last file a stage writes.
func stage[T any](marker string, work func() (T, error)) (T, error) {
	var none T
	done, err := readOutcome[T](marker, lossStage)
	if err != nil {
		return none, err
	}
	if done != nil {
		return *done, nil
	}
	outcome, err := work()
	if err != nil {
		return none, err
	}
	return outcome, durable.WriteJSON(marker, outcome)
}
