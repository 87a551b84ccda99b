package chattemplate

import (
	"fmt"
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

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
	open, end := marks(before), marks(behind)
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
	case len(open) > 1 || len(end) != 1 || !isMark(open[0]) || !isMark(end[0]):
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
	open, end := marks(c.before), marks(behind)
	if !ok || !closed || delimiter == "" || len(open) != 2 || !isMark(open[0]) || len(end) == 0 || !isMark(end[0]) {
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
