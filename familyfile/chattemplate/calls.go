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
	s := surround{section: markersIn(before), end: markersIn(behind)}
	if a, b, ok := twoObjects(two); ok && !sameList(two) {
		s = surroundOf(before, behind, two[a.end:b.start])
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
	case slices.ContainsFunc(open, func(marker string) bool { return !isMarker(marker) }) && len(open) > 1,
		!isMarker(open[0]) && strings.ContainsAny(open[0], "<["):
		return fmt.Errorf("calls follow %.200q, which is no marker", joined(open))
	case !isMarker(open[0]):
		b.Kind = familyv1.MarkerKind_MARKER_KIND_PLAIN_WORD
	}
	if end = onlyMarkers(end); len(end) > 0 {
		b.Markers.Close = []string{joined(end)}
	} else {
		b.Closer = familyv1.Closer_CLOSER_OPTIONAL
	}
	b.Format = i.format("json", "JSON after "+joined(open)+".")
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

// named reads calls whose name is before their JSON arguments.
func (i *inference) named(one, two string) error {
	before, rest, _ := strings.Cut(one, firstName)
	arguments, _ := jsonWith(rest, firstKey)
	separator, behind := rest[:arguments.start], rest[arguments.end:]
	s := surround{section: markersIn(before), end: markersIn(behind)}
	if between, ok := betweenNamed(two); ok {
		s = surroundOf(before, behind, between)
	}
	if len(s.open) == 0 && len(s.section) > 0 {
		s.section, s.open = nil, s.section
	}
	if len(s.close) == 0 {
		s.close, s.end = s.end, nil
	}
	seps := markersIn(separator)
	fence := fenced(&seps, &s.close)
	if strings.HasSuffix(before, "<function=") && strings.TrimSpace(separator) == ">" && joined(s.close) == "</function>" {
		i.grammar.FunctionTags = i.format("function", "A tag with the name, and JSON arguments in it.")
		s.open = nil
		i.surroundings(s)
		i.closers = []string{"</function>"}
		return nil
	}
	open := slices.Clone(s.open)
	n := len(open)
	switch {
	case n == 0 && len(seps) == 0 && len(onlyMarkers(s.close)) == 0 && len(s.between) == 1 && i.isRecipient(s.between[0]):
		return nil
	case n == 0 && len(seps) == 0 && len(onlyMarkers(s.close)) == 0:
		i.grammar.NameLines = i.format("lines", "A name, and JSON arguments on the next line.")
		return nil
	case n >= 3 && len(seps) == 0 && isMarker(open[n-1]) && !isMarker(open[n-2]) && isMarker(open[n-3]):
		// <call>TYPE<sep>NAME
		return i.declareNamed(s, &familyv1.Named{
			Shell: &familyv1.Shell{Call: &familyv1.Markers{Open: open[n-3 : n-2]}, Type: open[n-2], Separator: open[n-1:]},
		}, open[:n-3])
	case n > 0 && isMarker(open[n-1]) && strings.HasSuffix(strings.TrimRight(before, spaces), open[n-1]) && len(seps) > 0 && isMarker(seps[len(seps)-1]):
		return i.header(s, seps, fence, open)
	case n > 0 && !isMarker(open[n-1]) && len(seps) == 0 && n == 1 && i.isRecipient(open[0]):
		return nil
	}
	if strings.HasSuffix(before, ".") && strings.HasPrefix(separator, ":") {
		return fmt.Errorf("the name of a call is in an id, as in %.60q; that needs a family in Go", one[max(len(before)-16, 0):])
	}
	return fmt.Errorf("calls are written as %.200q: the name has no marker on both sides", one)
}

// betweenNamed is what is between the arguments of a call and the next one's name.
func betweenNamed(two string) (string, bool) {
	_, rest, ok := strings.Cut(two, firstName)
	if !ok {
		return "", false
	}
	arguments, ok := jsonWith(rest, firstKey)
	if !ok {
		return "", false
	}
	between, _, ok := strings.Cut(rest[arguments.end:], secondName)
	return between, ok
}

// declareNamed declares a name between markers; before them are others that belong to a section.
func (i *inference) declareNamed(s surround, named *familyv1.Named, before []string) error {
	ends := onlyMarkers(s.close)
	section, end := slices.Concat(s.section, before), onlyMarkers(s.end)
	if len(ends) > 1 && len(end) == 0 {
		ends, end = ends[:1], ends[1:]
	}
	if len(ends) != 1 {
		return fmt.Errorf("a call ends with %q, and not with one marker", joined(s.close))
	}
	named.Shell.Call.Close = ends
	if len(end) > len(section) {
		i.turnEnds(end[len(section):])
		end = end[:len(section)]
	}
	if len(section) > 0 && len(end) > 0 {
		named.Shell.Section = between(joined(section), joined(end))
	} else {
		i.surroundings(surround{section: section, end: end})
	}
	named.Format = i.format("named", "A name and JSON arguments between markers.")
	i.grammar.Named = []*familyv1.Named{named}
	i.preserve(slices.Concat(section, named.GetShell().GetCall().GetOpen(), []string{named.GetId()}, named.GetShell().GetSeparator(), named.GetShell().GetCall().GetClose(), end)...)
	i.closers = slices.Concat(ends, end)
	return nil
}

// header declares a name after a marker, and another one before its arguments.
func (i *inference) header(s surround, seps []string, fence bool, open []string) error {
	separator, n := seps[len(seps)-1], len(open)
	ends := onlyMarkers(s.close)
	if n >= 3 && open[n-2] == firstID && isMarker(open[n-3]) && len(seps) == 1 { // <call>ID<name>NAME<with>
		return i.declareNamed(s, &familyv1.Named{Shell: &familyv1.Shell{Call: &familyv1.Markers{Open: open[n-3 : n-2]}, Separator: []string{separator}}, Id: open[n-1]}, open[:n-3])
	}
	id := ""
	switch {
	case len(seps) == 3 && isMarker(seps[0]) && seps[1] == firstID:
		id = seps[0]
	case len(seps) != 1:
		return fmt.Errorf("%q is between a call's name and its arguments", joined(seps))
	}
	if len(ends) > 0 && id == "" {
		return i.declareNamed(s, &familyv1.Named{Shell: &familyv1.Shell{Call: &familyv1.Markers{Open: open[n-1:]}, Separator: []string{separator}}}, open[:n-1])
	}
	if len(ends) > 0 || fence {
		return fmt.Errorf("an id is in a header, and %q closes the call", joined(s.close))
	}
	format := i.format("named", "A name and JSON arguments after a marker.")
	i.grammar.Blocks = []*familyv1.Block{{
		Format: format, Shape: &familyv1.Shape{Base: familyv1.Shape_BASE_MARKED_CALLS},
		Markers: &familyv1.Markers{Open: open[n-1:]}, Closer: familyv1.Closer_CLOSER_OPTIONAL, Kind: markerKind(i.isSpecial(open[n-1])), Body: familyv1.Body_BODY_ONE, Reported: i.isSpecial(open[n-1]),
		Header: &familyv1.Header{Format: format, Separator: separator, Id: id},
	}}
	i.grammar.ObjectCalls = true
	i.preserve(open[n-1], separator, id)
	i.surroundings(surround{section: open[:n-1], end: s.end})
	return nil
}

// isRecipient reports whether the text before the name says whom any message is for.
func (i *inference) isRecipient(open string) bool {
	answer, err := i.output(&turn{content: answerText})
	before, _, ok := strings.Cut(answer, answerText)
	all := strings.TrimPrefix(strings.TrimSpace(before), open)
	if err != nil || !ok || all == "" || len(markersIn(all)) != 1 || isMarker(all) {
		return false
	}
	i.grammar.Recipients = &familyv1.Recipients{Format: i.format("recipient", "A line with the tool's name, and JSON arguments."), Open: open, All: all}
	return true
}

// python reads calls that are written as Python code: [f(k='v')].
func (i *inference) python(one string) error {
	before, rest, _ := strings.Cut(one, firstName)
	arguments, behind, ok := strings.Cut(rest, ")")
	if !ok || !strings.Contains(arguments, firstKey+"=") {
		return fmt.Errorf("calls are written as %.200q, which no shared grammar says", one)
	}
	before, isList := strings.CutSuffix(strings.TrimRight(before, spaces), "[")
	if isList {
		behind, _ = strings.CutPrefix(strings.TrimLeft(behind, spaces), "]")
	}
	open, end := markersIn(before), markersIn(behind)
	if len(end) > len(open) {
		i.turnEnds(end[len(open):])
		end = end[:len(open)]
	}
	format := i.format("python", "Python calls.")
	p := &familyv1.Python{Format: format, Names: familyv1.PythonNames_PYTHON_NAMES_NONE_DECLARED}
	if isList {
		p.Calls = familyv1.PythonCalls_PYTHON_CALLS_LISTS
	}
	switch {
	case len(open) == 0:
	case len(open) > 1 || len(end) != 1 || !isMarker(open[0]) || !isMarker(end[0]):
		return fmt.Errorf("calls in Python are between %.100q and %.100q, which are no markers", joined(open), joined(end))
	default:
		p.Calls = familyv1.PythonCalls_PYTHON_CALLS_MARKED
		p.Blocks = []*familyv1.PythonBlock{{Markers: between(open[0], end[0])}}
		i.preserve(open[0], end[0])
		i.closers = end
	}
	i.grammar.Python = p
	return nil
}

// tree reads calls whose arguments are keys and values between braces, with a delimiter
// of their own around texts.
func (i *inference) tree(one string) error {
	refusal := fmt.Errorf("calls are written as %.200q, which no shared grammar says", one)
	c, ok := cutTagged(one, firstName, firstKey, firstText)
	if !ok || c.toKey != "{" {
		return refusal
	}
	delimiter, ok := strings.CutPrefix(c.toValue, ":")
	behind, closed := strings.CutPrefix(c.behind, delimiter+"}")
	open, end := markersIn(c.before), markersIn(behind)
	if !ok || !closed || delimiter == "" || len(open) != 2 || !isMarker(open[0]) || len(end) == 0 || !isMarker(end[0]) {
		return refusal
	}
	i.turnEnds(end[1:])
	i.closers = slices.Clone(end[:1])
	i.preserve(open[0], end[0], delimiter)
	i.grammar.Trees = []*familyv1.Tree{{
		Format:  i.format("tree", "A name, and keys and values between braces."),
		Markers: between(open[0], end[0]), Word: open[1], Delimiter: delimiter,
		Typed: i.writes("anumber", delimiter+"17"),
	}}
	return nil
}
