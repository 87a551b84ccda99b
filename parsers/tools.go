package parsers

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
}

// NewTools prepares a set of tools. Of several with one name the first counts.
// An empty list gives nil: empty tools count as not given.
func NewTools(list []Tool) *Tools {
	if len(list) == 0 {
		return nil
	}
	t := &Tools{list: list, byName: make(map[string]int, len(list))}
	for i, tool := range list {
		if _, dup := t.byName[tool.Name]; !dup {
			t.byName[tool.Name] = i
		}
	}
	return t
}

// Given tells whether tools are known at all.
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

// Declared tells whether a tool of this name was offered.
func (t *Tools) Declared(name string) bool {
	_, ok := t.Index(name)
	return ok
}

// Index finds the tool of this name; [Tools.At] returns it.
func (t *Tools) Index(name string) (int, bool) {
	if t == nil {
		return 0, false
	}
	i, ok := t.byName[name]
	return i, ok
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
