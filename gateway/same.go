package gateway

import (
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// sameArguments reports whether two texts hold the same arguments. A value that one reader typed and
// another one left as a string is the same: upstreams that return a call both structured and as text differ
// in that.
func sameArguments(a, b string) bool {
	x, okX := decoded(a)
	y, okY := decoded(b)
	return okX && okY && same(x, y)
}

func decoded(text string) (value any, ok bool) {
	d := json.NewDecoder(strings.NewReader(text))
	d.UseNumber()
	return value, d.Decode(&value) == nil
}

func same(x, y any) bool {
	switch x := x.(type) {
	case map[string]any:
		y, ok := structure(y).(map[string]any)
		if !ok || len(x) != len(y) {
			return false
		}
		for key, value := range x {
			other, ok := y[key]
			if !ok || !same(value, other) {
				return false
			}
		}
		return true
	case []any:
		y, ok := structure(y).([]any)
		return ok && slices.EqualFunc(x, y, same)
	default:
		switch y.(type) {
		case map[string]any, []any:
			_, text := x.(string)
			return text && same(y, x)
		default:
			return sameScalar(x, y)
		}
	}
}

// structure is the value, or the value that it spells if it is a text.
func structure(value any) any {
	if text, ok := value.(string); ok {
		value, _ = decoded(text)
	}
	return value
}

// sameScalar compares values that are no object and no list; one of them may be written as text.
func sameScalar(x, y any) bool {
	a, b := spelled(x), spelled(y)
	if a == b {
		return true
	}
	_, aIsText := x.(string)
	_, bIsText := y.(string)
	if aIsText && bIsText {
		return false
	}
	m, errA := strconv.ParseFloat(a, 64)
	n, errB := strconv.ParseFloat(b, 64)
	return errA == nil && errB == nil && m == n
}

func spelled(scalar any) string {
	if scalar == nil {
		return "null"
	}
	return fmt.Sprint(scalar)
}
