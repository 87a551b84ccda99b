// Package exact compares JSON texts as values: exact strings, exact numbers, and no key given twice. The
// benchmarks judge with it, so that a fault of the parsers that they test can't hide.
package exact

import (
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"slices"
	"strings"
)

// errDuplicate: an object gives a key twice. A repair that makes one lost a
// quote somewhere, and a map would hide it.
var errDuplicate = errors.New("duplicate key")

// Decode decodes JSON text exactly: numbers are json.Number, and a key given
// twice is an error.
func Decode(text string) (any, error) {
	dec := json.NewDecoder(strings.NewReader(text))
	dec.UseNumber()
	v, err := decodeValue(dec)
	if err != nil {
		return nil, err
	}
	if _, err := dec.Token(); err != io.EOF {
		return nil, errors.New("more after the value")
	}
	return v, nil
}

func decodeValue(dec *json.Decoder) (any, error) {
	t, err := dec.Token()
	if err != nil {
		return nil, err
	}
	switch t {
	case json.Delim('{'):
		return decodeObject(dec)
	case json.Delim('['):
		return decodeArray(dec)
	}
	return t, nil
}

func decodeObject(dec *json.Decoder) (any, error) {
	object := map[string]any{}
	for dec.More() {
		k, err := dec.Token()
		if err != nil {
			return nil, err
		}
		name, _ := k.(string)
		if _, dup := object[name]; dup {
			return nil, errDuplicate
		}
		if object[name], err = decodeValue(dec); err != nil {
			return nil, err
		}
	}
	_, err := dec.Token()
	return object, err
}

func decodeArray(dec *json.Decoder) (any, error) {
	list := []any{}
	for dec.More() {
		v, err := decodeValue(dec)
		if err != nil {
			return nil, err
		}
		list = append(list, v)
	}
	_, err := dec.Token()
	return list, err
}

// Equal reports whether two texts are the same JSON value: exact strings, exact
// numbers, keys in any order. A key given twice is never equal.
func Equal(a, b string) bool {
	if a == b && json.Valid([]byte(a)) {
		_, err := Decode(a)
		return err == nil
	}
	va, err := Decode(a)
	if err != nil {
		return false
	}
	vb, err := Decode(b)
	return err == nil && equal(va, vb)
}

func equal(a, b any) bool {
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return false
		}
		for k, v := range a {
			if w, ok := b[k]; !ok || !equal(v, w) {
				return false
			}
		}
		return true
	case []any:
		b, ok := b.([]any)
		return ok && slices.EqualFunc(a, b, equal)
	case json.Number:
		b, ok := b.(json.Number)
		return ok && sameNumber(string(a), string(b))
	}
	return a == b
}

func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, okX := new(big.Rat).SetString(a)
	y, okY := new(big.Rat).SetString(b)
	return okX && okY && x.Cmp(y) == 0
}
