package object

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A definition is the evidence that an object is the definition of a tool, which the model repeats.
// A definition, with everything inside it, is content.
type definition struct {
	hinted    bool // described or schema is set
	described bool // a description is next to the name
	stage     schemaStage
	from      int    // offset of the arguments' first key
	schema    string // the first key of arguments that are a JSON Schema
}

// A schemaStage is the progress of the search for a JSON Schema in the arguments.
type schemaStage uint8

const (
	schemaSettled schemaStage = iota
	schemaFirstKey
	schemaProperties // behind the key "properties": is its value an object?
	schemaType       // behind the key "type": is its value "object"?
	schemaTyped      // behind the value "object": is the next key one of a schema?
)

// The keys that are evidence of a definition.
const (
	keyDescription = "description"
	keySchema      = "$schema"
	keyProperties  = "properties"
	keyType        = "type"
)

// tellingKeys may be the first key of a schema.
var tellingKeys = [...]string{keySchema, keyProperties, keyType}

// watchEncoded looks for a JSON Schema in arguments that are a string.
func (u *unit) watchEncoded(e *place.Around) {
	if u.given.tag != nil || !e.Rules.ObjectCalls() || plainlyNoSchema(u.args.text) {
		return
	}
	var s jsonscan.Scanner
	s.Start(0, e.Rules.MaxDepth(), tolerance(e), u.lex.inside())
	d, w := &u.def, &jsonscan.Window{Win: u.args.text, Final: true, Visits: e.Visits}
	if s.Next(w).Kind != jsonscan.ObjectOpen {
		return
	}
	for d.stage = schemaFirstKey; d.stage != schemaSettled; {
		t := s.Next(w)
		var text []byte
		if t.Kind == jsonscan.Key || t.Kind == jsonscan.String {
			text = jsonscan.DecodeString(w.Slice(t.Start, t.End), t.Escaped)
		}
		d.follow(t.Kind, text)
	}
}

// follow reads the next token of the arguments. text is the text of a key or string.
func (d *definition) follow(kind jsonscan.Kind, text []byte) {
	stage := d.stage
	d.stage = schemaSettled
	switch {
	case stage == schemaFirstKey && kind == jsonscan.Key:
		switch string(text) {
		case keySchema:
			d.schema, d.hinted = keySchema, true
		case keyProperties:
			d.stage = schemaProperties
		case keyType:
			d.stage = schemaType
		}
	case stage == schemaProperties && kind == jsonscan.ObjectOpen:
		d.schema, d.hinted = keyProperties, true
	case stage == schemaType && kind == jsonscan.StringBegin, stage == schemaTyped && kind == jsonscan.Comma:
		d.stage = stage
	case stage == schemaType && kind == jsonscan.String && string(text) == "object":
		d.stage = schemaTyped
	case stage == schemaTyped && kind == jsonscan.Key:
		switch string(text) {
		case keyProperties, "required", "additionalProperties":
			d.schema, d.hinted = keyType, true
		}
	}
}

// sureUpTo returns where arguments that may be a schema begin, if that is before end. Otherwise it
// returns end.
func (u *unit) sureUpTo(e *place.Around, end int) int {
	d := &u.def
	if d.stage != schemaFirstKey {
		return min(end, d.from)
	}
	from := u.lex.s.StringStart()
	if from < u.args.start || end <= from {
		return end // there is no key yet
	}
	if read := e.Slice(from+1, end); len(read) == 0 || mayTell(read) {
		return from
	}
	return end
}

// tellingKey reports whether text, behind the brace of an object, begins with a key of a schema.
func tellingKey(text []byte) bool {
	text = text[match.SpaceEnd(text, 0):]
	if len(text) < 2 || text[0] != '"' {
		return false
	}
	switch text[1] {
	case keySchema[0], keyProperties[0], keyType[0]:
		return isTelling(text)
	}
	return false
}

// isTelling reports whether text begins with a key of a schema.
func isTelling(text []byte) bool {
	for _, key := range tellingKeys {
		if n := len(key) + 1; len(text) > n && text[n] == '"' && string(text[1:n]) == key {
			return true
		}
	}
	return false
}

// plainlyNoSchema reports whether text is an object whose first key is plain, and isn't a key of a
// schema.
func plainlyNoSchema(text []byte) bool {
	if len(text) == 0 || text[0] != '{' {
		return false
	}
	text = text[match.SpaceEnd(text, 1):]
	return jsonscan.WholeKey(text) > 0 && !tellingKey(text)
}

// mayTell reports whether a key that begins with the text may be a key of a schema. An escape may be
// any byte.
func mayTell(read []byte) bool {
	switch read[0] {
	case '\\':
		return true
	case keySchema[0], keyProperties[0], keyType[0]:
		return slices.Contains(read, '\\') || slices.ContainsFunc(tellingKeys[:], func(key string) bool {
			return strings.HasPrefix(key, string(read))
		})
	}
	return false
}

// watchSchema follows the first tokens of the arguments.
func (u *unit) watchSchema(w *jsonscan.Window, t jsonscan.Token) {
	d := &u.def
	var text []byte
	if t.Kind == jsonscan.Key || t.Kind == jsonscan.String {
		text = u.lex.log.Decode(w, t)
	}
	if d.stage == schemaFirstKey && t.Kind == jsonscan.Key {
		d.from = u.lex.s.StringStart()
	}
	d.follow(t.Kind, text)
}

// defines reports whether the object is the definition of a tool, as far as it was read. A key that the
// tool has as a property is no evidence.
func (u *unit) defines(e *place.Around) bool {
	d := &u.def
	if u.name == "" || !d.described && d.schema == "" {
		return false
	}
	p := e.Rules.Properties(u.name)
	return d.described && !p.Names([]byte(keyDescription)) || d.schema != "" && !p.Names([]byte(d.schema))
}
