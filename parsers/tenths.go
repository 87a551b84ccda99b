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
	ambiguous := call.end.SecondReading || call.Exclusive != NotExclusive
	return confidence(call.FreeText, len(call.end.Repairs) > 0, ambiguous, call.end.Weak)
}

// confidence is what the call would have had, as far as is known, in tenths.
func (inv *Invalid) confidence() tenths {
	return confidence(inv.FreeText, len(inv.Repairs) > 0, false, inv.Reason == ReasonMissingArguments)
}

// confidence is a full one less what the doubts cost.
func confidence(freeText, repaired, ambiguous, weak bool) tenths {
	left := tenths(ConfidenceFull * tenthsOfOne)
	if freeText {
		left -= CostFreeText * tenthsOfOne
	}
	if repaired {
		left -= CostRepaired * tenthsOfOne
	}
	if ambiguous {
		left -= CostAmbiguous * tenthsOfOne
	}
	if weak {
		left -= CostWeakArguments * tenthsOfOne
	}
	return max(left, 0)
}
