package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// given holds what the opening says about the JSON, and makes the decisions that depend only on it.
type given struct {
	root    *grammar.Shape // of the outermost value
	lead    *grammar.Lead  // set if the JSON is at the start of the output
	tag     *Header        // set if the JSON is between markers
	held    bool           // the call is reported only once it is complete
	jsonAt  int            // where the JSON between markers begins, if it is more than arguments
	opened  int            // where the reading begins: at the bracket, or at white space before it
	doubled bool           // a second '{' follows
}

// alone reports whether the JSON is only arguments. marked reports whether the JSON is between
// markers, and is more than arguments.
func (j *given) alone() bool { return j.tag != nil && j.tag.Shape == nil }

func (j *given) marked() bool { return j.tag != nil && j.tag.Shape != nil }

// announces reports whether a marker says that the JSON is a call.
func (j *given) announces() bool { return j.marked() && j.tag.Announces }

// flawed reports whether something about the opening must be reported with the call.
func (j *given) flawed() bool {
	if t := j.tag; t != nil {
		return t.holds() || len(t.Repairs) > 0
	}
	return j.lead != nil && j.lead.Stripped
}

// tolerance returns the lexer's tolerance. A shape in Python syntax is read even without repairs,
// because this syntax needs none.
func (j *given) tolerance(e *place.Around) jsonscan.Tolerance {
	if j.held {
		return jsonscan.Strict
	}
	if j.root != nil && j.root.Python {
		return jsonscan.Tolerant
	}
	return tolerance(e)
}

func tolerance(e *place.Around) jsonscan.Tolerance {
	if e.Repairs() {
		return jsonscan.Tolerant
	}
	return jsonscan.Strict
}

// endingAt is EndingAt of [place.Calls], with two differences for JSON between markers. The end of
// a block also closes open arguments, unless the JSON is exact. The end of the fence around the
// JSON also does.
func (j *given) endingAt(e *place.Around, at int) (ending place.Ending, more bool) {
	if j.marked() && j.tag.Fence.Len > 0 && fence.Begins[e.Rest(at)[0]] {
		r, more := e.Run(at)
		if !more && r.Closes(j.tag.Fence) {
			return place.EndsArguments, false
		}
		return place.EndsNothing, more
	}
	ending, more = e.Calls.EndingAt(at)
	if j.marked() && ending == place.EndsBlock && (!j.tag.Exact || j.tag.closes(e.Rest(at))) {
		ending = place.EndsArguments
	}
	return ending, more
}

// freeText reports whether a call that starts at offset at has a penalty of 0.3.
func (j *given) freeText(e *place.Around, at int) bool {
	if j.tag != nil {
		return j.tag.Free || e.Costs.Penalized(at)
	}
	if j.lead != nil {
		return j.lead.Stripped || e.Costs.Penalized(at)
	}
	return e.Prose.FreeText(at)
}

// called counts a call that was reported.
func (j *given) called(e *place.Around) {
	if j.tag != nil {
		j.tag.Ended = true
	} else {
		e.Costs.CountTextCall()
	}
}

// nextShape returns the shape of another call behind this one.
func (j *given) nextShape(e *place.Around) *grammar.Shape {
	if j.marked() {
		return j.root
	}
	return e.Rules.Shape()
}

// A source is where in the shape a call is, and what this place says about the call. The fields named
// and via are nil if a header names the call.
type source struct {
	named   *grammar.Field // of its name
	via     *grammar.Field // of its wrapper
	encoded bool           // the wrapper says that arguments are a string
	free    bool           // the call has a penalty of 0.3
}

// enter notes that the call is inside the value of f.
func (s *source) enter(f *grammar.Field) {
	s.via = f
	s.encoded = s.encoded || f.Shape.StringArguments
	s.free = s.free || f.Free
}

// nativeID returns the id of the call, if the model wrote it and it counts.
func (s source) nativeID(written string) string {
	if s.named != nil && s.named.NoID {
		return ""
	}
	return written
}

// key returns the key of the wrapper or of the name.
func (s source) key() string {
	switch {
	case s.via != nil:
		return s.via.Key
	case s.named != nil:
		return s.named.Key
	}
	return ""
}

// format returns the name of the call's format.
func (j *given) format(e *place.Around, s source) string {
	switch {
	case j.tag != nil:
		return j.tag.Format
	case s.named != nil && s.named.Format != "":
		return s.named.Format
	case s.via != nil && s.via.Format != "":
		return s.via.Format
	case j.root.FencedFormat != "" && e.Prose.InFence():
		return j.root.FencedFormat
	}
	return j.root.Format
}

// describes returns what is reported of the beginning of a call, which is at offset at.
func (j *given) describes(e *place.Around, at int, name, id string, s source) parsers.Begin {
	b := parsers.Begin{At: at, Name: name, ID: s.nativeID(id), Format: j.format(e, s), FreeText: s.free}
	if j.alone() {
		b.Mergeable, b.Declared = j.tag.Mergeable, j.tag.Declared
		return b
	}
	b.Key, b.Merges, b.Declared = s.key(), j.tag == nil, j.lead != nil
	b.Skipped = j.root.Skips(name) && !e.Declared(name)
	if j.tag == nil && e.Prose.Option() {
		b.Exclusive = parsers.Option
	}
	return b
}

// others returns the shape of other objects in the same place that may be calls.
func (j *given) others() *grammar.Shape {
	if j.tag == nil || j.tag.Exact {
		return nil
	}
	return j.tag.Shape
}

// textFollows reports whether text, other than white space or a marker, follows the call that ends
// at end.
func textFollows(e *place.Around, end int) (yes, more bool) {
	at, more := e.Space(end)
	if more || len(e.Rest(at)) == 0 {
		return false, more
	}
	stops := e.StopsAt(at)
	return stops == match.No, stops == match.More
}

// marks reports whether a marker that ends a failed call is at offset at, where a bracket is. Few
// markers begin with one. At the end of the output, the beginning of a marker is enough.
func marks(e *place.Around, at int) match.Answer {
	rest := e.Rest(at)
	if !e.Firsts[rest[0]] {
		return match.No
	}
	a := e.StopsAt(at)
	if a == match.No && e.Final && len(rest) > 1 {
		if _, cut := e.Markers.MarkIn(rest, false); cut == match.More {
			return match.Answer(len(rest))
		}
	}
	return a
}
