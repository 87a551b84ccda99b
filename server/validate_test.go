package server_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc/codes"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func validate(t *testing.T, r *running, schema, arguments string) (*toolparserv1.ParseToolCallsResponse, error) {
	t.Helper()
	return r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
		Family: "line", ModelOutput: "!f " + arguments,
		Tools:   []*toolparserv1.Tool{tool("g", "{}"), tool("f", schema)},
		Options: &toolparserv1.ParseOptions{ValidateArguments: true},
	})
}

func TestValidateArguments(t *testing.T) {
	r := start(t)
	for _, test := range []struct {
		name, schema, arguments string
		want                    []string // pointer: part of the message
	}{
		{"none", `{"type": "object"}`, `{}`, nil},
		{"no schema", ``, `{"a": 1}`, nil},
		{"true", `true`, `{"a": 1}`, nil},
		{"type", `{"properties": {"a": {"type": "string"}}}`, `{"a": 1}`, []string{"/a: got number, want string"}},
		{"several, in order", `{"properties": {"a": {"type": "string"}, "b": {"minimum": 3}}, "required": ["c"]}`, `{"b": 2, "a": 1}`,
			[]string{": missing property 'c'", "/a: got number", "/b: minimum"}},
		{"escaped pointer", `{"properties": {"a/b": {"items": {"properties": {"c~d": {"type": "null"}}}}}}`, `{"a/b": [{}, {"c~d": 0}]}`,
			[]string{"/a~1b/1/c~0d: got number, want null"}},
		{"big integers are exact", `{"properties": {"n": {"const": 9007199254740993}}}`, `{"n": 9007199254740992}`, []string{"/n: "}},
		{"big integers are equal", `{"properties": {"n": {"const": 9007199254740993}}}`, `{"n": 9007199254740993}`, nil},
		{"a decimal", `{"properties": {"n": {"multipleOf": 0.1}}}`, `{"n": 0.3}`, nil},
		{"anyOf is one violation", `{"properties": {"n": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}`, `{"n": 3}`, []string{"/n: 'anyOf' failed: got number, want string; got number, want null"}},
		{"local $ref", `{"$defs": {"s": {"type": "string"}}, "properties": {"n": {"$ref": "#/$defs/s"}}}`, `{"n": 3}`, []string{"/n: got number"}},
		{"$ref by $id", `{"$id": "https://example.org/a", "$defs": {"s": {"$id": "b", "type": "string"}}, "properties": {"n": {"$ref": "b"}}}`, `{"n": 3}`, []string{"/n: got number"}},
		{"a schema as argument", `{"properties": {"s": {"$ref": "https://json-schema.org/draft/2020-12/schema"}}}`, `{"s": {"properties": {"a": {"type": "strin"}}}}`,
			[]string{"/s/properties/a/type: 'anyOf' failed"}},
		{"draft 7", `{"$schema": "http://json-schema.org/draft-07/schema#", "properties": {"n": {"type": "string"}}}`, `{"n": 3}`, []string{"/n: got number"}},
		{"a huge exponent", `{"properties": {"n": {"minimum": 3}}}`, `{"n": 1e999999999}`, []string{"/n: not checked"}},
		{"a long number", `{"properties": {"n": {"minimum": 3}}}`, `{"n": ` + strings.Repeat("9", 100_000) + `}`, []string{"/n: not checked"}},
		{"a recursive schema", `{"properties": {"n": {"$ref": "#"}}, "required": ["n"]}`, `{"n": {"n": {}}}`, []string{"/n/n: missing property"}},
		{"a schema that refers to itself", `{"$ref": "#"}`, `{}`, []string{": not checked"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, err := validate(t, r, test.schema, test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			violations := response.GetDiagnostics().GetToolCalls()[0].GetSchemaViolations()
			if len(violations) != len(test.want) {
				t.Fatalf("got %v", violations)
			}
			for i, v := range violations {
				if got := v.GetPointer() + ": " + v.GetMessage(); !strings.HasPrefix(got, test.want[i]) {
					t.Errorf("got %q, want %q", got, test.want[i])
				}
			}
		})
	}
}

func TestBrokenSchemas(t *testing.T) {
	r := start(t)
	for _, test := range []struct{ name, schema, says string }{
		{"wrong keyword", `{"properties": {"a": {"type": "strin"}}}`, `/properties/a/type`},
		{"no such anchor", `{"$ref": "#nope"}`, "not a valid schema"},
		{"no such definition", `{"$ref": "#/$defs/nope"}`, "not a valid schema"},
		{"http", `{"$ref": "https://example.org/schema.json"}`, "not followed"},
		{"file", `{"$ref": "file:///etc/passwd"}`, "not followed"},
		{"relative", `{"$ref": "other.json"}`, "not followed"},
		{"dialect elsewhere", `{"$schema": "https://example.org/dialect"}`, "not followed"},
		{"a pattern that RE2 doesn't have", `{"pattern": "(?=a)"}`, "/pattern"},
		{"a huge number", `{"minimum": 1e999999999}`, "digits"},
		{"dynamic references", `{"$dynamicRef": "#a", "$dynamicAnchor": "a"}`, "$dynamicAnchor"},
		{"too long", `{"description": "` + strings.Repeat("x", 200_000) + `"}`, "131072 bytes"},
	} {
		t.Run(test.name, func(t *testing.T) {
			for range 2 { // the second from the cache
				_, err := validate(t, r, test.schema, "{}")
				message, fields := wantError(t, err, codes.InvalidArgument)
				if len(fields) != 1 || fields[0] != "tools[1].function.parameters" || !strings.Contains(message, test.says) {
					t.Errorf("fields %q, message %q", fields, message)
				}
			}
		})
	}
	if _, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
		Family: "line", Tools: []*toolparserv1.Tool{tool("f", `{"type": "strin"}`)},
	}); err != nil {
		t.Errorf("without validate_arguments a schema need not compile: %v", err)
	}
}

// TestNothingIsFetched has schemas that would be found if they were looked for.
func TestNothingIsFetched(t *testing.T) {
	fetched := false
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		fetched = true
		_, _ = w.Write([]byte("{}"))
	}))
	defer web.Close()
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := start(t)
	for _, ref := range []string{web.URL + "/schema.json", "file://" + file, file} {
		for _, keyword := range []string{"$ref", "$schema", "$dynamicRef"} {
			_, err := validate(t, r, fmt.Sprintf(`{%q: %q}`, keyword, ref), "{}")
			wantError(t, err, codes.InvalidArgument)
		}
	}
	if fetched {
		t.Error("a schema was fetched")
	}
}

// TestValidationIsBounded has schemas whose checking takes exponential work: it
// would not end in any time.
func TestValidationIsBounded(t *testing.T) {
	r := start(t)
	var doubling strings.Builder
	doubling.WriteString(`{"$ref": "#/$defs/s0", "$defs": {`)
	for i := range 40 {
		fmt.Fprintf(&doubling, `"s%d": {"allOf": [{"$ref": "#/$defs/s%d"}, {"$ref": "#/$defs/s%d"}]}, `, i, i+1, i+1)
	}
	doubling.WriteString(`"s40": {"type": "object"}}}`)
	for _, test := range []struct{ name, schema, arguments string }{
		{"doubling in place", doubling.String(), `{}`},
		{
			"doubling with depth", `{"properties": {"a": {"anyOf": [{"$ref": "#"}, {"$ref": "#"}]}}, "required": ["b"]}`,
			strings.Repeat(`{"b": 1, "a": `, 60) + `1` + strings.Repeat(`}`, 60),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, err := validate(t, r, test.schema, test.arguments)
			if err != nil {
				t.Fatal(err)
			}
			violations := response.GetDiagnostics().GetToolCalls()[0].GetSchemaViolations()
			if len(violations) != 1 || !strings.HasPrefix(violations[0].GetMessage(), "not checked") {
				t.Errorf("violations %v", violations)
			}
		})
	}
}

func TestStreamValidates(t *testing.T) {
	stream := openStream(t, start(t))
	mustExchange(t, stream, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: &toolparserv1.StreamStart{
		Family: "line", Tools: []*toolparserv1.Tool{tool("f", `{"required": ["a"]}`)},
		Options: &toolparserv1.ParseOptions{ValidateArguments: true},
	}}})
	mustExchange(t, stream, deltaRequest("!f {}"))
	result := mustExchange(t, stream, finishRequest(0)).GetResult()
	if v := result.GetDiagnostics().GetToolCalls()[0].GetSchemaViolations(); len(v) != 1 || v[0].GetPointer() != "" {
		t.Errorf("violations %v", v)
	}
}

func TestArgumentValidationCanBeSwitchedOff(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{DisableArgumentValidation: true}))
	_, err := validate(t, r, `{}`, `{}`)
	if _, fields := wantError(t, err, codes.InvalidArgument); len(fields) != 1 || fields[0] != "options.validate_arguments" {
		t.Errorf("fields %q", fields)
	}
}
