package server

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A schema is what is known of the JSON Schema of a tool's parameters.
type schema struct {
	text string
	// syntax says why the text is no JSON object or boolean; nil if it is one.
	syntax error
	// compile compiles the text when that is first asked for.
	compile func() (*jsonschema.Schema, error)
}

func newSchema(text string) *schema {
	return &schema{
		text:    text,
		syntax:  checkSyntax(text),
		compile: sync.OnceValues(func() (*jsonschema.Schema, error) { return compile(text) }),
	}
}

func checkSyntax(text string) error {
	var value json.RawMessage
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		return fmt.Errorf("not valid JSON: %w", err)
	}
	switch value[0] {
	case '{', 't', 'f':
		return nil
	default:
		return errors.New("not a JSON object or boolean")
	}
}

// schemaURL is a schema's base when it has no $id. It can't be fetched.
const schemaURL = "toolparser:///parameters"

func compile(text string) (*jsonschema.Schema, error) {
	if len(text) > MaxSchemaBytes {
		return nil, fmt.Errorf("longer than %d bytes, the limit with validate_arguments", MaxSchemaBytes)
	}
	doc, err := decodeJSON(text)
	if err != nil {
		return nil, err
	}
	for _, keyword := range []string{"$dynamicAnchor", "$recursiveAnchor"} {
		if hasKey(doc, keyword) {
			return nil, fmt.Errorf("%s is not supported", keyword)
		}
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(noLoader{})
	if err := compiler.AddResource(schemaURL, doc); err != nil {
		return nil, err
	}
	compiled, err := compiler.Compile(schemaURL)
	if err != nil {
		return nil, compileError(err)
	}
	return compiled, nil
}

// decodeJSON decodes numbers as they are written.
func decodeJSON(text string) (any, error) {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("not valid JSON: %w", err)
	}
	if pointer, ok := hugeNumber(value, nil); ok {
		return nil, &hugeNumberError{pointer: jsonPointer(pointer)}
	}
	return value, nil
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
		return fmt.Errorf("not a valid schema at %q: %s", first.GetPointer(), first.GetMessage())
	}
	return errors.New("not a valid schema: " + strings.ReplaceAll(err.Error(), schemaURL, ""))
}

// hasKey tells whether any object in value has the key. Dynamic anchors make
// what a schema refers to depend on where validation came from, so that its
// work can't be told from the schema.
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
