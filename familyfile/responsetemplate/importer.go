package responsetemplate

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// An importer makes one declaration.
type importer struct {
	name        string
	declaration *familyv1.FamilyDeclaration
	grammar     *familyv1.Grammar
	problems    []error
	notes       []string
}

func (i *importer) refuse(key, why string, args ...any) {
	i.problems = append(i.problems, &Refusal{key, fmt.Sprintf(why, args...)})
}

func (i *importer) note(text string, args ...any) {
	i.notes = append(i.notes, fmt.Sprintf(text, args...))
}

// read reads a value of JSON; false if it isn't of the kind.
func (i *importer) read(key string, value json.RawMessage, into any, kind string) bool {
	if value == nil {
		return false
	}
	if err := json.Unmarshal(value, into); err != nil {
		i.refuse(key, "it is no %s", kind)
		return false
	}
	return true
}

// format is the name of the calls' format, with its example.
func (i *importer) format(name, description, example string) string {
	name = i.name + "/" + name
	i.declaration.Formats = append(i.declaration.Formats, &familyv1.Format{Name: name, Description: description, Example: example})
	return name
}

// argsAre refuses all content_args but these.
func (i *importer) argsAre(f *field, known ...string) {
	for _, key := range slices.Sorted(maps.Keys(f.args)) {
		if !slices.Contains(known, key) {
			i.refuse(f.key+".content_args."+key, "it can't be declared of %s here", f.content)
		}
	}
}

// preserved notes which markers are special tokens, by their looks.
func (i *importer) preserved(texts ...string) {
	for _, text := range texts {
		if text != "" && !slices.Contains(i.declaration.PreservedTokens, text) {
			i.declaration.PreservedTokens = append(i.declaration.PreservedTokens, text)
		}
	}
}
