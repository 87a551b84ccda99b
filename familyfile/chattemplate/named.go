package chattemplate

import (
	"fmt"
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// named reads calls whose name is before their JSON arguments.
func (i *inference) named(one, two string) error {
	before, rest, _ := strings.Cut(one, firstName)
	arguments, _ := jsonWith(rest, firstKey)
	separator, behind := rest[:arguments.start], rest[arguments.end:]
	s := surround{section: marks(before), end: marks(behind)}
	if between, ok := betweenNamed(two); ok {
		s = around(before, behind, between)
	}
	if len(s.open) == 0 && len(s.section) > 0 {
		s.section, s.open = nil, s.section
	}
	if len(s.close) == 0 {
		s.close, s.end = s.end, nil
	}
	seps := marks(separator)
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
	case n == 0 && len(seps) == 0 && len(onlyMarks(s.close)) == 0 && len(s.between) == 1 && i.isRecipient(s.between[0]):
		return nil
	case n == 0 && len(seps) == 0 && len(onlyMarks(s.close)) == 0:
		i.grammar.NameLines = i.format("lines", "A name, and JSON arguments on the next line.")
		return nil
	case n >= 3 && len(seps) == 0 && isMark(open[n-1]) && !isMark(open[n-2]) && isMark(open[n-3]):
		// <call>TYPE<sep>NAME
		return i.declareNamed(s, &familyv1.Named{
			Shell: &familyv1.Shell{Call: &familyv1.Markers{Open: open[n-3 : n-2]}, Type: open[n-2], Separator: open[n-1:]},
		}, open[:n-3])
	case n > 0 && isMark(open[n-1]) && strings.HasSuffix(strings.TrimRight(before, spaces), open[n-1]) && len(seps) > 0 && isMark(seps[len(seps)-1]):
		return i.header(s, seps, fence, open)
	case n > 0 && !isMark(open[n-1]) && len(seps) == 0 && n == 1 && i.isRecipient(open[0]):
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
	ends := onlyMarks(s.close)
	section, end := slices.Concat(s.section, before), onlyMarks(s.end)
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

// header declares a name behind a marker, and another one before its arguments.
func (i *inference) header(s surround, seps []string, fence bool, open []string) error {
	separator, n := seps[len(seps)-1], len(open)
	ends := onlyMarks(s.close)
	if n >= 3 && open[n-2] == firstID && isMark(open[n-3]) && len(seps) == 1 { // <call>ID<name>NAME<with>
		return i.declareNamed(s, &familyv1.Named{Shell: &familyv1.Shell{Call: &familyv1.Markers{Open: open[n-3 : n-2]}, Separator: []string{separator}}, Id: open[n-1]}, open[:n-3])
	}
	id := ""
	switch {
	case len(seps) == 3 && isMark(seps[0]) && seps[1] == firstID:
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
	format := i.format("named", "A name and JSON arguments behind a marker.")
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
	if err != nil || !ok || all == "" || len(marks(all)) != 1 || isMark(all) {
		return false
	}
	i.grammar.Recipients = &familyv1.Recipients{Format: i.format("recipient", "A line with the tool's name, and JSON arguments."), Open: open, All: all}
	return true
}
