package object

import (
	"encoding/json"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/recovery"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// below are the parts that all parts use which decide what becomes of a call.
type below struct {
	given  given
	lex    lexing
	unit   unit
	report report
	again  recovery.Reading
}

// report decides how much of the call is sent to the handler.
type report struct {
	given *given
	lex   *lexing
	unit  *unit

	begun   bool
	flushed int    // arguments up to here were reported
	edited  []byte // arguments with their repairs
}

// maybeBegin reports the call as soon as its name, id and the start of its
// arguments are known.
func (r *report) maybeBegin(e *place.Around) {
	u := r.unit
	if r.begun || u.name == "" || u.misnamed || u.args.kind == noArguments || u.doubled || r.given.held || r.given.tag != nil && r.given.tag.holds() {
		return
	}
	if u.args.kind != objectArguments && (u.args.kind != otherArguments || !e.Declared(u.name)) {
		return
	}
	if u.awaitsID() || !u.typeOK(u.named) {
		return
	}
	r.begin(e)
}

// begin reports the beginning of the call, once.
func (r *report) begin(e *place.Around) {
	if !r.begun {
		r.begun = true
		r.flushed = max(r.flushed, r.unit.args.start)
		e.Handler.BeginCall(r.describes(e))
	}
}

func (r *report) describes(e *place.Around) parsers.Begin {
	u := r.unit
	return r.given.describes(e, u.start, u.name, u.id, u.source)
}

// whole reports a call whose arguments differ from the text of the output.
func (r *report) whole(e *place.Around, arguments []byte) {
	e.Handler.BeginCall(r.describes(e))
	e.Handler.Arguments(arguments)
}

// reject reports the unit, which ends at end, as an invalid call.
func (r *report) reject(e *place.Around, end int, reason parsers.Reason, message string) {
	e.Invalid(end, r.invalid(e, end, reason, message))
}

func (r *report) invalid(e *place.Around, end int, reason parsers.Reason, message string) parsers.Invalid {
	u := r.unit
	c := parsers.Invalid{
		Name: u.name, ID: u.nativeID(u.id), Format: r.given.format(e, u.source), Key: u.key(),
		Reason: reason, Message: message, FreeText: u.free,
	}
	// A failed call may end before its arguments, in text that was read as a string.
	if u.args.kind != noArguments && u.args.start < end {
		to := min(u.args.end, end)
		if to == 0 {
			to, c.ArgumentsOpen = end, true
		}
		c.Arguments = e.Slice(u.args.start, to)
	}
	return c
}

// flushTo reports the arguments up to offset end.
func (r *report) flushTo(e *place.Around, end int) {
	from := r.flushed
	if end <= from {
		return
	}
	if r.lex.log.Edited(from, end) {
		r.edited = r.lex.log.Append(r.edited[:0], &e.Window, from, end)
		e.Handler.Arguments(r.edited)
	} else {
		e.Handler.Arguments(e.Slice(from, end))
	}
	r.flushed = end
}

// rewindTo takes back the reported arguments from offset at on.
func (r *report) rewindTo(e *place.Around, at int) {
	if r.begun && r.flushed > at {
		from := r.unit.args.start
		e.Handler.RewindArguments(at - from + r.lex.log.Growth(from, at))
		r.flushed = at
	}
}

// endArguments closes the arguments, if they are open, at end.
func (r *report) endArguments(e *place.Around, end, depth int) {
	u := r.unit
	if u.args.end > 0 {
		return
	}
	closers := r.lex.s.Nesting.Closers(nil, depth, u.argsDepth()-1)
	r.resolve(e, closers)
	u.args.end = end
	if u.name == "" {
		return // it is no call
	}
	r.begin(e)
	r.flushTo(e, end)
	e.Handler.Arguments(closers)
}

// resolve finds the name by the arguments, if the header left it open. closers are the missing
// closers of the arguments.
func (r *report) resolve(e *place.Around, closers []byte) {
	u := r.unit
	t := r.given.tag
	if t == nil || t.Resolve == nil || u.name != "" {
		return
	}
	name, free := t.Resolve(e, append(r.argumentsText(e), closers...))
	u.name, u.free = name, u.free || free
	r.lex.note(repair.ToolName, t.NameAt)
}

// argumentsText returns the arguments as JSON, up to where they were read.
func (r *report) argumentsText(e *place.Around) []byte {
	u := r.unit
	switch u.args.kind {
	case noArguments, nullArguments:
		return []byte("{}")
	case stringArguments:
		made := len(r.lex.log.Repairs)
		text, _, _ := r.encoded(e)
		r.lex.log.Repairs = r.lex.log.Repairs[:made] // the call notes these repairs again when it is settled
		return text
	}
	end := u.args.end
	if end == 0 {
		end = r.lex.s.PrevEnd()
	}
	return r.lex.log.Append(nil, &e.Window, u.args.start, end)
}

// encoded returns the JSON text in the arguments' string. For a declared tool, it may also return
// the string itself.
func (r *report) encoded(e *place.Around) (text []byte, object, ok bool) {
	u := r.unit
	text = e.Visits.TrimSpace(u.args.text)
	rule := u.encoded || u.typeRules || r.given.root != nil && r.given.root.StringArguments
	switch {
	case len(text) == 0, rule && string(text) == "null":
		return []byte("{}"), true, true
	case !rule && !e.Repairs():
	case text[0] == '{':
		if text, ok = r.inner(e, text); ok {
			if !rule {
				r.lex.note(repair.DoubleEncodedArguments, u.args.start)
			}
			return text, true, true
		}
		return nil, false, false
	case rule && json.Valid(text) && e.Declared(u.name):
		return text, false, true
	}
	if !e.Declared(u.name) {
		return nil, false, false
	}
	return r.lex.log.Append(nil, &e.Window, u.args.start, u.args.end), false, true
}

// inner reads the JSON object in a string, with repairs.
func (r *report) inner(e *place.Around, text []byte) ([]byte, bool) {
	log := r.lex.inside()
	text, ok := recovery.Inner(&jsonscan.Window{Win: text, Final: true, Visits: e.Visits}, e.Rules.MaxDepth(), tolerance(e), log)
	if ok {
		for _, made := range log.Repairs {
			r.lex.note(made.Kind, r.unit.args.start)
		}
	}
	return text, ok
}
