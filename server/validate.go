package server

import (
	"errors"
	"slices"
	"strings"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	"golang.org/x/text/message"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// An argumentCheck checks accepted arguments against the tools' schemas. A nil
// one finds nothing.
type argumentCheck struct {
	schemas map[string]*jsonschema.Schema
}

// argumentCheck compiles the schemas of the tools; what fails goes to v.
func (s *Service) argumentCheck(tools []*toolparserv1.Tool, v *violations) *argumentCheck {
	check := &argumentCheck{schemas: make(map[string]*jsonschema.Schema, len(tools))}
	for i, tool := range tools {
		name, parameters := tool.GetFunction().GetName(), tool.GetFunction().GetParameters()
		if parameters == "" {
			continue
		}
		schema := s.schemas.get(parameters)
		if schema.syntax != nil {
			continue // told already
		}
		compiled, err := schema.compile()
		if err != nil {
			v.add(parametersField(i), "%v", err)
		}
		// Of several tools with one name the first counts.
		if _, taken := check.schemas[name]; !taken {
			check.schemas[name] = compiled
		}
	}
	return check
}

// violations checks the arguments of one call.
func (c *argumentCheck) violations(name, arguments string) []*toolparserv1.SchemaViolation {
	if c == nil || c.schemas[name] == nil {
		return nil
	}
	value, err := decodeJSON(arguments)
	if err != nil {
		return unchecked(err)
	}
	schema := c.schemas[name]
	if err := checkCost(schema, value); err != nil {
		return unchecked(err)
	}
	var invalid *jsonschema.ValidationError
	if errors.As(schema.Validate(value), &invalid) {
		return leaves(invalid, maxSchemaViolations)
	}
	return nil
}

// unchecked says that arguments could not be checked, and where that shows.
func unchecked(err error) []*toolparserv1.SchemaViolation {
	violation := &toolparserv1.SchemaViolation{Message: "not checked: " + err.Error()}
	var huge *hugeNumberError
	if errors.As(err, &huge) {
		violation.Pointer = huge.pointer
	}
	return []*toolparserv1.SchemaViolation{violation}
}

// leaves tells the violations that have no further causes, by their place in
// the arguments, at most n.
func leaves(e *jsonschema.ValidationError, n int) []*toolparserv1.SchemaViolation {
	found := appendLeaves(nil, e)
	slices.SortStableFunc(found, func(a, b *jsonschema.ValidationError) int {
		return slices.Compare(a.InstanceLocation, b.InstanceLocation)
	})
	told := make([]*toolparserv1.SchemaViolation, min(n, len(found)))
	for i := range told {
		told[i] = violation(found[i])
	}
	return told
}

func appendLeaves(found []*jsonschema.ValidationError, e *jsonschema.ValidationError) []*jsonschema.ValidationError {
	if len(e.Causes) == 0 || isChoice(e.ErrorKind) {
		return append(found, e)
	}
	for _, cause := range e.Causes {
		found = appendLeaves(found, cause)
	}
	return found
}

// isChoice tells keywords of which one branch would have done: the causes are
// those of every branch, most of them beside the point.
func isChoice(k jsonschema.ErrorKind) bool {
	switch k.(type) {
	case *kind.AnyOf, *kind.OneOf:
		return true
	default:
		return false
	}
}

var english = message.NewPrinter(language.English)

func violation(e *jsonschema.ValidationError) *toolparserv1.SchemaViolation {
	text := e.ErrorKind.LocalizedString(english)
	for i, cause := range e.Causes { // those of a choice
		text += [...]string{": ", "; "}[min(i, 1)] + firstLeaf(cause).ErrorKind.LocalizedString(english)
		if len(text) > maxDescriptionBytes {
			break
		}
	}
	return &toolparserv1.SchemaViolation{
		Pointer: jsonPointer(e.InstanceLocation),
		Message: clip(text, maxDescriptionBytes),
	}
}

func firstLeaf(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	for len(e.Causes) > 0 {
		e = e.Causes[0]
	}
	return e
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// jsonPointer is RFC 6901's notation of a path.
func jsonPointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		b.WriteByte('/')
		b.WriteString(pointerEscapes.Replace(token))
	}
	return b.String()
}
