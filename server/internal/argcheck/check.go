package argcheck

import (
	"context"
	"errors"
	"fmt"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Payer counts the memory of compiled schemas for whoever uses them.
type Payer interface {
	// Take counts n bytes. It reports false, and counts nothing, if there is no room for them.
	Take(n int) bool
	// Give takes n bytes out of the count.
	Give(n int)
}

// A Turn is the turn in which a request is worked on. Whatever takes long gives way to other requests through it. Its
// errors say that the caller has left.
type Turn interface {
	// Spend counts work that comes next, and takes as long as looking at n bytes. It may let others work before.
	Spend(n int) error
	// Long does what can't be interrupted and may take longer than a turn.
	Long(do func()) error
}

// ErrMemory says that a Payer has no room for a compiled schema.
var ErrMemory = errors.New("no memory for the schema")

var errFull = fmt.Errorf("up to here the schemas take more than %d bytes of memory, the limit with validate_arguments", maxCompiledBytes)

// A Check checks the calls of one request against the schemas of its tools. All calls share one
// budget. A nil Check finds nothing.
type Check struct {
	ctx     context.Context
	turn    Turn
	cache   *Cache
	payer   Payer
	schemas map[string]*compiledSchema
	// used are the schemas that are paid for, until Release; bytes is what all of them take.
	used  []*schema
	bytes int
	left  budget
}

// A budget is what is left of the limits of one request.
type budget struct {
	work int // of maxSteps
	told int // of maxToldBytes
}

// NewCheck returns a check for the request of ctx, which is worked on in a turn, and has about n tools. It is to be
// released. Once ctx is done, it compiles and checks nothing more.
func (c *Cache) NewCheck(ctx context.Context, turn Turn, n int, payer Payer) *Check {
	return &Check{
		ctx: ctx, turn: turn, cache: c, payer: payer,
		schemas: make(map[string]*compiledSchema, n), left: budget{work: maxSteps, told: maxToldBytes},
	}
}

// Add compiles the parameters of a tool, whose calls are checked from now on. What is wrong with the schema is wrong,
// unless that is its syntax: see Cache.CheckSyntax. The error is ErrMemory, or the turn's.
func (c *Check) Add(tool, parameters string) (wrong, err error) {
	if parameters == "" || c.compilesNoMore() {
		return nil, nil
	}
	s, err := c.cache.get(parameters, c.turn)
	if err != nil {
		return nil, err
	}
	if !s.isSchema() {
		return nil, nil
	}
	compiled, err := c.cache.compile(s, c.turn)
	if err != nil {
		return nil, err
	}
	if c.bytes += compiled.bytes; c.bytes > maxCompiledBytes {
		return errFull, nil
	}
	if !s.use(c.payer) {
		return nil, ErrMemory
	}
	c.used = append(c.used, s)
	c.schemas[tool] = compiled
	return compiled.err, nil
}

// compilesNoMore reports whether the schemas so far were too many, or the caller has left.
func (c *Check) compilesNoMore() bool { return c.bytes > maxCompiledBytes || c.ctx.Err() != nil }

// Release gives back what the schemas hold. A second time it does nothing.
func (c *Check) Release() {
	if c == nil {
		return
	}
	for _, s := range c.used {
		s.release()
	}
	c.used, c.schemas = nil, nil
}

// Violations checks the arguments of a call of a tool.
func (c *Check) Violations(tool, arguments string) []Violation {
	if c == nil || c.schemas[tool] == nil || c.ctx.Err() != nil {
		return nil
	}
	return c.left.violations(c.schemas[tool], arguments, c.turn)
}

// violations are those that there is room to report; none if the caller has left.
func (b *budget) violations(s *compiledSchema, arguments string, turn Turn) []Violation {
	found, err := b.check(s, arguments, turn)
	if err != nil {
		return nil
	}
	for i, violation := range found {
		b.told -= len(violation.Pointer) + len(violation.Message)
		if b.told < 0 {
			return append(found[:i], Violation{Message: "not reported: too many violations"})
		}
	}
	return found
}

// check decodes arguments and checks them, each in a turn in which there is time for it. The error is the turn's.
func (b *budget) check(s *compiledSchema, arguments string, turn Turn) ([]Violation, error) {
	if b.work -= len(arguments); b.work < 0 {
		b.work = 0
		return unchecked(errTooCostly), nil
	}
	most := min(b.work, maxCheckSteps)
	r, err := decodeInTurn(arguments, most, turn)
	if err != nil {
		return nil, err
	}
	left, why := most-r.values, r.err
	if why == nil {
		why = checkCost(s.schema, r.value, &left)
	}
	b.work -= most - left
	if why != nil {
		return unchecked(why), nil
	}
	if err := turn.Spend(stepBytes * (most - left)); err != nil {
		return nil, err
	}
	return s.violations(r.value), nil
}

// violations are the first ones of a value.
func (s *compiledSchema) violations(value any) []Violation {
	if s.verdict.Validate(value) != nil {
		return nil // "not" fails: the arguments are valid
	}
	var invalid *jsonschema.ValidationError
	if errors.As(s.schema.Validate(value), &invalid) {
		return leaves(invalid, maxViolations)
	}
	return nil
}

// unchecked says that arguments could not be checked, and where that shows.
func unchecked(err error) []Violation {
	violation := Violation{Message: "not checked: " + err.Error()}
	var huge *hugeNumberError
	if errors.As(err, &huge) {
		violation.Pointer = huge.pointer
	}
	return []Violation{violation}
}
