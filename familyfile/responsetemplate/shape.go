package responsetemplate

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// A path is where a value of a call is: the keys that lead to it. One of no keys is
// the whole.
type path []string

// A result is what the transform makes of a region: where the parts of a call are.
type result struct {
	whole           bool // the region is the function, with name and arguments
	name, arguments path
	id              path
}

// result reads a transform; false if it says more than a call.
func (i *importer) result(f *field) (r result, ok bool) {
	key := f.key + ".transform"
	if f.transform == nil {
		i.refuse(key, "it is missing; it says where the name and the arguments are")
		return r, false
	}
	var outer object
	if r.whole = isWhole(f.transform); r.whole {
		return r, true
	}
	if !i.read(key, f.transform, &outer, "object") {
		return r, false
	}
	before := len(i.problems)
	for _, name := range slices.Sorted(maps.Keys(outer)) {
		i.part(&r, key+"."+name, name, outer[name])
	}
	if len(i.problems) == before && !r.whole && (r.name == nil || r.arguments == nil) {
		i.refuse(key, "it doesn't say where both the name and the arguments are")
	}
	return r, len(i.problems) == before
}

// part reads one member of the transform.
func (i *importer) part(r *result, key, name string, value json.RawMessage) {
	switch name {
	case "type":
		if string(value) != `"function"` {
			i.refuse(key, "a call is a function")
		}
	case "function":
		if r.whole = isWhole(value); r.whole {
			return
		}
		var function object
		if !i.read(key, value, &function, "object") {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(function)) {
			if name == "function" || name == "type" {
				i.refuse(key+"."+name, "a function has a name and arguments")
				continue
			}
			i.part(r, key+"."+name, name, function[name])
		}
	case "name":
		r.name = i.path(key, value)
	case "arguments":
		r.arguments = i.path(key, value)
	case "id":
		r.id = i.path(key, value)
	default:
		i.refuse(key, "a call has a type, an id, and a function with a name and arguments")
	}
}

func isWhole(value json.RawMessage) bool { return string(value) == `"{content}"` }

// path reads a placeholder: {tool_name}, {content.fn.args}.
func (i *importer) path(key string, value json.RawMessage) path {
	var text string
	if !i.read(key, value, &text, "string") {
		return nil
	}
	inner, ok := strings.CutPrefix(text, "{")
	inner, ended := strings.CutSuffix(inner, "}")
	if !ok || !ended || inner == "" || strings.ContainsAny(inner, "{}") {
		i.refuse(key, "%q is no placeholder alone, as {tool_name} is", text)
		return nil
	}
	return strings.Split(inner, ".")
}

// isNameAndContent checks that the transform takes the captured name, and the region for
// its arguments.
func (i *importer) isNameAndContent(f *field, captured string) bool {
	r, ok := i.result(f)
	if !ok {
		return false
	}
	if r.whole || r.id != nil || !slices.Equal(r.name, path{captured}) || !slices.Equal(r.arguments, path{"content"}) {
		i.refuse(f.key+".transform", "the name is the one captured, {%s}, and the arguments are {content}", captured)
		return false
	}
	return true
}

// inside is the path in a region's object, which "content" stands for.
func (p path) inside() path {
	if len(p) > 1 && p[0] == "content" {
		return p[1:]
	}
	return p
}

// shape says which objects are calls, and what the example looks like; nil if no shape does.
func (i *importer) shape(f *field) (*familyv1.Shape, string) {
	r, ok := i.result(f)
	if !ok {
		return nil, ""
	}
	if r.whole {
		r.name, r.arguments = path{"name"}, path{"arguments"}
	}
	name, arguments, id := r.name.inside(), r.arguments.inside(), r.id.inside()
	depth := len(name) - 1
	switch {
	case depth > 1, len(arguments) != len(name), depth == 1 && name[0] != arguments[0]:
		i.refuse(f.key+".transform", "name and arguments must be next to each other, in the region's object or in an object inside it")
		return nil, ""
	case len(id) > 1:
		i.refuse(f.key+".transform.id", "an id is in the region's object")
		return nil, ""
	}
	shape := &familyv1.Shape{
		NoArguments: familyv1.NoArguments_NO_ARGUMENTS_CALL_OR_REPORT,
		Fields: []*familyv1.Field{
			{Key: name[depth], Name: []uint32{1}},
			{Key: arguments[depth], Arguments: []uint32{1}},
		},
	}
	example := `{"` + name[depth] + `": "` + exampleName + `", "` + arguments[depth] + `": {"` + exampleKey + `": "` + exampleText + `"}}`
	if depth == 1 {
		shape = &familyv1.Shape{Fields: []*familyv1.Field{{Key: name[0], Shape: shape}}}
		example = `{"` + name[0] + `": ` + example + `}`
	}
	if id != nil {
		shape.Fields = append(shape.Fields, &familyv1.Field{Key: id[0], Holds: familyv1.Holds_HOLDS_NUMERIC_ID})
	}
	return shape, example
}
