package tagged

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// A value is what stands between a parameter's tags. A string is reported as
// it comes, JSON once it is whole.
type value struct {
	typing  values.Typing
	types   schema.Types
	json    bool // whatever JSON it is
	named   bool // its tag says of which type it is
	kind    values.Kind
	start   int    // where it begins
	at      int    // up to here it was reported, or it wasn't yet
	led     bool   // what it begins with was looked at
	lines   bool   // a newline was dropped where it begins
	crlf    bool   // the newlines around it are CR LF
	mark    marks  // around it
	prefix  string // of its opening tag
	word    string // of its tags
	key     span   // of an element
	closes  bool   // it needs its closer, since its opener is missing
	tags    bool   // it holds a tag of the grammar
	stray   bool   // its closer, where that can't end it
	opened  bool   // a parameter was opened in it
	short   bool   // an element was whose closer looks like that of a parameter, shortened
	lost    bool   // nothing ends it but what ends the call around it
	whole   whole  // whether it is an object or an array, and
	wholeTo int    // where that ends, and the white space behind it
	closer  span   // what may end it
	flushed bool   // it was reported up to there
	damaged span   // a damaged closer, and the white space behind it that was read
}

// jsonTypes are the names of the types whose values are JSON.
var jsonTypes = [...]string{"number", "integer", "boolean", "null", "object", "array"}

// begin begins the value of the parameter that o opened.
func (v *value) begin(b *Call, o *tags.Opened, at int) {
	prefix := b.Prefix
	if len(o.Prefix) == 0 {
		prefix = ""
	}
	*v = value{} // in place: a literal would be made elsewhere, and copied
	v.start, v.at, v.prefix, v.word, v.closes = at, at, prefix, b.g.Parameter.ClosedBy(), o.Marker
	v.types = b.tool.Property(o.Name).Types
	if b.g.Verbatim.Open != "" {
		v.mark = unread
	}
	switch b.g.Typing {
	case grammar.TypedByFlag:
		switch string(o.Type) {
		case "true":
			v.types = schema.String
		case "false":
			v.json = true
		}
	case grammar.TypedBySchemaOrName:
		switch named := namedType(o.Type); {
		case v.types == schema.Any:
			v.types, v.named = named, true
		case v.types&schema.String != 0 && named&schema.String == 0 && v.types&named != 0:
			v.types, v.named = v.types&(named|schema.Null), true
		}
	case grammar.TypedByName:
		v.types = schema.String
		for _, name := range jsonTypes {
			v.json = v.json || name == string(o.Type)
		}
	}
	// Of a failed call, what was read is reported, and isn't at hand if the value turns out not to be JSON.
	if !b.Failed && (v.json || v.types == schema.Any || v.types&schema.String == 0 && v.types&(schema.Object|schema.Array) != 0) {
		v.whole = wholeUnread
	}
}

// namedType is the type that a tag names.
func namedType(name []byte) schema.Types {
	if i := slices.Index(name, '['); i >= 0 {
		name = name[:i]
	}
	name = bytes.ToLower(name)
	if string(name) == "any" {
		return schema.String
	}
	return schema.Named(name)
}

// inValue looks for what may end the value.
func (b *Call) inValue(c *place.Around) (more, done bool) {
	if b.value.mark == unread && b.marked(c) {
		return true, false
	}
	if b.value.mark == marked {
		return b.inMarks(c)
	}
	if b.value.whole == wholeUnread && b.inWhole(c) {
		return true, false
	}
	if b.value.whole == wholeRead {
		b.passSpace(c)
	}
	for {
		rest := b.seek(c, b.g.Brackets.Open[0])
		if len(rest) == 0 {
			return b.valueGoesOn(c)
		}
		if b.g.Alone || b.g.Framed {
			switch end := c.TurnEnd(b.pos); {
			case end == match.More:
				b.flush(c, b.pos)
				return true, false
			case end.Yes():
				b.endUnclosedAlone(c)
				return false, false
			}
		}
		if b.value.lost {
			b.pos++
			continue
		}
		kind, a := b.valueTag(b.pos, rest, c.Final)
		switch {
		case a == match.More:
			b.flush(c, b.pos)
			return true, false
		case a == match.No && b.maybeDamaged(rest, c.Final):
			b.flush(c, b.pos)
			return true, false
		case a == match.No:
			b.pos++
		case b.tagInValue(c, kind, a):
			return false, false
		}
	}
}

// tagInValue handles a tag in the value; true if it may end it.
func (b *Call) tagInValue(c *place.Around, kind tagKind, a match.Answer) bool {
	v, at := &b.value, b.pos
	switch {
	case v.closes && kind.opens():
		b.endUnclosed(c, at, repair.MissingCloser)
	case kind == closeParameter:
		b.mayEndAt(at, at+int(a))
		if v.whole == wholeRead && v.wholeTo == at {
			v.whole = wholeEnded
		}
	case kind == pairTag:
		v.tags = true
		b.pos += int(a)
		return false
	default:
		b.flush(c, at)
		b.lookAt(c)
	}
	return true
}

// endUnclosedAlone ends the value where what it stands in ends: that isn't its end.
func (b *Call) endUnclosedAlone(c *place.Around) {
	b.phase = between
	b.ShowFrom(b.pos)
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "a value isn't closed")
	}
}

// endUnclosed ends the value, whose closer is missing, at offset at. The repair is of that kind.
func (b *Call) endUnclosed(c *place.Around, at int, kind repair.Kind) {
	b.phase = between
	b.ShowFrom(at)
	if b.Failed {
		return
	}
	damaged := b.value.isDamaged(c, at)
	if b.value.tags || b.value.closes {
		b.failUnclosed(c)
		return
	}
	if !damaged && b.endsAsCloser(c, at) {
		b.fail(c, parsers.ReasonMalformed, "a value isn't closed, and ends as its closer does")
		return
	}
	b.Note(kind, at)
	end := at
	if damaged {
		end = b.value.damaged.start
	}
	b.endValue(c, end)
	b.last = at
}

// endsAsCloser tells whether the text before offset at, white space apart, ends as the
// value's closer does: more of that was written.
func (b *Call) endsAsCloser(c *place.Around, at int) bool {
	text := match.TrimSpaceRight(c.Slice(max(b.value.start, at-maxGap), at))
	text, ends := bytes.CutSuffix(text, []byte(b.g.Brackets.End))
	return ends && b.value.word != "" && bytes.HasSuffix(text, []byte(b.value.word))
}

func (b *Call) failUnclosed(c *place.Around) {
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "a value that isn't closed holds tags, or isn't opened either")
	}
}

// endValue reports the value that ends at end.
func (b *Call) endValue(c *place.Around, end int) {
	b.phase = between
	if b.Failed {
		return
	}
	switch {
	case b.Unnamed:
		b.args.members = append(b.args.members, member{b.value.key, span{b.value.at, end}})
	case !b.finishValue(c, end):
		b.fail(c, parsers.ReasonLimit, failure.TooDeep)
		return
	}
	b.params++
	b.args.whole = b.args.n
}

// behindTag decides by what follows whether the closer ends the value. Only where that must
// come first is the value reported up to the closer: else it is read once, as a complete one.
func (b *Call) behindTag(c *place.Around) (more, done bool) {
	v := &b.value
	if !b.awaitsEnd(c) {
		return false, false
	}
	if !v.flushed {
		v.flushed = true
		b.flush(c, v.closer.start)
	}
	return true, false
}

// awaitsEnd ends the value at its closer, or goes on in it; true if more bytes must decide which.
func (b *Call) awaitsEnd(c *place.Around) (more bool) {
	at, more := Space(c, &b.tags, b.pos, nil)
	if more {
		b.pos = at
		return true
	}
	v := &b.value
	if len(c.Rest(at)) > 0 {
		kind, a := b.tagAt(c, at)
		switch {
		case a == match.More && !c.Final:
			b.pos = at
			return true
		case kind == closeParameter && b.g.DoubledCloser && !v.opened && !c.Config.Options.DisableRepair:
			b.Note(repair.ExtraCloser, at)
			b.doubt = true
			b.ended(c, at+int(a))
			return false
		case a == match.No && !b.Failed && b.damagedOpener(c, at, func(name []byte) bool { return b.tool.Names(name) && !b.keys.has(c, name) }, &more):
			if more {
				b.pos = at
				return true
			}
			b.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter is damaged")
			b.pos, b.phase, v.tags, v.whole = at, inValue, true, notWhole
			b.Hide(at)
			return false
		case (a == match.No || kind == closeParameter) && v.whole != wholeEnded:
			b.pos, b.phase, v.tags, v.stray = at, inValue, true, true
			return false
		}
	}
	b.pos = at
	b.ended(c, v.closer.end)
	return false
}

// ended ends the value at its closer; the call goes on behind offset last.
func (b *Call) ended(c *place.Around, last int) {
	b.last = last
	b.ShowFrom(last)
	if b.pos = max(b.pos, last); b.g.LooseSpace && !b.Failed {
		b.pos = last // between notes how it is written
	}
	if v := &b.value; v.closes && !b.Failed && b.tags.MisspeltOpening(c.Visits.TrimLeft(c.Slice(v.start, v.closer.start), " \t\r\n"), v.prefix, v.word) {
		b.fail(c, parsers.ReasonMalformed, "a value isn't opened, and begins as its opener does")
	}
	b.endValue(c, b.value.closer.start)
}
