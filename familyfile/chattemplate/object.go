package chattemplate

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// object reads calls that are JSON with a name and arguments.
func (i *inference) object(one, two string) error {
	first, _ := jsonWith(one, firstName)
	before, behind := one[:first.start], one[first.end:]
	call, isList := first.value, false
	if elements, ok := first.value.([]any); ok {
		call, isList = elements[0], true
	}
	object, ok := call.(map[string]any)
	if !ok {
		return errors.New("a call is no JSON object")
	}
	shape, err := i.shape(object)
	if err != nil {
		return err
	}
	s := surround{section: marks(before), end: marks(behind)}
	if a, b, ok := twoObjects(two); ok && !sameList(two) {
		s = around(before, behind, two[a.end:b.start])
	}
	return i.block(s, shape, isList)
}

// sameList reports whether both calls are in one JSON array.
func sameList(two string) bool {
	f, ok := jsonWith(two, firstName)
	return ok && holds(f.value, secondName)
}

// twoObjects are the JSON of two calls.
func twoObjects(two string) (a, b found, ok bool) {
	a, ok = jsonWith(two, firstName)
	if !ok {
		return a, b, false
	}
	b, ok = jsonWith(two[a.end:], secondName)
	b.start, b.end = b.start+a.end, b.end+a.end
	return a, b, ok
}

// block declares JSON between markers, or without any.
func (i *inference) block(s surround, shape *familyv1.Shape, isList bool) error {
	open, end := s.open, s.close
	fence := fenced(&open, &end)
	if len(open) == 0 && len(end) == 0 {
		open, end, s.section, s.end = s.section, s.end, nil, nil
		fence = fence || fenced(&open, &end)
	}
	if len(end) > len(open) {
		i.turnEnds(end[len(open):])
		end = end[:len(open)]
	}
	if len(open) == 0 {
		return i.free(shape, fence)
	}
	b := &familyv1.Block{
		Shape: shape, Markers: &familyv1.Markers{Open: []string{joined(open)}}, Kind: markerKind(i.isSpecial(open[0])),
	}
	switch {
	case fence:
		b.Body = familyv1.Body_BODY_FENCED
	case len(s.open) == 0 && !isList:
		b.Body = familyv1.Body_BODY_SEVERAL
	}
	switch {
	case slices.ContainsFunc(open, func(mark string) bool { return !isMark(mark) }) && len(open) > 1,
		!isMark(open[0]) && strings.ContainsAny(open[0], "<["):
		return fmt.Errorf("calls follow %.200q, which is no marker", joined(open))
	case !isMark(open[0]):
		b.Kind = familyv1.MarkerKind_MARKER_KIND_PLAIN_WORD
	}
	if end = onlyMarks(end); len(end) > 0 {
		b.Markers.Close = []string{joined(end)}
	} else {
		b.Closer = familyv1.Closer_CLOSER_OPTIONAL
	}
	b.Format = i.format("json", "JSON behind "+joined(open)+".")
	i.grammar.Blocks, i.grammar.ObjectCalls = []*familyv1.Block{b}, true
	i.surroundings(s)
	i.preserve(slices.Concat(open, end)...)
	i.closers = slices.Concat(end, s.end)
	return nil
}

// fenced takes a Markdown fence off markers.
func fenced(open, end *[]string) bool {
	n := len(*open)
	if n == 0 || !strings.HasPrefix((*open)[n-1], "```") {
		return false
	}
	*open = (*open)[:n-1]
	if len(*end) > 0 && (*end)[0] == "```" {
		*end = (*end)[1:]
	}
	return true
}

// surroundings declares what is around all calls of a turn.
func (i *inference) surroundings(s surround) {
	for _, mark := range slices.Concat(s.section, s.between, s.end) {
		if isMark(mark) {
			i.grammar.Tokens = append(i.grammar.Tokens, &familyv1.Token{Text: mark})
			i.preserve(mark)
		}
	}
}

// free declares JSON in running text.
func (i *inference) free(shape *familyv1.Shape, fence bool) error {
	shape.Format = i.format("json", "JSON in running text.")
	if shape.Base == familyv1.Shape_BASE_BLOCK_CALLS {
		shape.Base = familyv1.Shape_BASE_TEXT_CALLS
	}
	i.grammar.Json, i.grammar.ObjectCalls = shape, true
	if !fence {
		i.grammar.Lead = &familyv1.Lead{Shape: shape}
	}
	i.note("Nothing announces a call: an object with a name and arguments is one wherever it appears.")
	return nil
}

// Keys that the standard shapes have.
var standardKeys = []string{"arguments", "parameters"}

// shape says which objects are calls.
func (i *inference) shape(call map[string]any) (*familyv1.Shape, error) {
	if len(call) == 1 {
		if _, ok := call[firstName]; ok {
			return &familyv1.Shape{Base: familyv1.Shape_BASE_MARKED_CALLS, Keyed: true}, nil
		}
	}
	inner, outer := call, ""
	for _, key := range slices.Sorted(maps.Keys(call)) {
		if object, ok := call[key].(map[string]any); ok && holdsDirectly(object, firstName) {
			inner, outer = object, key
		}
	}
	name, arguments, asText := "", "", false
	for _, key := range slices.Sorted(maps.Keys(inner)) {
		switch v := inner[key].(type) {
		case string:
			if v == firstName {
				name = key
				continue
			}
			var decoded map[string]any
			if json.Unmarshal([]byte(v), &decoded) == nil && decoded[firstKey] == firstText {
				arguments, asText = key, true
			}
		case map[string]any:
			if v[firstKey] == firstText {
				arguments = key
			}
		}
	}
	switch {
	case name == "":
		return nil, errors.New("no key of a call's object holds its name")
	case arguments == "":
		return nil, errors.New("no key of a call's object holds its arguments")
	case outer != "" && outer != "function":
		return &familyv1.Shape{
			Fields: []*familyv1.Field{{Key: outer, Shape: &familyv1.Shape{
				NoArguments: familyv1.NoArguments_NO_ARGUMENTS_CALL_OR_REPORT,
				Fields:      fields(name, arguments),
			}}},
			StringArguments: asText,
		}, nil
	}
	shape := &familyv1.Shape{Base: familyv1.Shape_BASE_BLOCK_CALLS, StringArguments: asText}
	if name != "name" || !slices.Contains(standardKeys, arguments) {
		shape.Base, shape.Fields = familyv1.Shape_BASE_CALL_KEYS, fields(name, arguments)
		shape.NoArguments = familyv1.NoArguments_NO_ARGUMENTS_CALL_OR_REPORT
	}
	i.id(call, name, arguments, shape)
	return shape, nil
}

func fields(name, arguments string) []*familyv1.Field {
	all := []*familyv1.Field{{Key: name, Name: []uint32{1}}}
	if !slices.Contains(standardKeys, arguments) {
		all = append(all, &familyv1.Field{Key: arguments, Arguments: []uint32{1}})
	}
	return all
}

func holdsDirectly(object map[string]any, word string) bool {
	for _, v := range object {
		if v == word {
			return true
		}
	}
	return false
}

// id finds the key of the call's id: the one that holds it, or a number.
func (i *inference) id(call map[string]any, name, arguments string, shape *familyv1.Shape) {
	for _, key := range slices.Sorted(maps.Keys(call)) {
		text, isText := call[key].(string)
		_, isNumber := call[key].(json.Number)
		counted := strings.HasSuffix(key, "id") && (isNumber || isText && strings.Trim(text, "0123456789") == "" && text != "")
		if key == name || text != firstID && !counted {
			continue
		}
		if !slices.Contains([]string{"id", "call_id", "tool_call_id"}, key) || counted {
			holds := familyv1.Holds_HOLDS_ID
			if counted {
				holds = familyv1.Holds_HOLDS_NUMERIC_ID
			}
			shape.Fields = append(shape.Fields, &familyv1.Field{Key: key, Holds: holds})
		}
		text, _ = i.said(&turn{calls: []probeCall{oneCall()}})
		shape.WaitId = strings.Index(text, strconv.Quote(key)) > strings.Index(text, strconv.Quote(arguments))
	}
}
