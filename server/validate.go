package server

import (
	"cmp"
	"context"
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
	ctx     context.Context
	schemas map[string]*compiledSchema
	// work is what is left of maxValidationSteps, for all calls of the request.
	work int
	// told is what is left of maxToldBytes.
	told int
}

// argumentCheck compiles the schemas of the tools; what fails goes to v.
func (s *Service) argumentCheck(ctx context.Context, tools []*toolparserv1.Tool, v *violations) *argumentCheck {
	check := &argumentCheck{
		ctx:     ctx,
		schemas: make(map[string]*compiledSchema, len(tools)),
		work:    maxValidationSteps,
		told:    maxToldBytes,
	}
	bytes := 0
	for i, tool := range tools {
		name, parameters := tool.GetFunction().GetName(), tool.GetFunction().GetParameters()
		if parameters == "" || ctx.Err() != nil {
			continue
		}
		schema := s.schemas.get(parameters)
		if schema.syntax != nil {
			continue // told already
		}
		compiled := s.schemas.compile(schema)
		if compiled.err != nil {
			v.add(parametersField(i), "%v", compiled.err)
		}
		if bytes += compiled.bytes; bytes > maxCompiledBytes {
			v.add(parametersField(i), "up to here the schemas take more than %d bytes of memory, the limit with validate_arguments", maxCompiledBytes)
			break
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
	if c == nil || c.schemas[name] == nil || c.ctx.Err() != nil {
		return nil
	}
	found := c.check(c.schemas[name], arguments)
	for i, violation := range found {
		c.told -= len(violation.GetPointer()) + len(violation.GetMessage())
		if c.told < 0 {
			return append(found[:i], untold)
		}
	}
	return found
}

// untold stands for the violations that there is no room to tell. It is shared and
// never changed.
var untold = &toolparserv1.SchemaViolation{Message: "not told: too many"}

func (c *argumentCheck) check(s *compiledSchema, arguments string) []*toolparserv1.SchemaViolation {
	if c.work -= len(arguments); c.work < 0 {
		c.work = 0
		return unchecked(errTooCostly)
	}
	value, err := decodeJSON(arguments)
	if err != nil {
		return unchecked(err)
	}
	if err := checkCost(s.schema, value, &c.work); err != nil {
		return unchecked(err)
	}
	if s.verdict.Validate(value) != nil {
		return nil // "not" fails: the arguments are valid
	}
	var invalid *jsonschema.ValidationError
	if errors.As(s.schema.Validate(value), &invalid) {
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
// the arguments, the first n.
func leaves(e *jsonschema.ValidationError, n int) []*toolparserv1.SchemaViolation {
	var first []*jsonschema.ValidationError
	eachLeaf(e, func(leaf *jsonschema.ValidationError) {
		at, _ := slices.BinarySearchFunc(first, leaf, func(a, b *jsonschema.ValidationError) int {
			return cmp.Or(slices.Compare(a.InstanceLocation, b.InstanceLocation), -1) // after its equals
		})
		if at < n {
			first = slices.Insert(first[:min(len(first), n-1)], at, leaf)
		}
	})
	told := make([]*toolparserv1.SchemaViolation, len(first))
	for i, leaf := range first {
		told[i] = violation(leaf)
	}
	return told
}

func eachLeaf(e *jsonschema.ValidationError, f func(*jsonschema.ValidationError)) {
	if len(e.Causes) == 0 || isChoice(e.ErrorKind) {
		f(e)
		return
	}
	for _, cause := range e.Causes {
		eachLeaf(cause, f)
	}
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
	clipKind(e.ErrorKind)
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

// clipKind shortens the texts that a message would quote whole.
func clipKind(k jsonschema.ErrorKind) {
	switch k := k.(type) {
	case *kind.Pattern:
		k.Got = clip(k.Got, maxDescriptionBytes)
	case *kind.PropertyNames:
		k.Property = clip(k.Property, maxDescriptionBytes)
	}
}

func firstLeaf(e *jsonschema.ValidationError) *jsonschema.ValidationError {
	for len(e.Causes) > 0 {
		e = e.Causes[0]
	}
	return e
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// jsonPointer is RFC 6901's notation of a path. Of one that is longer than
// maxPointerBytes it leads to the last place that isn't.
func jsonPointer(path []string) string {
	var b strings.Builder
	for _, token := range path {
		if b.Len()+1+len(token) > maxPointerBytes {
			break
		}
		b.WriteByte('/')
		b.WriteString(pointerEscapes.Replace(token))
	}
	return b.String()
}
