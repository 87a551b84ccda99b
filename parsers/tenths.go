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
