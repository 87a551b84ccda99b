package object

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

func (u *unit) describes(e *place.Around) parsers.Begin {
	if u.given.alone() {
		return u.headerBegin()
	}

	return parsers.Begin{
		At: u.start, Name: u.name, ID: u.nativeID(), Format: u.format(e), Key: u.key(),
		FreeText: u.free, Merges: u.given.tag == nil, Declared: u.given.lead != nil,
		Skipped:   u.given.root.Skips(u.name) && !e.Declared(u.name),
		Exclusive: u.given.exclusive(e, u.alternate),
	}
}

// exclusive tells what the call excludes, one of alternates or not.
func (j *given) exclusive(e *place.Around, alternate bool) parsers.Exclusive {
	switch {
	case alternate:
		return parsers.Alternate
	case j.tag == nil && e.Option():
		return parsers.Option
	}
	return parsers.NotExclusive
}

// headerBegin describes the call.
func (u *unit) headerBegin() parsers.Begin {
	t := u.given.tag
	return parsers.Begin{
		At: u.start, Name: u.name, ID: u.id, Format: t.Format,
		FreeText: u.free, Mergeable: t.Mergeable, Declared: t.Declared,
	}
}

// whole reports a call whose arguments were not written as they are given.
func (u *unit) whole(e *place.Around, arguments []byte) {
	e.Handler.BeginCall(u.describes(e))
	e.Handler.Arguments(arguments)
}

// reject reports the unit, which ends at end, as no call.
func (u *unit) reject(e *place.Around, end int, reason parsers.Reason, message string) {
	e.Invalid(end, u.invalid(e, end, reason, message))
}

func (u *unit) invalid(e *place.Around, end int, reason parsers.Reason, message string) parsers.Invalid {

	c := parsers.Invalid{
		Name: u.name, ID: u.nativeID(), Format: u.format(e), Key: u.key(),
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

func (u *known) nativeID() string {
	if u.named != nil && u.named.NoID {
		return ""
	}
	return u.id
}

// key is what named the call.
func (u *known) key() string {
	switch {
	case u.via != nil:
		return u.via.Key
	case u.named != nil:
		return u.named.Key
	}
	return ""
}

// format is the name of the call's format.
func (u *unit) format(e *place.Around) string {
	if u.given.tag != nil {
		return u.given.tag.Format
	}
	return formatOf(u.given.root, u.named, u.via, e.InFence())
}

// formatOf is the format of a call that the fields named and via, if there are some, tell of
// in an object of the shape.
func formatOf(root *grammar.Shape, named, via *grammar.Field, inFence bool) string {
	plain, fenced := "", ""
	if named != nil {
		plain, fenced = named.Format, named.FencedFormat
	}
	if via != nil && plain == "" {
		plain, fenced = via.Format, via.FencedFormat
	}
	if plain == "" {
		plain, fenced = root.Format, root.FencedFormat
	}
	if inFence && fenced != "" {
		return fenced
	}
	return plain
}

func (j *lexing) note(kind repair.Kind, at int) {
	j.log.Repairs = append(j.log.Repairs, repair.Repair{Kind: kind, Offset: at})
}

func (u *unit) flushTo(e *place.Around, end int) {

	if end <= u.flushed {
		return
	}
	if u.lex.log.Edited(u.flushed, end) {
		u.lex.edited = u.lex.log.Append(u.lex.edited[:0], &e.Window, u.flushed, end)
		e.Handler.Arguments(u.lex.edited)
	} else {
		e.Handler.Arguments(e.Slice(u.flushed, end))
	}
	u.flushed = end
}
