package form

import (
	"slices"
	"testing"
)

// answers are simple, with every type of value.
func answers(f *Form) []*Answer {
	args := func() Value {
		v := Value{Type: Object, Keys: []string{"a", "b"}, Items: []Value{Str("x \"y\" it's"), Str("one line\nand <b> & \\d")}}
		if f.Scalars {
			return v
		}
		v.Keys, v.Items = append(v.Keys, "list"), append(v.Items, Value{Type: Array, Items: []Value{Str("u"), {Type: Boolean, Text: "true"}}})
		return v
	}
	one := &Answer{Calls: []Call{{Name: "f", ID: "i1", Args: args()}}}
	if f.Prose != Alone {
		one.Before = "I'll look."
	}
	if f.Single {
		return []*Answer{one}
	}
	two := &Answer{Calls: append(slices.Clone(one.Calls), Call{Name: "get_time", ID: "i2", Args: Value{Type: Object}}), Before: one.Before}
	return []*Answer{one, two}
}

// What a form writes, it reads, and as nothing else.
func TestReadIsTheInverseOfWrite(t *testing.T) {
	for _, f := range All() {
		for _, a := range answers(f) {
			for _, style := range Styles {
				text := Join(f.Write(a, style))
				got := f.Read(text, a.Before, a.After, f.OddCalls(a.Calls))
				if len(got) != 1 || !got[0].Equal(f.Reading(a.Calls)) {
					t.Errorf("%s: %q is read as %q, want %q alone", f.Name, text, got, f.Reading(a.Calls))
					break
				}
			}
		}
	}
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range All() {
		if seen[f.Name] || f.Family == "" || f.Call == "" {
			t.Errorf("form %q is there twice, or lacks its family or call", f.Name)
		}
		seen[f.Name] = true
	}
}
