package argcheck

import (
	"fmt"
)

// A schemaSize is what a schema would take to compile, judged by its decoded
// text alone. Compiling compares every subschema with every other, spells out
// the path to each, and looks at all resources for each: small texts can ask for
// a great deal of it.
type schemaSize struct {
	// subschemas counts what can be one: objects and booleans.
	subschemas int
	// values counts everything.
	values int
	// pathBytes is the length of the JSON pointers to all values.
	pathBytes int
	// resources counts $id, which begins one, and references, which may name one.
	resources, references int
}

// measureSchema tells the size of a decoded schema, or what of it is over a limit.
func measureSchema(doc any) (schemaSize, error) {
	var s schemaSize
	err := s.add(doc, 0, 0)
	return s, err
}

// add counts a value at a depth, whose path has the given length.
func (s *schemaSize) add(value any, depth, path int) error {
	s.values++
	s.pathBytes += path
	if err := s.check(depth); err != nil {
		return err
	}
	switch value := value.(type) {
	case bool:
		s.subschemas++
	case []any:
		for _, item := range value {
			if err := s.add(item, depth+1, path+indexBytes); err != nil {
				return err
			}
		}
	case map[string]any:
		return s.addObject(value, depth, path)
	}
	return nil
}

// indexBytes is the longest token of an index in a path.
const indexBytes = len("/99999")

func (s *schemaSize) addObject(object map[string]any, depth, path int) error {
	s.subschemas++
	for key, value := range object {
		if _, text := value.(string); text {
			s.addKeyword(key)
		}
		if err := s.add(value, depth+1, path+1+len(key)); err != nil {
			return err
		}
	}
	return nil
}

func (s *schemaSize) addKeyword(key string) {
	switch key {
	case "$id", "id":
		s.resources++
	case "$ref", "$dynamicRef", "$recursiveRef":
		s.references++
	}
}

func (s *schemaSize) check(depth int) error {
	for _, bound := range []struct {
		what    string
		n, most int
	}{
		{"levels", depth, maxSchemaDepth},
		{"values", s.values, maxSchemaValues},
		{"objects and booleans", s.subschemas, maxSubschemas},
		{"bytes of paths", s.pathBytes, maxSchemaPathBytes},
		{"$id", s.resources, maxSchemaResources},
		{"references", s.references, maxSchemaReferences},
	} {
		if bound.n > bound.most {
			return fmt.Errorf("more than %d %s, the limit with validate_arguments", bound.most, bound.what)
		}
	}
	return nil
}

// bytes estimates what the compiled schema keeps, without its patterns.
func (s *schemaSize) bytes() int {
	return s.subschemas*subschemaBytes + s.values*schemaValueBytes + s.pathBytes*pathCopies
}

// What compiling makes of each part, as measured; see TestCompiledSizes.
const (
	subschemaBytes   = 1024
	schemaValueBytes = 64
	pathCopies       = 3
	// instructionBytes is what one of a pattern takes.
	instructionBytes = 64
)
