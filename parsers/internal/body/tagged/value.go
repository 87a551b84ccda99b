package tagged

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
	"github.com/toolparser/toolparser/parsers/internal/values"
)

// parameter begins the parameter whose opening tag is at the position.
func (b *reader) parameter(c *body.Around, a match.Answer) {
	at := b.here.pos
	o := &b.here.seen.opened // between read it
	b.given.opened(o)
	if !b.here.Failed {
		b.key(c, o)
	}
	b.here.pos = at + int(a)
	if o.Valueless {
		b.here.phase = between
		b.failUnclosed(c)
		return
	}
	b.here.phase = inValue
	if !b.given.unknownUnclosed(o) {
		b.here.Hide(b.here.pos)
	}
	b.beginValue(o, b.here.pos)
	if b.given.Unnamed {
		at += o.NameAt
		b.value.word, b.value.key = string(o.Name), span{at, at + o.NameLen}
		b.given.starts.opens.add(o.Name[0])
		b.given.starts.closings.add(o.Name[0])
	}
}

// key reports the key of the parameter at the position, if it is valid.
func (b *reader) key(c *body.Around, o *tags.Opened) {
	at := b.here.pos + o.NameAt
	switch {
	case b.given.Unnamed:
		return
	case b.args.closed:
		b.here.fail(c, parsers.ReasonMalformed, "a parameter follows arguments that are already complete")
		return
	case o.Broken:
		b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter holds more than a name")
		return
	case len(o.Name) == 0:
		b.here.fail(c, parsers.ReasonMalformed, "a parameter has no name")
		return
	case b.given.unknownUnclosed(o):
		b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter isn't closed, and the tool has no parameter of this name")
		return
	case !b.args.keys.add(c, o.Name, span{at, at + o.NameLen}):
		b.here.fail(c, parsers.ReasonMalformed, "the parameter \""+string(o.Name)+"\" is given twice")
		if b.given.g.Inside != grammar.Nests {
			b.here.ReadWhole()
		}
		return
	}
	b.here.noteOpened(o, at)
	b.args.begin(c)
	b.args.key(c, o.Name)
}

// swallowed begins the value of a parameter whose opening tag is missing, if the call's name
// contains its key: the name is that of a declared tool and, behind a dot, its key.
func (b *reader) swallowed(c *body.Around) bool {
	if b.here.Failed || b.args.begun || b.here.last != b.given.Inner || !c.Repairs() || c.Declared(b.given.Name) {
		return false
	}
	for i := len(b.given.Name) - 1; i > 0; i-- {
		tool, key := []byte(b.given.Name[:i]), []byte(b.given.Name[i+1:])
		if b.given.Name[i] != '.' || !declares(c, tool, key) {
			continue
		}
		b.given.Name, b.given.Free = c.Intern(tool), true
		b.given.tool = c.Rules.Properties(b.given.Name)
		b.given.Note(repair.ToolName, b.given.NameAt)
		b.given.Note(repair.MissingMarker, b.given.Inner)
		b.here.pos, b.here.phase = b.given.Inner, inValue
		o := tags.Opened{Name: key, NameAt: b.given.NameAt + i + 1 - b.given.Inner, NameLen: len(key), Named: true}
		b.key(c, &o)
		b.beginValue(&o, b.here.pos)
		return true
	}
	return false
}

// reader decides what a value is, and reports it.
type reader struct {
	given *given
	here  *here
	args  *args

	typing values.Typing // its Start clears it
	value
}

// A value is the text between a parameter's tags. A string is reported as it comes. JSON is
// reported when it is complete.
type value struct {
	types   schema.Types
	json    bool // it is JSON of any type
	named   bool // its tag has its type
	kind    values.Kind
	led     bool   // its beginning was read
	lines   bool   // a newline at its beginning was dropped
	crlf    bool   // the newlines around it are CR LF
	mark    marks  // around it
	start   int    // where it begins
	at      int    // up to here it was reported
	prefix  string // of its opening tag
	word    string // of its tags
	key     span   // of an element
	closes  bool   // its closer can't be missing, because its opener is
	tags    bool   // it contains a tag of the grammar
	stray   bool   // it contains its closer, where that can't end it
	opened  bool   // a parameter was opened in it
	short   bool   // an element was opened in it whose closer looks like a shortened closer of a parameter
	lost    bool   // only the end of the call around it ends it
	flushed bool   // it was reported up to the closer that may end it
	whole   whole  // whether it is an object or an array
	wholeTo int    // the end of that object or array, and of the white space behind it
	closer  span   // the closer that may end it
	damaged span   // a damaged closer, and the white space behind it that was read
}

// mayEndAt notes the closer from offset at to end, which may end the value, and continues behind
// it. opened: a parameter was opened in the value.
func (b *reader) mayEndAt(at, end int, opened bool) {
	v := &b.value
	v.closer, v.opened, v.flushed = span{at, end}, opened, false
	b.here.pos = end
	b.here.phase = behindTag
}

// jsonTypes are the names of the types whose values are JSON.
var jsonTypes = [...]string{"number", "integer", "boolean", "null", "object", "array"}

// beginValue begins the value of the parameter that o opened.
func (b *reader) beginValue(o *tags.Opened, at int) {
	v := &b.value
	prefix := b.given.Prefix
	if len(o.Prefix) == 0 {
		prefix = ""
	}
	*v = value{} // in place: a composite literal would be built elsewhere, and copied
	v.start, v.at, v.prefix, v.word, v.closes = at, at, prefix, b.given.g.Parameter.ClosedBy(), o.Marker
	v.types = b.given.tool.Property(o.Name).Types
	if b.given.g.Verbatim != nil {
		v.mark = unread
	}
	switch b.given.g.Typing {
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
		v.types, v.json = schema.String, slices.Contains(jsonTypes[:], string(o.Type))
	}
	// The text of a failed call is reported at once, and can't be read again if the value isn't
	// JSON.
	if !b.here.Failed && (v.json || v.types == schema.Any || v.types&schema.String == 0 && v.types&(schema.Object|schema.Array) != 0) {
		v.whole = wholeUnread
	}
}

// namedType returns the type with the name in a tag.
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

// endUnclosed ends a value without a closer at offset at. kind is the kind of the repair.
func (b *reader) endUnclosed(c *body.Around, at int, kind repair.Kind) {
	b.here.phase = between
	b.here.ShowFrom(at)
	if b.here.Failed {
		return
	}
	damaged := b.value.isDamaged(c, at)
	switch {
	case b.value.tags || b.value.closes:
		b.failUnclosed(c)
		return
	case !damaged && b.endsAsCloser(c, at):
		b.here.fail(c, parsers.ReasonMalformed, "a value isn't closed, and its last bytes could be part of the closer")
		return
	}
	b.given.Note(kind, at)
	end := at
	if damaged {
		end = b.value.damaged.start
	}
	b.endValue(c, end)
	b.here.last = at
}

// endsAsCloser reports whether the text before offset at, ignoring white space, ends as the value's
// closer does. Then the model wrote a part of the closer.
func (b *reader) endsAsCloser(c *body.Around, at int) bool {
	text := match.TrimSpaceRight(c.Slice(max(b.value.start, at-maxGap), at))
	text, ends := bytes.CutSuffix(text, []byte(b.given.g.Brackets.End))
	return ends && bytes.HasSuffix(text, []byte(b.value.word))
}

func (b *reader) failUnclosed(c *body.Around) {
	b.here.fail(c, parsers.ReasonMalformed, "a value isn't closed, and it contains tags or has no opener")
}

// endValue reports the value that ends at end.
func (b *reader) endValue(c *body.Around, end int) {
	b.here.phase = between
	if b.here.Failed {
		return
	}
	switch {
	case b.given.Unnamed:
		b.args.members = append(b.args.members, member{b.value.key, span{b.value.at, end}})
	case !b.finishValue(c, end):
		b.here.fail(c, parsers.ReasonLimit, failure.TooDeep)
		return
	}
	b.args.complete()
}

// behindTag decides, by the text behind the closer, whether the closer ends the value. If more
// bytes are needed for that, the value is reported up to the closer. Otherwise it is read once, as
// a complete value.
func (b *reader) behindTag(c *body.Around) (more, done bool) {
	if !b.awaitsEnd(c) {
		return false, false
	}
	if !b.flushed {
		b.flushed = true
		b.flush(c, b.closer.start)
	}
	return true, false
}

// awaitsEnd ends the value at its closer, or continues in it. It returns true if more bytes are
// needed to decide this.
func (b *reader) awaitsEnd(c *body.Around) (more bool) {
	at, more := Space(c, &b.given.tags.Brackets, b.here.pos, nil)
	if b.here.pos = at; more {
		return true
	}
	v := &b.value
	if len(c.Rest(at)) > 0 {
		kind, a := b.here.tagAt(c, at)
		damaged := match.No
		if a == match.No && !b.here.Failed {
			damaged = b.damagedOpener(c, at, func(name []byte) bool { return b.given.tool.Names(name) && !b.args.keys.has(c, name) })
		}
		switch {
		case a == match.More && !c.Final, damaged == match.More:
			return true
		case kind == closeParameter && b.given.g.Inside != grammar.Nests && !v.opened && !c.Config.Options.DisableRepair:
			b.given.Note(repair.ExtraCloser, at)
			b.args.doubt = true
			b.ended(c, at+int(a))
			return false
		case damaged.Yes():
			b.here.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter is damaged")
			b.here.phase = inValue
			v.tags, v.whole = true, notWhole
			b.here.Hide(at)
			return false
		case (a == match.No || kind == closeParameter) && v.whole != wholeEnded:
			b.here.phase = inValue
			v.tags, v.stray = true, true
			return false
		}
	}
	b.ended(c, v.closer.end)
	return false
}

// ended ends the value at its closer. The call continues behind offset last.
func (b *reader) ended(c *body.Around, last int) {
	b.here.last = last
	b.here.ShowFrom(last)
	if b.here.pos = max(b.here.pos, last); b.given.g.LooseSpace && !b.here.Failed {
		b.here.pos = last // between notes how the white space is written
	}
	if v := &b.value; v.closes && !b.here.Failed && b.given.tags.Brackets.MisspeltOpening(c.Visits.TrimLeft(c.Slice(v.start, v.closer.start), " \t\r\n"), v.prefix, v.word) {
		b.here.fail(c, parsers.ReasonMalformed, "a value isn't opened, and its first bytes could be part of the opener")
	}
	b.endValue(c, b.value.closer.start)
}

// maybeDamaged notes whether a damaged closer of the parameter may be at the position. It is one if
// the value ends directly behind it. It returns true if more bytes are needed to find its end.
func (b *reader) maybeDamaged(rest []byte, final bool) (more bool) {
	word := b.given.g.Parameter.ClosedBy()
	if b.given.g.Inside == grammar.Nests {
		return false
	}
	a, d := b.given.tags.Brackets.DamagedClosing(rest, word, final), &b.value.damaged
	if a == match.No {
		a = b.given.tags.Brackets.MisspeltClosing(rest, b.value.prefix, word, final)
	}
	if a == match.No && !b.value.short {
		opens := b.given.tags.Brackets.OpensShort(rest, word, final)
		if b.value.short = opens.Yes(); opens == match.More {
			return true
		}
		a = b.given.tags.Brackets.ShortClosing(rest, b.value.prefix, word, final)
	}
	switch {
	case a == match.More:
		return true
	case a.Yes() && d.start != b.here.pos:
		if d.end > 0 {
			b.value.tags = true // the earlier one isn't at the end of the value
		}
		*d = span{b.here.pos, b.here.pos + int(a)}
	}
	return false
}

// damagedOpener matches the damaged opening tag of the next parameter at offset at, behind a closer
// of the parameter. With such a tag, the value doesn't continue there. due reports whether a
// parameter with a name may be there.
func (b *reader) damagedOpener(c *body.Around, at int, due func(name []byte) bool) match.Answer {
	if b.given.g.Parameter.Name == grammar.NameBehind {
		return b.given.tags.UnopenedName(c.Rest(at), due, c.Final)
	}
	return b.given.tags.DamagedOpening(c.Rest(at), b.value.prefix, due, c.Final)
}

// whole says whether a value is an object or an array. Tags in its strings mean nothing.
type whole uint8

const (
	notWhole    whole = iota
	wholeUnread       // more bytes are needed
	wholeRead         // it is one, and its closer is searched for
	wholeEnded        // its closer follows directly
)

// passWhole reads on in a started object or array that continues behind the window.
func (b *reader) passWhole(c *body.Around) bool {
	if !b.value.led {
		return false
	}
	_, a := b.typing.Container(&c.Window)
	return a == match.More
}

// passSpace skips the white space behind an object or array, once: a failed call keeps no text.
func (b *reader) passSpace(c *body.Around) {
	if v := &b.value; b.here.pos == v.wholeTo {
		b.here.skipSpace(c)
		v.wholeTo = b.here.pos
	}
}

// inWhole reads a value that may be an object or an array. It returns true if more bytes are
// needed. If the value is neither, it is read again from its beginning.
func (b *reader) inWhole(c *body.Around) (more bool) {
	v := &b.value
	if !v.led {
		b.here.skipSpace(c)
		rest := c.Rest(b.here.pos)
		if len(rest) == 0 {
			return !c.Final
		}
		types := v.types
		if v.json {
			types = schema.Any
		}
		if kind := schema.Kind(rest[0]); kind != schema.Object && kind != schema.Array || kind&types == 0 {
			v.whole = notWhole
			return false
		}
		b.lead(c, b.here.pos+1)
	}
	end, a := b.typing.Container(&c.Window)
	switch {
	case a == match.More:
		return true
	case a.Yes():
		v.wholeTo, v.whole = end, wholeRead
		b.here.pos = end
	default:
		v.whole = notWhole
		b.here.pos = v.start
	}
	return false
}

// marks says whether a value is between the marks of the grammar's Verbatim.
type marks uint8

const (
	unmarked marks = iota
	unread         // more bytes are needed
	marked
)

// marked reads until it is known whether the value is marked. It returns true if more bytes are
// needed.
func (b *reader) marked(c *body.Around) (more bool) {
	v := &b.value
	switch at, n := c.TextBehind(v.at, b.given.g.Verbatim.Opener()); n {
	case match.More:
		return true
	case match.No:
		v.mark = unmarked
	default:
		v.mark, v.at = marked, at+n.Len()
		b.here.pos = v.at
	}
	return false
}

// marksEnd matches the mark at the position, with the parameter's closer behind it.
func (b *reader) marksEnd(c *body.Around) (end int, a match.Answer) {
	a = match.Text(b.given.g.Verbatim.Closer(), c.Rest(b.here.pos), c.Final)
	if !a.Yes() {
		return 0, a
	}
	at, more := c.Space(b.here.pos + a.Len())
	if more {
		return 0, match.More
	}
	a = b.given.tags.Brackets.TagAs(c.Rest(at), b.given.g.Brackets.Close, b.value.prefix, b.given.g.Parameter.ClosedBy(), c.Final)
	return at + a.Len(), a
}
