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
	// patternBytes is the length of all patterns.
	patternBytes int
}

// measureSchema tells the size of a schema that was read, or what of it is over a limit.
func measureSchema(r reading) (schemaSize, error) {
	var s schemaSize
	if r.values > maxSchemaValues {
		return s, errValues
	}
	if r.err != nil {
		return s, r.err
	}
	err := s.add(r.value, 0, 0)
	return s, err
}

// steps is about how long compiling takes: see stepBytes. A subschema is checked against what a schema must be, and
// compared with every other. A reference to a place that no keyword is for takes a copy of what is known of all.
func (s *schemaSize) steps() int {
	return s.subschemas*(200+s.subschemas/8+s.resources) + s.values*100 + s.pathBytes/8 +
		s.references*(100+3*s.subschemas) + s.patternBytes*5 + min(s.patternBytes*patternGrowth, maxPatternsSize)*2
}

// patternGrowth is how many instructions a byte of a pattern asks for, at most, as in (?:abcd){990}.
const patternGrowth = 320

// add counts a value at a depth, whose path has the given length.
func (s *schemaSize) add(value any, depth, path int) error {
	if s.values++; s.values > maxSchemaValues {
		return errValues
	}
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
		if text, ok := value.(string); ok {
			s.addKeyword(key, text)
		}
		if patterns, ok := value.(map[string]any); ok && key == "patternProperties" {
			for pattern := range patterns {
				s.patternBytes += len(pattern)
			}
		}
		if err := s.add(value, depth+1, path+1+len(key)); err != nil {
			return err
		}
	}
	return nil
}

func (s *schemaSize) addKeyword(key, text string) {
	switch key {
	case "pattern":
		s.patternBytes += len(text)
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
		{"objects and booleans", s.subschemas, maxSubschemas},
		{"bytes of paths", s.pathBytes, maxSchemaPathBytes},
		{"$id", s.resources, maxSchemaResources},
		{"references", s.references, maxSchemaReferences},
		{"bytes of patterns", s.patternBytes, maxPatternBytes},
	} {
		if bound.n > bound.most {
			return tooMany(bound.most, bound.what)
		}
	}
	return nil
}

func tooMany(most int, what string) error {
	return fmt.Errorf("more than %d %s, the limit with validate_arguments", most, what)
}

var errValues = tooMany(maxSchemaValues, "values")

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
