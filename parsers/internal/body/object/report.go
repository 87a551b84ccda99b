package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

func (j *Call) describes(e *place.Around) parsers.Begin {
	if j.alone() {
		return j.headerBegin()
	}
	u := &j.unit
	return parsers.Begin{
		At: u.start, Name: u.name, ID: u.nativeID(), Format: j.Format(e), Key: u.key(),
		FreeText: u.free, Merges: j.tag == nil, Declared: j.lead != nil,
		Skipped:   j.root.Skips(u.name) && !e.Declared(u.name),
		Exclusive: j.exclusive(e),
	}
}

// exclusive tells what the call excludes.
func (j *Call) exclusive(e *place.Around) parsers.Exclusive {
	if j.tag == nil && e.Option() {
		return parsers.Option
	}
	return parsers.NotExclusive
}

// headerBegin describes the call.
func (j *Call) headerBegin() parsers.Begin {
	t, u := j.tag, &j.unit
	return parsers.Begin{
		At: u.start, Name: u.name, ID: u.id, Format: t.Format,
		FreeText: u.free, Mergeable: t.Mergeable, Declared: t.Declared,
	}
}

// whole reports a call whose arguments were not written as they are given.
func (j *Call) whole(e *place.Around, arguments []byte) {
	e.Handler.BeginCall(j.describes(e))
	e.Handler.Arguments(arguments)
}

// reject reports the unit, which ends at end, as no call.
func (j *Call) reject(e *place.Around, end int, reason parsers.Reason, message string) {
	e.Invalid(end, j.invalid(e, end, reason, message))
}

func (j *Call) invalid(e *place.Around, end int, reason parsers.Reason, message string) parsers.Invalid {
	u := &j.unit
	c := parsers.Invalid{
		Name: u.name, ID: u.nativeID(), Format: j.Format(e), Key: u.key(),
		Reason: reason, Message: message, FreeText: u.free,
	}
	// A failed call may end in what was read as a string before the arguments.
	if u.args.kind != noArguments && u.args.start < end {
		to := min(u.args.end, end)
		if to == 0 {
			to, c.ArgumentsOpen = end, true
		}
		c.Arguments = e.Slice(u.args.start, to)
	}
	return c
}

func (u *unit) nativeID() string {
	if u.named != nil && u.named.NoID {
		return ""
	}
	return u.id
}

// key is what named the call.
func (u *unit) key() string {
	switch {
	case u.via != nil:
		return u.via.Key
	case u.named != nil:
		return u.named.Key
	}
	return ""
}

// Format is the name of the call's format.
func (j *Call) Format(e *place.Around) string {
	if j.tag != nil {
		return j.tag.Format
	}
	return formatOf(j.root, j.unit.named, j.unit.via, e.InFence())
}

// formatOf is the format of a call that the fields named and via, if there are some, tell of
// in an object of the shape.
func formatOf(root *grammar.Shape, named, via *grammar.Field, inFence bool) string {
	switch {
	case named != nil && named.Format != "":
		return named.Format
	case via != nil && via.Format != "":
		return via.Format
	case inFence && root.FencedFormat != "":
		return root.FencedFormat
	}
	return root.Format
}

func (j *Call) note(kind repair.Kind, at int) {
	j.log.Repairs = append(j.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}

func (j *Call) flushTo(e *place.Around, end int) {
	u := &j.unit
	if end <= u.flushed {
		return
	}
	if j.log.Edited(u.flushed, end) {
		j.edited = j.log.Append(j.edited[:0], &e.Window, u.flushed, end)
		e.Handler.Arguments(j.edited)
	} else {
		e.Handler.Arguments(e.Slice(u.flushed, end))
	}
	u.flushed = end
}
