package object

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A definition is what speaks for an object being a tool's definition, which
// the model repeats: that is content, and so is whatever it holds.
type definition struct {
	hinted    bool // one of the next two:
	described bool // a description stands beside the name
	stage     schemaStage
	from      int    // offset of the arguments' first key
	schema    string // the first key of arguments that are a JSON Schema
}

// A schemaStage says how much of the arguments was read of what tells a JSON
// Schema from arguments.
type schemaStage uint8

const (
	schemaSettled schemaStage = iota
	schemaFirstKey
	schemaProperties // behind that key: is its value an object?
	schemaType       // behind that key: is its value "object"?
	schemaTyped      // behind that value: is the next key one of a schema?
)

// The keys that tell.
const (
	keyDescription = "description"
	keySchema      = "$schema"
	keyProperties  = "properties"
	keyType        = "type"
)

// watchSchema follows the first tokens of the arguments.
func (j *Call) watchSchema(w jsonscan.Window, t jsonscan.Token) {
	d := &j.unit.definition
	var text []byte
	if t.Kind == jsonscan.Key || t.Kind == jsonscan.String {
		text = j.decode(w, t)
	}
	if d.stage == schemaFirstKey && t.Kind == jsonscan.Key {
		d.from = j.s.StringStart()
	}
	d.follow(t.Kind, text)
}

// watchEncoded does the same for arguments that are a string, which was read.
func (j *Call) watchEncoded(e *place.Around) {
	if j.tag != nil || !e.ObjectCalls() {
		return
	}
	var s jsonscan.Scanner
	j.insideLog.Reset()
	s.Start(0, e.MaxDepth(), tolerance(e), &j.insideLog)
	d, w := &j.unit.definition, jsonscan.Window{B: j.unit.args.text, Final: true}
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

// follow takes the next token of the arguments; text is that of a key or string.
func (d *definition) follow(kind jsonscan.Kind, text []byte) {
	stage := d.stage
	d.stage = schemaSettled
	switch {
	case stage == schemaFirstKey && kind == jsonscan.Key:
		d.firstKey(text)
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

// firstKey looks at the first key of the arguments.
func (d *definition) firstKey(key []byte) {
	switch string(key) {
	case keySchema:
		d.schema, d.hinted = keySchema, true
	case keyProperties:
		d.stage = schemaProperties
	case keyType:
		d.stage = schemaType
	}
}

// sureUpTo is where arguments that may turn out to be a schema begin, if that
// is before end.
func (j *Call) sureUpTo(e *place.Around, end int) int {
	d := &j.unit.definition
	if d.stage != schemaFirstKey {
		return min(end, d.from)
	}
	from := j.s.StringStart()
	if from < j.unit.args.start || end <= from {
		return end // there is no key yet
	}
	if read := e.Slice(from+1, end); len(read) == 0 || mayTell(read) {
		return from
	}
	return end
}

// mayTell tells whether a key that begins like this may be one that tells.
func mayTell(read []byte) bool {
	key := ""
	switch read[0] {
	case keySchema[0]:
		key = keySchema
	case keyProperties[0]:
		key = keyProperties
	case keyType[0]:
		key = keyType
	case '\\':
	default:
		return false
	}
	return len(read) <= len(key) && key[:len(read)] == string(read) || bytes.IndexByte(read, '\\') >= 0
}

// describe notes that the object at hand has a description.
func (j *Call) describe() {
	u := &j.unit
	j.frames[j.n-1].described = true
	u.described = u.described || u.named != nil && u.nameAt == j.n
	u.hinted = u.hinted || u.described
}

// defines tells whether the unit is known to be a tool's definition by now. A
// property of the tool may bear the key that says so.
func (j *Call) defines(e *place.Around) bool {
	u := &j.unit
	d := &u.definition
	if u.name == "" || !d.described && d.schema == "" {
		return false
	}
	p := e.Properties(u.name)
	return d.described && !p.Names([]byte(keyDescription)) || d.schema != "" && !p.Names([]byte(d.schema))
}

// define makes the unit, a definition, text up to where it was read, and goes
// on to pass over the rest.
func (j *Call) define(e *place.Around) {
	end := j.s.PrevEnd()
	if j.unit.begun {
		j.unit.begun = false
		e.Invalid(end, parsers.Invalid{Format: j.Format(e), Message: "it is a tool's definition"})
	}
	e.Text(end)
	j.s.Log = nil
	j.phase = passing
}

// pass passes over the rest of a definition.
func (j *Call) pass(e *place.Around) (more, done bool) {
	w, outer := e.Window(), 0
	if j.list {
		outer = j.resume.Depth() - 1
	}
	for {
		switch t := j.s.Next(w); t.Kind {
		case jsonscan.More:
			e.Text(j.s.Certain())
			return true, false
		case jsonscan.End:
			e.Text(w.End())
			return j.brokenList(e, w.End())
		case jsonscan.Unexpected, jsonscan.TooDeep:
			e.Text(j.s.Certain())
			j.setFailure(t.Start, parsers.ReasonUnspecified, "")
			j.stop = failure.Stop{Pos: t.Start, Markers: t.Start}
			if t.Start > e.Mark {
				j.stop.Prev = e.Win[t.Start-1-e.Base]
			}
			j.stop.Last = j.stop.Prev
			return false, false
		case jsonscan.ObjectClose:
			if j.s.Depth() == outer {
				return j.passed(e, t.End)
			}
		}
	}
}

// passed goes on behind a definition that ends at end.
func (j *Call) passed(e *place.Around, end int) (more, done bool) {
	e.Text(end)
	if j.unit.doubled {
		e.Open().Braces++
	}
	if j.list {
		j.n = j.freshN - 1
		j.s.Log = j.log
		return j.nextElement(end)
	}
	e.Pos = end
	return false, true
}
