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
	held    bool   // nothing of it is reported before its end
	mark    marks  // around it
	prefix  string // of its opening tag
	word    string // of its tags
	key     span   // of an element
	closes  bool   // it needs its closer, since its opener is missing
	params  int    // parameters opened in it
	calls   int    // calls opened in it
	wraps   int    // wrappers opened around such
	tags    bool   // it holds a tag of the grammar
	opened  bool   // a parameter was opened in it
	short   bool   // an element was whose closer looks like that of a parameter, shortened
	closer  span   // what may end it
	run     run
	damaged span // a damaged closer, and the white space behind it that was read
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
		kind, a := b.valueTag(rest, c.Final)
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

// valueTag is the tag that b begins with, if it means something in a value.
func (b *Call) valueTag(rest []byte, final bool) (tagKind, match.Answer) {
	if !b.mayBegin(rest) {
		return noTag, match.No
	}
	if !final && b.awaited.Still(b.tags.Visits, b.pos, rest) {
		return noTag, match.More
	}
	v := &b.value
	if a := b.tags.ClosingAs(rest, v.prefix, v.word, final); a != match.No {
		return closeParameter, a
	}
	if kind, a := b.openerInValue(rest, final); a != match.No {
		return kind, a
	}
	if b.g.Nests {
		return noTag, match.No
	}
	return b.outerTag(rest, final)
}

// openerInValue is the opener of a parameter that rest begins with.
func (b *Call) openerInValue(rest []byte, final bool) (tagKind, match.Answer) {
	if b.g.Parameter.Key != "" {
		var o tags.Opened
		a := b.tags.OpensParameter(&o, rest, final)
		if a.Yes() && o.Marker {
			return openKey, a
		}
		if a != match.No {
			return openParameter, a
		}
		switch a = b.tags.OpensValue(rest, final); {
		case a == match.No:
			return noTag, b.tags.PairTag(rest, final)
		case a.Yes():
			return openParameter, b.opensValue(rest, a, final)
		}
		return openParameter, a
	}
	if b.g.Parameter.Name == grammar.NameBehind {
		var o tags.Opened
		if a := b.tags.OpensParameter(&o, rest, final); a != match.No {
			return openParameter, a
		}
		return noTag, b.tags.PairTag(rest, final)
	}
	if b.Unnamed {
		return openParameter, b.tags.OpensAs(rest, "", b.value.word, final)
	}
	a := b.tags.Begins(rest, b.value.prefix, &b.g.Parameter, final)
	if a.Yes() && !b.g.Nests {
		var o tags.Opened
		a = b.tags.OpensParameter(&o, rest, final)
		b.awaited.Note(b.pos, rest, &o, a)
	}
	return openParameter, a
}

// opensValue matches the opener of a value that rest begins with, unless what follows a
// value follows it: it stands for a closer then, damaged.
func (b *Call) opensValue(rest []byte, opener match.Answer, final bool) match.Answer {
	switch ends := b.followed(rest, opener, final, func(behind []byte) match.Answer {
		_, a := b.tags.CallGoesOn(behind, final)
		return a
	}); {
	case ends.Yes():
		return match.No
	case ends == match.More:
		return ends
	}
	return opener
}

// outerTag is the tag of a call or wrapper that b begins with, if it means
// something in a value: a closer, or the opener of a call that is quoted whole.
func (b *Call) outerTag(rest []byte, final bool) (tagKind, match.Answer) {
	if b.g.Alone {
		return noTag, match.No
	}
	if a := b.callCloserAt(rest, final); a != match.No {
		return closeCall, a
	}
	for _, word := range b.g.Wrappers {
		if a := b.closerAt(rest, word, final); a != match.No {
			return closeWrapper, a
		}
	}
	if a := b.quotedCall(rest, final); a != match.No {
		return openCall, a
	}
	return openWrapper, b.quotedWrapper(rest, final)
}

// quotedCall matches the opener of a call that a parameter or its closer follows.
func (b *Call) quotedCall(rest []byte, final bool) match.Answer {
	var o tags.Opened
	a := b.tags.OpensCall(&o, rest, final)
	return b.followed(rest, a, final, func(behind []byte) match.Answer {
		_, inside := b.tags.CallGoesOn(behind, final)
		return inside
	})
}

// quotedWrapper matches the opener of a wrapper that such a call follows.
func (b *Call) quotedWrapper(rest []byte, final bool) match.Answer {
	_, a := b.tags.OpensWrapper(rest, final)
	return b.followed(rest, a, final, func(behind []byte) match.Answer { return b.quotedCall(behind, final) })
}

// followed matches the tag that rest begins with, if what follows it, white space apart,
// is the right thing.
func (b *Call) followed(rest []byte, tag match.Answer, final bool, right func(behind []byte) match.Answer) match.Answer {
	if !tag.Yes() {
		return tag
	}
	behind := rest[tag:]
	n := 0
	for n < len(behind) && match.IsSpace(behind[n]) {
		n++
	}
	b.tags.Visits.Add(n)
	if n == len(behind) && n <= maxGap {
		return match.End(final)
	}
	if a := right(behind[n:]); !a.Yes() {
		return a
	}
	return tag
}

// maxGap bounds the white space between the opener of a quoted call and what follows.
const maxGap = 256

// tagInValue handles a tag in the value; true if it may end it.
func (b *Call) tagInValue(c *place.Around, kind tagKind, a match.Answer) bool {
	v, at := &b.value, b.pos
	switch {
	case v.closes && kind.opens():
		b.endUnclosed(c, at)
		return true
	case kind == closeParameter && v.params == 0 && v.calls == 0:
		b.flush(c, at)
		v.closer = span{at, at + int(a)}
		b.pos, b.phase = at+int(a), behindTag
		return true
	case (kind == openParameter || kind == openKey) && v.calls == 0 && b.nextParameter(c):
		b.endUnclosed(c, at)
		b.unclosed = true
		return true
	case kind == openWrapper:
		v.wraps++
	case kind == closeWrapper && v.params == 0 && v.calls == 0 && v.wraps > 0:
		v.wraps--
	case (kind == closeCall || kind == closeWrapper) && v.params == 0 && v.calls == 0:
		b.flush(c, at)
		v.run = run{start: at}
		b.phase = behindOuter
		return true
	case kind == closeParameter:
		v.params = max(v.params-1, 0)
	case kind == openParameter:
		v.params++
		v.opened = true
	case kind == openCall:
		v.calls++
	case kind == closeCall:
		v.calls = max(v.calls-1, 0)
	}
	v.tags = true
	b.pos += int(a)
	return false
}

// nextParameter tells whether the parameter that opens at the position is the
// call's next one, so that the value lacks its closer.
func (b *Call) nextParameter(c *place.Around) bool {
	if b.g.Nests || c.Config.Options.DisableRepair {
		return false
	}
	var o tags.Opened
	b.tags.OpensParameter(&o, c.Rest(b.pos), true)
	if !o.Named {
		return false // the opener of a value alone
	}
	known := b.g.AnyKeyEnds || c.Config.Tools.Declared(b.Name) && b.tool.Names(o.Name)
	return known && (b.Failed || !b.keys.has(c, o.Name)) // the window of a failed call moves on
}

// maybeDamaged notes that a damaged closer of the parameter may stand at the
// position: it is one if the value ends right behind it. True if more bytes
// must tell where it ends.
func (b *Call) maybeDamaged(rest []byte, final bool) (more bool) {
	word := b.g.Parameter.ClosedBy()
	if b.g.Nests || word == "" {
		return false
	}
	a, d := b.tags.DamagedClosing(rest, word, final), &b.value.damaged
	if a == match.No {
		a = b.tags.MisspeltClosing(rest, b.value.prefix, word, final)
	}
	if a == match.No && !b.value.short {
		opens := b.tags.OpensShort(rest, word, final)
		if b.value.short = opens.Yes(); opens == match.More {
			return true
		}
		a = b.tags.ShortClosing(rest, b.value.prefix, word, final)
	}
	switch {
	case a == match.More:
		return true
	case a.Yes() && d.start != b.pos:
		if d.end > 0 {
			b.value.tags = true // the one before it isn't at the end
		}
		*d = span{b.pos, b.pos + int(a)}
	}
	return false
}

// endUnclosedAlone ends the value where what it stands in ends: that isn't its end.
func (b *Call) endUnclosedAlone(c *place.Around) {
	b.phase = between
	if !b.Failed {
		b.fail(c, parsers.ReasonMalformed, "a value isn't closed")
	}
}

// endUnclosed ends the value, whose closer is missing, at offset at.
func (b *Call) endUnclosed(c *place.Around, at int) {
	b.phase = between
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
	b.Note(repair.MissingCloser, at)
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
	if b.Failed || b.value.held && b.pack(c, end) {
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

// behindTag decides by what follows whether the closer ends the value.
func (b *Call) behindTag(c *place.Around) (more, done bool) {
	at, more := Space(c, &b.tags, b.pos, nil)
	if more {
		b.pos = at
		return true, false
	}
	v := &b.value
	if len(c.Rest(at)) > 0 {
		kind, a := b.tagAt(c, at)
		switch {
		case a == match.More && !c.Final:
			b.pos = at
			return true, false
		case kind == closeParameter && b.g.DoubledCloser && !v.opened && !c.Config.Options.DisableRepair:
			b.Note(repair.ExtraCloser, at)
			b.doubt = true
			b.ended(c, at+int(a))
			return false, false
		case a == match.No && !b.Failed && b.damagedOpener(c, at, &more):
			if more {
				b.pos = at
				return true, false
			}
			b.fail(c, parsers.ReasonMalformed, "the opening tag of a parameter is damaged")
			b.pos, b.phase, v.tags = at, inValue, true
			return false, false
		case a == match.No, kind == closeParameter:
			b.pos, b.phase, v.tags = at, inValue, true
			b.doubt = b.doubt || b.unclosed // a value may have quoted the parameter that ended it
			return false, false
		}
	}
	b.pos = at
	b.ended(c, v.closer.end)
	return false, false
}

// damagedOpener tells whether what stands at offset at, behind a closer of the parameter,
// is the opening tag of the next one but damaged, so that the value isn't what goes on
// there; more: more bytes must tell.
func (b *Call) damagedOpener(c *place.Around, at int, more *bool) bool {
	due := func(name []byte) bool {
		return c.Config.Tools.Declared(b.Name) && b.tool.Names(name) && !b.keys.has(c, name)
	}
	var a match.Answer
	if b.g.Parameter.Name == grammar.NameBehind {
		a = b.tags.UnopenedName(c.Rest(at), due, c.Final)
	} else {
		a = b.tags.DamagedOpening(c.Rest(at), b.value.prefix, due, c.Final)
	}
	*more = a == match.More
	return a != match.No
}

// ended ends the value at its closer; the call goes on behind offset last.
func (b *Call) ended(c *place.Around, last int) {
	b.last = last
	if b.pos = max(b.pos, last); b.g.LooseSpace && !b.Failed {
		b.pos = last // between notes how it is written
	}
	if v := &b.value; v.closes && !b.Failed && b.tags.MisspeltOpening(c.Visits.TrimLeft(c.Slice(v.start, v.closer.start), " \t\r\n"), v.prefix, v.word) {
		b.fail(c, parsers.ReasonMalformed, "a value isn't opened, and begins as its opener does")
	}
	b.endValue(c, b.value.closer.start)
}
