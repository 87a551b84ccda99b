package argcheck

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
)

// A hugeNumberError says where a number is that would take too much work to
// compare exactly.
type hugeNumberError struct{ pointer string }

func (e *hugeNumberError) Error() string {
	return fmt.Sprintf("a number of more than %d digits, at %q", maxNumberExponent, e.pointer)
}

// hugeNumber finds such a number in a value that is at path.
func hugeNumber(value any, path []string) ([]string, bool) {
	switch value := value.(type) {
	case json.Number:
		return path, isHuge(string(value))
	case []any:
		for i, item := range value {
			if p, huge := hugeNumber(item, append(path, strconv.Itoa(i))); huge {
				return p, true
			}
		}
	case map[string]any:
		for key, item := range value {
			if p, huge := hugeNumber(item, append(path, key)); huge {
				return p, true
			}
		}
	}
	return nil, false
}

func isHuge(number string) bool {
	if len(number) > maxNumberBytes {
		return true
	}
	exponent, err := exponentOf(number)
	return err != nil || exponent > maxNumberExponent || exponent < -maxNumberExponent
}

// digits is how many digits an exact number has, at most.
func digits(number json.Number) int {
	exponent, _ := exponentOf(string(number)) // huge ones were refused
	return len(number) + max(exponent, -exponent)
}

// exponentOf is the exponent that a number is written with; 0 without one.
func exponentOf(number string) (int, error) {
	e := strings.IndexAny(number, "eE")
	if e < 0 {
		return 0, nil
	}
	return strconv.Atoi(number[e+1:])
}
