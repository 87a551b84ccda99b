package parsers

import (
	"maps"
	"slices"
	"strings"
	"unicode"
)

// A Tool is a function that the model was offered.
type Tool struct {
	// Name of the function.
	Name string
	// Parameters is the JSON Schema of the arguments, as JSON text; empty if none is known.
	Parameters string
}

// Tools is a set of tools, prepared for look-up. It is immutable and safe for
// concurrent use. A nil *Tools declares nothing.
type Tools struct {
	list   []Tool
	byName map[string]int
	spaced []string
	sorted []string       // the names, if there are many
	folded map[string]int // by Underscored's names; several: there is more than one
	ends   [4]uint64      // the last bytes of the names, each a bit: most words of a text end in none of them
}

const several = -1

// fewTools are so few that their names are compared one by one.
const fewTools = 16

// NewTools prepares a set of tools. Of several with one name the first counts.
// An empty list gives nil: empty tools count as not given.
func NewTools(list []Tool) *Tools {
	if len(list) == 0 {
		return nil
	}
	t := &Tools{list: list, byName: make(map[string]int, len(list))}
	for i, tool := range list {
		if _, dup := t.byName[tool.Name]; dup {
			continue
		}
		t.byName[tool.Name] = i
		if n := len(tool.Name); n > 0 {
			t.ends[tool.Name[n-1]>>6] |= 1 << (tool.Name[n-1] & 63)
		}
		if strings.ContainsFunc(tool.Name, unicode.IsSpace) {
			t.spaced = append(t.spaced, tool.Name)
		}
		if strings.ContainsAny(tool.Name, "-.") {
			t.fold(i)
		}
	}
	slices.SortStableFunc(t.spaced, func(a, b string) int { return len(b) - len(a) })
	if len(list) > fewTools {
		t.sorted = slices.Sorted(maps.Keys(t.byName))
	}
	return t
}

// fold makes the i-th tool known to Underscored.
func (t *Tools) fold(i int) {
	if t.folded == nil {
		t.folded = make(map[string]int)
	}
	name := foldName.Replace(t.list[i].Name)
	if _, dup := t.folded[name]; dup {
		i = several
	}
	t.folded[name] = i
}

// Given reports whether tools are known at all.
func (t *Tools) Given() bool { return t != nil }

// Len is the number of tools.
func (t *Tools) Len() int {
	if t == nil {
		return 0
	}
	return len(t.list)
}

// At is the i-th tool.
func (t *Tools) At(i int) Tool { return t.list[i] }

// Declared reports whether a tool of this name was offered.
func (t *Tools) Declared(name string) bool {
	_, ok := t.Index(name)
	return ok
}

// Index finds the tool of this name; [Tools.At] returns it.
func (t *Tools) Index(name string) (int, bool) {
	if t == nil {
		return 0, false
	}
	if n := len(name); n > 0 && !t.Ends(name[n-1]) {
		return 0, false
	}
	i, ok := t.byName[name]
	return i, ok
}

// Ends reports whether the name of a tool ends with the byte. That rules most words of a text out.
func (t *Tools) Ends(last byte) bool {
	return t != nil && t.ends[last>>6]>>(last&63)&1 != 0
}

// Begins reports whether the name of a tool begins like this.
func (t *Tools) Begins(name string) bool {
	switch {
	case t == nil:
		return false
	case t.sorted != nil:
		i, _ := slices.BinarySearch(t.sorted, name)
		return i < len(t.sorted) && strings.HasPrefix(t.sorted[i], name)
	}
	return slices.ContainsFunc(t.list, func(tool Tool) bool { return strings.HasPrefix(tool.Name, name) })
}

// Spaced are the names with white space in them, the longest first. They must not be changed.
func (t *Tools) Spaced() []string {
	if t == nil {
		return nil
	}
	return t.spaced
}

// Underscored is the name of the only tool whose name differs from the given one in
// nothing but '-' or '.' where that has '_'; "" if there is none, or more than one.
func (t *Tools) Underscored(name string) string {
	if t == nil || t.folded == nil || strings.IndexByte(name, '_') < 0 {
		return ""
	}
	i, ok := t.folded[foldName.Replace(name)]
	if !ok || i == several {
		return ""
	}
	found := t.list[i].Name
	for i := range len(name) {
		if name[i] != found[i] && name[i] != '_' {
			return ""
		}
	}
	return found
}

// Intern returns name as a string, without a copy where a tool bears it.
func (t *Tools) Intern(name []byte) string {
	if t != nil {
		if i, ok := t.byName[string(name)]; ok {
			return t.list[i].Name
		}
	}
	return string(name)
}
