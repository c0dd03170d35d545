package hcefit

import (
	"fmt"
	"slices"
	"strings"

	"jieqi/engine/hce"
)

// familyOf returns the family that a weight belongs to: its name up to the first dot, such as "value" or "mobility".
func familyOf(name string) string {
	family, _, _ := strings.Cut(name, ".")
	return family
}

// chosen returns for each of hce.Params whether it is of one of the families; none stands for all.
func chosen(families []string) ([]bool, error) {
	params := hce.Params(new(hce.Weights))
	list := make([]bool, len(params))
	missing := slices.Clone(families)
	for i, p := range params {
		family := familyOf(p.Name)
		list[i] = len(families) == 0 || slices.Contains(families, family)
		missing = slices.DeleteFunc(missing, func(f string) bool { return f == family })
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("only %q: no weight is named so; value and unseen are two of the families", missing[0])
	}
	return list, nil
}

// keep returns w with the weights that are not chosen set to 0.
func keep(w *hce.Weights, chosen []bool) *hce.Weights {
	kept := *w
	for i, p := range hce.Params(&kept) {
		if !chosen[i] {
			*p.Value = hce.Taper{}
		}
	}
	return &kept
}
