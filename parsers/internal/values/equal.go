package values

import (
	"encoding/json"
	"slices"
	"strings"
)

// Equal reports whether two texts are the same JSON value, whatever the order of the keys, the white space and the
// escapes. Numbers are equal if they are written alike.
func Equal(a, b []byte) bool {
	x, ok := decode(a)
	if !ok {
		return false
	}
	y, ok := decode(b)
	return ok && equal(x, y)
}

// Contradicts reports whether an object has a key twice, with different values.
func Contradicts(object []byte) bool {
	d := json.NewDecoder(strings.NewReader(string(object)))
	if _, err := d.Token(); err != nil {
		return false
	}
	members := map[string]json.RawMessage{}
	for d.More() {
		key, err := d.Token()
		name, ok := key.(string)
		var value json.RawMessage
		if err != nil || !ok || d.Decode(&value) != nil {
			return false
		}
		if before, twice := members[name]; twice && !Equal(before, value) {
			return true
		}
		members[name] = value
	}
	return false
}

func decode(text []byte) (v any, ok bool) {
	d := json.NewDecoder(strings.NewReader(string(text)))
	d.UseNumber()
	return v, d.Decode(&v) == nil
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for key, v := range a {
			if other, ok := b[key]; !ok || !equal(v, other) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	}
	return a == b
}
