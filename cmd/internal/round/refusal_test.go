package round

import (
	"os"
	"strings"
	"testing"

	"jieqi/dataset/durable"
	"jieqi/trainer"
)

// TestARefusalOfTheQuantiserIsTold writes what a round leaves whose candidate was refused, by its report or because
// there is no integer network of its parameters, and looks for the reason wherever the round is told of.
func TestARefusalOfTheQuantiserIsTold(t *testing.T) {
	for name, c := range map[string]Candidate{
		"report": {Name: "jq-0123456789ab", Report: &trainer.Report{}, ReportText: "the figures",
			Refused: "network refused by its quantisation report: mean difference is 7.4 cp"},
		"overflow": {Refused: "quantise: first-layer neuron 3 can reach 1 to 40000, beyond int16"},
	} {
		f, _, _ := begun(t, "refusal")
		if err := os.MkdirAll(string(f.Round(1)), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := durable.WriteJSON(f.Round(1).Marker(stageQuantise), c); err != nil {
			t.Fatal(err)
		}
		if err := WriteReport(f); err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(f.Report())
		if err != nil {
			t.Fatal(err)
		}
		ladder, rest, _ := strings.Cut(string(page), "<h2>Round 1</h2>")
		status, err := Ask(f)
		if err != nil {
			t.Fatal(err)
		}
		summary, err := Summary(f)
		if err != nil {
			t.Fatal(err)
		}
		for where, text := range map[string]string{"ladder": ladder, "report": rest, "status": status.String(), "summary": summary} {
			if !strings.Contains(text, c.Refused) || !strings.Contains(text, c.Name) {
				t.Errorf("%s: the %s does not say why:\n%s", name, where, text)
			}
		}
	}
}
