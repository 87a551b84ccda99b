package complete

import (
	"encoding/json"
	"strings"
	"testing"
)

// object is the schema of an object with these properties; more are other members of the schema.
func object(properties string, more ...string) string {
	schema := `{"type": "object", "properties": {`
	for i, name := range strings.Fields(properties) {
		if i > 0 {
			schema += ", "
		}
		schema += `"` + name + `": {}`
	}
	return schema + "}" + strings.Join(append([]string{""}, more...), ", ") + "}"
}

func TestCloseAddsAMissingLastBrace(t *testing.T) {
	schema := object("a")
	for _, text := range []string{
		`{"a": "x"`, `{"a": {}`, `{"a": {"b": 1}`, `{"a": []`, `{"a": [1]`, `{"a": true`, `{"a": false`, `{"a": null`,
		`{"a": ""`, `{"a": "x\""`, " {\"a\": \"x\" \n", `{"b": 1, "a": "x"`,
	} {
		if closed, ok := Close(text, schema); !ok || closed != text+"}" {
			t.Errorf("%s: got %q, %t", text, closed, ok)
		}
	}
}

func TestCloseAddsNothingWhereTheLastValueCanGoOn(t *testing.T) {
	for _, text := range []string{
		``, ` `, `{`, `{"`, `{"a`, `{"a"`, `{"a":`, `{"a": 1`, `{"a": -`, `{"a": 1.5`, `{"a": 1e`, `{"a": 1 `, `{"a": "x`, `{"a": "x\"`, `{"a": "x\`, `{"a": tru`, `{"a": nul`,
		`{"a": "x",`, `{"a": "x", `, `{"a": "x", "b"`, `{"a": "x", "b":`,
		`{"a": [`, `{"a": ["x"`, `{"a": ["x",`, `{"a": {`, `{"a": {"b": "x"`, // more than one closer is missing
	} {
		if closed, ok := Close(text, object("a")); ok {
			t.Errorf("%q: got %q", text, closed)
		}
	}
}

func TestCloseAddsNothingToWhatIsBroken(t *testing.T) {
	for _, text := range []string{
		`{"a": "x"}`, `{"a": "x"}}`, `{'a': "x"`, `{"a": "x" "b": "y"`, `{"a": "say "hi""`, `"a"`, `["a"`, `null`, `true`, `x"`,
	} {
		if closed, ok := Close(text, object("a")); ok {
			t.Errorf("%q: got %q", text, closed)
		}
	}
}

// A member that the schema knows, or doesn't rule out, may have been cut off.
func TestCloseAddsNothingWhereAMemberMayBeMissing(t *testing.T) {
	const text = `{"path": "/", "recursive": true`
	for name, schema := range map[string]string{
		"a property is missing":        object("path recursive dry_run"),
		"no schema":                    "",
		"a schema that isn't one":      "properties",
		"no properties":                `{"type": "object"}`,
		"any value":                    "true",
		"other members":                object("path recursive", `"additionalProperties": true`),
		"other members of a type":      object("path recursive", `"additionalProperties": {"type": "string"}`),
		"other members of a pattern":   object("path recursive", `"patternProperties": {"^x": {}}`),
		"properties of another schema": object("path recursive", `"allOf": [{"properties": {"dry_run": {}}}]`),
		"a reference":                  object("path recursive", `"$ref": "#/$defs/more"`),
	} {
		if closed, ok := Close(text, schema); ok {
			t.Errorf("%s: got %q", name, closed)
		}
	}
	for name, schema := range map[string]string{
		"all are there":             object("path recursive"),
		"no others":                 object("path recursive", `"additionalProperties": false`),
		"none is known":             object(""),
		"optional ones, too":        object("path recursive", `"required": ["path"]`),
		"definitions":               object("path recursive", `"$defs": {"more": {}}`),
		"a property like a keyword": `{"properties": {"path": {"anyOf": [{"type": "string"}, {"type": "null"}]}}}`,
	} {
		if closed, ok := Close(text, schema); !ok || closed != text+"}" {
			t.Errorf("%s: got %q, %t", name, closed, ok)
		}
	}
}

func TestRepair(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{`{"a": "x"`, `{"a": "x"}`},
		{`{'a': 'x'}`, `{"a": "x"}`},
		{`{"a": True,}`, `{"a": true}`},
		{"{\"a\": \"x\ny\"}\n", `{"a": "x\ny"}`},
		{`{"a": ["x"}`, `{"a": ["x"]}`}, // its own brace says that the object ends there
		{`{"a": 1, }`, `{"a": 1 }`},
		{`{"a": 1}}`, `{"a": 1}`},

		{`{"a": 1`, ""},
		{`{"a": "x`, ""},
		{`{"a": "x", "b": `, ""},
		{`{'a': 'x'`, ""}, // two faults: where the end is missing, all else must be right
		{`{"a": {"b": 1`, ""},
		{`{"a": }`, ""},
		{`see {"a": 1,}`, ""},
		{`[1,]`, ""},
		{`oops`, ""},
		{`{"a": "x"}`, ""}, // there is nothing to repair
		{``, ""},
	} {
		got, repairs, ok := Repair(test.text, object("a"))
		if got != test.want || ok != (test.want != "") || ok != (len(repairs) > 0) {
			t.Errorf("%q: got %q with %v, %t; want %q", test.text, got, repairs, ok, test.want)
		}
	}
	if got, _, ok := Repair(`{"a": 1,}`, ""); !ok || got != `{"a": 1}` {
		t.Errorf("without a schema, what has an end: got %q, %t", got, ok)
	}
	if got, _, ok := Repair(`{"a": "x"`, ""); ok {
		t.Errorf("without a schema, what has no end: got %q", got)
	}
	if got, _, ok := Repair(`{"a": {"b": 1}`, ""); ok {
		t.Errorf("without a schema, what has half an end: got %q", got)
	}
	if got, _, ok := Repair(`{"a": {"b": 1}`, object("a c")); ok {
		t.Errorf("a brace is missing, and a property: got %q", got)
	}
	if got, _, ok := Repair(`{"a": "he said "x", "b": "y"}`, object("")); ok {
		t.Errorf("another reading is possible: got %q", got)
	}
}

// Whatever a text is, the result is an object, and the same each time.
func FuzzRepair(f *testing.F) {
	f.Add(`{"a": "x"`, object("a"))
	f.Add(`{'a': 'x', "b": [1,]}`, object("a b"))
	f.Fuzz(func(t *testing.T, text, schema string) {
		if closed, ok := Close(text, schema); ok && (closed != text+"}" || !json.Valid([]byte(closed))) {
			t.Errorf("%q: closed is %q", text, closed)
		}
		got, _, ok := Repair(text, schema)
		if !ok {
			return
		}
		var members map[string]any
		if err := json.Unmarshal([]byte(got), &members); err != nil {
			t.Errorf("%q: got %q, %v", text, got, err)
		}
		if again, _, _ := Repair(text, schema); again != got {
			t.Errorf("%q: got %q, then %q", text, got, again)
		}
	})
}
