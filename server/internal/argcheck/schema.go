package argcheck

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A schema is what is known of the JSON Schema of a tool's parameters.
type schema struct {
	text string
	// syntax says why the text is no JSON object or boolean; nil if it is one.
	syntax error

	// size is how large the schema is, once it is measured.
	size     atomic.Pointer[measured]
	once     sync.Once
	compiled compiledSchema
	// charged: compiled is counted in size.
	charged atomic.Bool

	// users are the requests and streams that keep compiled, which the memory counts once
	// for all of them.
	mu    sync.Mutex
	users int
	payer Payer // whose they count as
}

// use has a payer count what is compiled, unless that of another user does.
func (s *schema) use(p Payer) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users == 0 {
		if !p.Take(s.compiled.bytes) {
			return false
		}
		s.payer = p
	}
	s.users++
	return true
}

// release ends a use.
func (s *schema) release() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.users--; s.users == 0 {
		s.payer.Give(s.compiled.bytes)
	}
}

// A compiledSchema is what compiling a schema made.
type compiledSchema struct {
	schema *jsonschema.Schema
	// verdict is the schema of whether a value is valid, without saying why not.
	verdict *jsonschema.Schema
	// bytes estimates what the other fields keep, or what it took to find the error.
	bytes int
	err   error
}

// newSchema is what is known of a new text. The error is the turn's.
func newSchema(text string, turn Turn) (*schema, error) {
	s := &schema{text: text}
	var err error
	s.syntax, err = checkSyntax(text, turn)
	return s, err
}

// isSchema reports whether the text is a JSON object or boolean.
func (s *schema) isSchema() bool { return s.syntax == nil }

// compile compiles the text when that is first asked for. It holds up whoever else asks for it, so it is done
// at once: in a turn that has time for it, or in a long one. The error is the turn's.
func (s *schema) compile(turn Turn) (*compiledSchema, error) {
	m, err := s.measure(turn)
	if err != nil {
		return nil, err
	}
	do := func() { s.once.Do(func() { s.compiled = compile(s.text, m) }) }
	switch {
	case s.charged.Load():
	case m.steps > maxCompileSteps:
		if err := turn.Long(do); err != nil {
			return nil, err
		}
	default:
		if err := turn.Spend(stepBytes * m.steps); err != nil {
			return nil, err
		}
	}
	do()
	return &s.compiled, nil
}

// A measured is the size of a schema, and the steps that compiling takes; or why it isn't compiled.
type measured struct {
	size  schemaSize
	steps int
	err   error
}

// measure measures the schema, which others may do at the same time. The error is the turn's.
func (s *schema) measure(turn Turn) (*measured, error) {
	if m := s.size.Load(); m != nil {
		return m, nil
	}
	m := &measured{}
	if len(s.text) > MaxSchemaBytes {
		m.err = fmt.Errorf("longer than %d bytes, the limit with validate_arguments", MaxSchemaBytes)
	} else {
		r, err := decodeInTurn(s.text, maxSchemaValues+1, turn)
		if err != nil {
			return nil, err
		}
		m.size, m.err = measureSchema(r)
		m.steps = m.size.steps()
	}
	s.size.Store(m)
	return m, nil
}

// bytes is what the schema keeps.
func (s *schema) bytes() int {
	if s.charged.Load() {
		return len(s.text) + s.compiled.bytes
	}
	return len(s.text)
}

// checkSyntax says why a text is no JSON object or boolean; nil if it is one. The second error is the turn's.
func checkSyntax(text string, turn Turn) (wrong, err error) {
	if len(text) > jsonPiece {
		wrong, err = checkInTurn(text, turn)
	} else if err = turn.Spend(len(text)); err == nil {
		var value json.RawMessage
		wrong = json.Unmarshal([]byte(text), &value)
	}
	switch {
	case err != nil:
		return nil, err
	case wrong != nil:
		return notJSON(wrong), nil
	}
	switch strings.TrimLeft(text, " \t\r\n")[0] {
	case '{', 't', 'f':
		return nil, nil
	default:
		return errors.New("not a JSON object or boolean"), nil
	}
}

// schemaURL is a schema's base when it has no $id, verdictURL that of the schema
// around it. They can't be fetched.
const (
	schemaURL  = "toolparser:///parameters"
	verdictURL = "toolparser:///verdict"
)

// compile compiles a text that was measured.
func compile(text string, m *measured) compiledSchema {
	if m.err != nil {
		return compiledSchema{bytes: min(len(text), MaxSchemaBytes), err: m.err}
	}
	doc, err := decodeJSON(text)
	if err != nil {
		return compiledSchema{bytes: len(text), err: err}
	}
	for _, keyword := range []string{"$dynamicAnchor", "$recursiveAnchor"} {
		if hasKey(doc, keyword) {
			return compiledSchema{bytes: len(text), err: fmt.Errorf("%s is not supported", keyword)}
		}
	}
	c := compileDocument(doc)
	c.bytes += m.size.bytes()
	return c
}

// compileDocument compiles a schema that is within all bounds but those of patterns.
func compileDocument(doc any) (c compiledSchema) {
	var patterns patterns
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	compiler.UseRegexpEngine(patterns.compile)
	defer func() {
		patterns.closed = true
		c.bytes = patterns.size * instructionBytes
	}()
	if c.err = compiler.AddResource(schemaURL, doc); c.err != nil {
		return c
	}
	if c.schema, c.err = compiler.Compile(schemaURL); c.err != nil {
		return compiledSchema{err: compileError(c.err)}
	}
	// Whatever is inside "not" says no more than yes or no.
	if c.err = compiler.AddResource(verdictURL, map[string]any{"not": map[string]any{"$ref": schemaURL}}); c.err != nil {
		return c
	}
	c.verdict, c.err = compiler.Compile(verdictURL)
	return c
}

// errRemote is all that a loader ever says.
var errRemote = errors.New("references outside of the schema are not followed")

// noLoader refuses to load anything: a schema must not make the server fetch
// or open what its author likes.
type noLoader struct{}

// Load always fails.
func (noLoader) Load(string) (any, error) { return nil, errRemote }

// compileError says in a line why a schema doesn't compile.
func compileError(err error) error {
	var load *jsonschema.LoadURLError
	if errors.As(err, &load) {
		return fmt.Errorf("%q: %w", load.URL, errRemote)
	}
	var meta *jsonschema.SchemaValidationError
	var invalid *jsonschema.ValidationError
	if errors.As(err, &meta) && errors.As(meta.Err, &invalid) {
		first := leaves(invalid, 1)[0]
		return fmt.Errorf("not a valid schema at %q: %s", first.Pointer, first.Message)
	}
	return errors.New("not a valid schema: " + strings.ReplaceAll(err.Error(), schemaURL, ""))
}

// hasKey reports whether any object in value has the key. Dynamic anchors make
// what a schema refers to depend on where validation came from, so that its
// work can't be seen from the schema.
func hasKey(value any, key string) bool {
	switch value := value.(type) {
	case []any:
		return slices.ContainsFunc(value, func(item any) bool { return hasKey(item, key) })
	case map[string]any:
		for k, item := range value {
			if k == key || hasKey(item, key) {
				return true
			}
		}
	}
	return false
}
