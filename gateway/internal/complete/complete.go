// Package complete decides whether the arguments of a call, whose text isn't JSON, are certain: whether there is only
// one call that the model can have meant. All that isn't certain is left to others, as it came.
//
// Of text that was cut off, nothing shows that it was: an end that is made for it can make a call that the model didn't
// mean, such as {"path": "/", "recursive": true} without its "dry_run". So an end is made only where nothing can be missing.
package complete

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/jsonrepair"
)

// Repair makes the arguments of a call, a JSON object, of a text that is none. schema is the JSON Schema of its tool, as JSON
// text; without one no end is made. The result depends on the two alone. repairs are in the order of the text. ok is false
// if the text may mean something else.
func Repair(text, schema string) (arguments string, repairs []parsers.Repair, ok bool) {
	if closed, ok := Close(text, schema); ok {
		return closed, []parsers.Repair{{Kind: parsers.RepairMissingCloser, Offset: len(text)}}, true
	}
	r, err := jsonrepair.Repair([]byte(text), jsonrepair.Options{Schema: schema})
	if err != nil || r.SecondReading || endMade(text, &r) || len(r.Repairs) == 0 || r.JSON[0] != '{' {
		return "", nil, false
	}
	return string(r.JSON), r.Repairs, true
}

// endMade reports whether the end of a repaired text was made.
func endMade(text string, r *jsonrepair.Result) bool {
	if len(r.Edits) == 0 {
		return false
	}
	last := &r.Edits[len(r.Edits)-1]
	return last.Inserted != "" && last.Offset+last.Removed >= len(strings.TrimRight(text, jsonedit.Space))
}

// Close adds the missing last brace to arguments that are JSON but for that. schema is the JSON Schema of their tool, as JSON
// text. ok is false if something else may be missing, too:
//
//   - The last value can go on: a number, or a string that isn't closed.
//   - Another member can follow: one of the schema's properties isn't there, or the schema allows members that it doesn't list.
func Close(text, schema string) (closed string, ok bool) {
	trimmed := strings.TrimRight(text, jsonedit.Space)
	if trimmed == "" || !strings.ContainsRune(`"}]el`, rune(trimmed[len(trimmed)-1])) { // "e" and "l" end true, false and null
		return "", false
	}
	closed = text + "}"
	if !json.Valid([]byte(closed)) {
		return "", false
	}
	return closed, hasAll(jsonedit.Read(closed), jsonedit.Read(schema))
}

// open are the keywords of a schema by which an object may have more members than those in its properties.
var open = []string{
	"patternProperties", "dependentSchemas", "dependencies", "allOf", "anyOf", "oneOf", "if", "$ref", "$dynamicRef", "$recursiveRef",
}

// hasAll reports whether an object has all members that a schema knows, which must be all that it allows.
func hasAll(object, schema jsonedit.Value) bool {
	properties := schema.Member("properties")
	if !properties.IsObject() {
		return false
	}
	for key, value := range schema.Members() {
		switch {
		case slices.Contains(open, key.Str):
			return false
		case key.Str == "additionalProperties" || key.Str == "unevaluatedProperties":
			if value.Raw != "false" {
				return false
			}
		}
	}
	has := map[string]bool{}
	for key := range object.Members() {
		has[key.Str] = true
	}
	for key := range properties.Members() {
		if !has[key.Str] {
			return false
		}
	}
	return true
}
