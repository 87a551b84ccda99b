package server

import (
	"context"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// An ArgumentChecker checks arguments against schemas as ParseOptions.validate_arguments does, within the
// same bounds. It is safe for concurrent use.
type ArgumentChecker struct{ schemas *schemaCache }

// NewArgumentChecker returns a checker that keeps up to SchemaCacheBytes of schemas.
func NewArgumentChecker() *ArgumentChecker {
	return &ArgumentChecker{newSchemaCache(SchemaCacheEntries, SchemaCacheBytes)}
}

// Check says what is wrong with arguments, or why that can't be known. A tool without parameters
// takes all.
func (c *ArgumentChecker) Check(parameters, arguments string) error {
	if parameters == "" {
		return nil
	}
	schema := c.schemas.get(parameters)
	if schema.syntax != nil {
		return schema.syntax
	}
	compiled := c.schemas.compile(schema)
	if compiled.err != nil {
		return compiled.err
	}
	found := (&argumentCheck{work: maxValidationSteps}).check(compiled, arguments)
	if len(found) > 0 {
		return fmt.Errorf("%q: %s", found[0].GetPointer(), found[0].GetMessage())
	}
	return nil
}

// An argumentCheck checks accepted arguments against the tools' schemas. A nil
// one finds nothing.
type argumentCheck struct {
	ctx     context.Context
	schemas map[string]*compiledSchema
	// memory counts those that are used, until they are released.
	memory *memory
	used   []*schema
	// work is what is left of maxValidationSteps, for all calls of the request.
	work int
	// What is left of maxToldBytes, for all calls of the request.
	told int
}

// argumentCheck compiles the schemas of the tools; what fails goes to v. The check is to be
// released. The error says that there is no memory for them.
func (s *Service) argumentCheck(ctx context.Context, tools []*toolparserv1.Tool, v *violations) (*argumentCheck, error) {
	check := &argumentCheck{
		ctx:     ctx,
		schemas: make(map[string]*compiledSchema, len(tools)),
		memory:  s.memory,
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
			continue // reported already
		}
		compiled := s.schemas.compile(schema)
		if compiled.err != nil {
			v.add(parametersField(i), "%v", compiled.err)
		}
		if bytes += compiled.bytes; bytes > maxCompiledBytes {
			v.add(parametersField(i), "up to here the schemas take more than %d bytes of memory, the limit with validate_arguments", maxCompiledBytes)
			break
		}
		if !schema.use(s.memory, s.turns.clientOf(ctx)) {
			check.release()
			return nil, shedError(shedMemory)
		}
		check.used = append(check.used, schema)
		check.schemas[name] = compiled
	}
	return check, nil
}

// release gives back what the schemas hold. A second time it does nothing.
func (c *argumentCheck) release() {
	if c == nil {
		return
	}
	for _, schema := range c.used {
		schema.release(c.memory)
	}
	c.used, c.schemas = nil, nil
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
var untold = &toolparserv1.SchemaViolation{Message: "not reported: too many violations"}

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

func parametersField(i int) string {
	return fmt.Sprintf("tools[%d].function.parameters", i)
}
