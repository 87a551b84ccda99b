package parsers

import "math"

// tenths is how a confidence is counted, so that penalties add up exactly.
type tenths int

// tenthsOfOne makes tenths of a confidence or a penalty that is a constant.
const tenthsOfOne = 10

// float is the confidence as results have it.
func (t tenths) float() float64 { return float64(t) / tenthsOfOne }

// leastTenths is the least confidence that isn't under x. What a float can't hold
// exactly (0.7) doesn't count: 0.7 is 7, 0.75 is 8.
func leastTenths(x float64) tenths {
	return tenths(math.Ceil(x*tenthsOfOne - 1e-9))
}

// confidence is the call's, in tenths.
func (call *call) confidence() tenths {
	confidence := tenths(ConfidenceFull * tenthsOfOne)
	if call.FreeText {
		confidence -= CostFreeText * tenthsOfOne
	}
	if len(call.end.Repairs) > 0 {
		confidence -= CostRepaired * tenthsOfOne
	}
	if call.end.SecondReading || call.Exclusive != NotExclusive {
		confidence -= CostAmbiguous * tenthsOfOne
	}
	if call.end.Weak {
		confidence -= CostWeakArguments * tenthsOfOne
	}
	return max(confidence, 0)
}

// confidence is what the call would have had, as far as is known, in tenths.
func (inv *Invalid) confidence() tenths {
	confidence := tenths(ConfidenceFull * tenthsOfOne)
	if len(inv.Repairs) > 0 {
		confidence -= CostRepaired * tenthsOfOne
	}
	if inv.FreeText {
		confidence -= CostFreeText * tenthsOfOne
	}
	if inv.Reason == ReasonMissingArguments {
		confidence -= CostWeakArguments * tenthsOfOne
	}
	return confidence
}
