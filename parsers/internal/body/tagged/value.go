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
func (rd *reader) parameter(env *body.Env, a match.Answer) {
	at := rd.position.pos
	o := &rd.position.seen.opened // between read it
	rd.opening.opened(o)
	if !rd.position.Failed {
		rd.key(env, o)
	}
	rd.position.pos = at + int(a)
	if o.Valueless {
		rd.position.phase = between
		rd.failUnclosed(env)
		return
	}
	rd.position.phase = inValue
	if !rd.opening.unknownUnclosed(o) {
		rd.position.Hide(rd.position.pos)
	}
	rd.beginValue(o, rd.position.pos)
	rd.nodes = opensNodes(rd, o)
	at += o.NameAt
	rd.value.key = span{at, at + o.NameLen}
	if rd.opening.Unnamed {
		rd.value.word = string(o.Name)
		rd.opening.starts.opens.add(o.Name[0])
		rd.opening.starts.closings.add(o.Name[0])
	}
}

// key reports the key of the parameter at the position, if it is valid.
func (rd *reader) key(env *body.Env, o *tags.Opened) {
	at := rd.position.pos + o.NameAt
	switch {
	case rd.opening.Unnamed:
		return
	case rd.args.closed:
		rd.position.fail(env, parsers.ReasonMalformed, "a parameter follows arguments that are already complete")
		return
	case o.Broken:
		rd.position.fail(env, parsers.ReasonMalformed, "the opening tag of a parameter holds more than a name")
		return
	case len(o.Name) == 0:
		rd.position.fail(env, parsers.ReasonMalformed, "a parameter has no name")
		return
	case rd.opening.unknownUnclosed(o):
		rd.position.fail(env, parsers.ReasonMalformed, "the opening tag of a parameter isn't closed, and the tool has no parameter of this name")
		return
	case !rd.args.keys.add(env, o.Name, span{at, at + o.NameLen}):
		if !rd.repeats(env, o.Name, span{at, at + o.NameLen}) {
			rd.givenTwice(env, o.Name)
		}
		return
	}
	rd.args.built = rd.args.built || rd.packs(env, o.Name)
	rd.position.noteOpened(o, at)
	if (rd.opening.g.Parameter.Key != "" || rd.opening.g.Parameter.Name == grammar.NameBehind) && env.Visits.ContainsAny(o.Name, strange) && !rd.opening.tool.Names(o.Name) {
		rd.args.doubt = true // words may have been put into the key, or a sign of its tag
	}
	rd.args.begin(env)
	if !rd.args.built {
		rd.args.key(env, o.Name)
	}
}

// strange are signs that no key has, unless the schema lists it.
const strange = blanks + "<>"

// swallowed begins the value of a parameter whose opening tag is missing, if the call's name
// contains its key: the name is that of a declared tool and, behind a dot, its key.
func (rd *reader) swallowed(env *body.Env) bool {
	if rd.position.Failed || rd.args.begun || rd.position.last != rd.opening.Inner || !env.Repairs() || env.Declared(rd.opening.Name) {
		return false
	}
	for i := len(rd.opening.Name) - 1; i > 0; i-- {
		tool, key := []byte(rd.opening.Name[:i]), []byte(rd.opening.Name[i+1:])
		if rd.opening.Name[i] != '.' || !declares(env, tool, key) {
			continue
		}
		rd.opening.Name, rd.opening.Free = env.Intern(tool), true
		rd.opening.tool = env.Rules.Properties(rd.opening.Name)
		rd.opening.Note(repair.ToolName, rd.opening.NameAt)
		rd.opening.Note(repair.MissingMarker, rd.opening.Inner)
		rd.position.pos, rd.position.phase = rd.opening.Inner, inValue
		o := tags.Opened{Name: key, NameAt: rd.opening.NameAt + i + 1 - rd.opening.Inner, NameLen: len(key), Named: true}
		rd.key(env, &o)
		rd.beginValue(&o, rd.position.pos)
		at := rd.opening.NameAt + i + 1
		rd.value.key = span{at, at + len(key)}
		return true
	}
	return false
}

// reader decides what a value is, and reports it.
type reader struct {
	opening  *opening
	position *position
	args     *args
	nodes    *nodes // made for the first value that is made of others; reused

	typing values.Typing // its Start clears it
	value
}

// A value is the text between a parameter's tags. A string is reported as it comes. JSON is
// reported when it is complete.
type value struct {
	types    schema.Types
	json     bool // it is JSON of any type
	named    bool // its tag has its type
	kind     values.Kind
	led      bool     // its beginning was read
	lines    bool     // a newline at its beginning was dropped
	crlf     bool     // the newlines around it are CR LF
	verbatim verbatim // whether markers are around it
	start    int      // where it begins
	at       int      // up to here it was reported
	prefix   string   // of its opening tag
	word     string   // of its tags
	key      span     // its name
	closes   bool     // its closer can't be missing, because its opener is
	tags     bool     // it contains a tag of the grammar
	passed   passed   // whether it contains its closer
	opened   bool     // a parameter was opened in it
	short    bool     // an element was opened in it whose closer looks like a shortened closer of a parameter
	lost     bool     // only the end of the call around it ends it
	reported reported // what it was reported up to
	whole    whole    // whether it is an object or an array
	wholeTo  int      // the end of that object or array, and of the white space behind it
	closer   span     // the closer that may end it
	damaged  span     // a damaged closer, and the white space behind it that was read
}

// passed says whether a value contains its closer, where that can't end it, its opener without a name, and closers of the
// call.
type passed struct {
	closer bool // it contains the closer
	edge   bool // and that is at the end of a line
	opener int  // where it contains the opener without a name that has no closer yet; 0: nowhere
	keyed  bool // an element with the name of the parameter was opened in it
	byKey  bool // the closer that may end it has the name of the parameter
	again  span // from a closer of the call up to where endsAgain has looked for more of them
}

// reported says what a value was reported up to.
type reported struct {
	from   int  // where it begins, without a newline that the template wrote
	closer bool // the closer that may end it
	blank  bool // white space that is too long to be next to a missing closer
	// Up to text is the text without the white space at its end, as far as it was looked at, which is up to end.
	text, end int
}

// mayEndAt notes the closer from offset at to end, which may end the value, and continues behind
// it. opened: a parameter was opened in the value.
func (rd *reader) mayEndAt(at, end int, opened bool) {
	v := &rd.value
	v.closer, v.opened, v.reported.closer = span{at, end}, opened, false
	rd.position.pos = end
	rd.position.phase = behindTag
}

// jsonTypes are the names of the types whose values are JSON.
var jsonTypes = [...]string{"number", "integer", "boolean", "null", "object", "array"}

// beginValue begins the value of the parameter that o opened.
func (rd *reader) beginValue(o *tags.Opened, at int) {
	v := &rd.value
	prefix := rd.opening.Prefix
	if len(o.Prefix) == 0 {
		prefix = ""
	}
	*v = value{} // in place: a composite literal would be built elsewhere, and copied
	v.start, v.at, v.prefix, v.word, v.closes = at, at, prefix, rd.opening.g.Parameter.ClosedBy(), o.Marker
	v.types = rd.opening.tool.Property(o.Name).Types
	if rd.opening.g.Verbatim != nil {
		v.verbatim = unread
	}
	switch rd.opening.g.Typing {
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
	case grammar.TypedByKind:
		if kindOf(o.Type) == jsonKind {
			v.json = true
		} else {
			v.types = schema.String
		}
	case grammar.TypedByName:
		v.types, v.json = schema.String, slices.Contains(jsonTypes[:], string(o.Type))
	}
	// The text of a failed call is reported at once, and can't be read again if the value isn't
	// JSON.
	if !rd.position.Failed && (v.json || v.types&(schema.Object|schema.Array) != 0) {
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
// See docs/models/formats, "Closers that are far away or missing".
func (rd *reader) endUnclosed(env *body.Env, at int, kind repair.Kind) {
	rd.position.phase = between
	rd.position.ShowFrom(at)
	if rd.position.Failed {
		return
	}
	damaged := rd.value.isDamaged(env, at)
	switch {
	case rd.value.tags || rd.value.closes:
		rd.failUnclosed(env)
		return
	case !damaged && rd.endsAsCloser(env, at):
		rd.position.fail(env, parsers.ReasonMalformed, "a value isn't closed, and its last bytes could be part of the closer")
		return
	}
	rd.opening.Note(kind, at)
	if damaged {
		rd.endValue(env, rd.value.damaged.start, true)
	} else {
		rd.endValue(env, at, false)
	}
	rd.position.last = at
}

// endsAsCloser reports whether the text before offset at, ignoring white space, ends as a damaged closer of the value
// does. Then the model wrote a part of the closer.
func (rd *reader) endsAsCloser(env *body.Env, at int) bool {
	text := match.TrimSpaceRight(env.Slice(max(rd.value.start, at-maxGap), at))
	return rd.opening.tags.Brackets.EndsDamaged(text, rd.value.prefix, rd.value.word)
}

func (rd *reader) failUnclosed(env *body.Env) {
	rd.position.fail(env, parsers.ReasonMalformed, "a value isn't closed, and it contains tags or has no opener")
}

// endValue reports the value whose closer is at offset end, or missing there.
func (rd *reader) endValue(env *body.Env, end int, closed bool) {
	rd.position.phase = between
	if rd.position.Failed {
		return
	}
	env.NoteValue(rd.value.start, end, len(rd.opening.Repairs) > 0 && rd.value.whole != wholeEnded)
	switch {
	case rd.opening.Unnamed:
		if !closed {
			end, _ = rd.implied(env, end)
		}
		rd.args.members = append(rd.args.members, member{key: rd.value.key, value: span{rd.value.at, end}})
	case rd.args.again != nil:
		rd.endRepeated(env, rd.member(env, end, closed))
	case rd.args.built:
		rd.args.members = append(rd.args.members, rd.member(env, end, closed))
	case !rd.finishValue(env, end, closed):
		rd.position.fail(env, parsers.ReasonLimit, failure.TooDeep)
		return
	}
	if !rd.position.Failed {
		rd.args.complete()
	}
}

// behindTag decides, by the text behind the closer, whether the closer ends the value. If more
// bytes are needed for that, the value is reported up to the closer. Otherwise it is read once, as
// a complete value.
func (rd *reader) behindTag(env *body.Env) (more, done bool) {
	if !rd.awaitsEnd(env) {
		return false, false
	}
	if !rd.reported.closer {
		rd.reported.closer = true
		rd.flush(env, rd.closer.start)
	}
	return true, false
}

// awaitsEnd ends the value at its closer, or continues in it. It returns true if more bytes are
// needed to decide this.
func (rd *reader) awaitsEnd(env *body.Env) (more bool) {
	at, more := Space(env, &rd.opening.tags.Brackets, rd.position.pos, nil)
	if rd.position.pos = at; more {
		return true
	}
	v := &rd.value
	if v.passed.byKey {
		return rd.awaitsStructure(env, at)
	}
	if len(env.Rest(at)) > 0 {
		kind, a := rd.position.tagAt(env, at)
		damaged, twice, again := match.No, match.No, match.No
		switch {
		case kind == closeCall && !rd.position.Failed:
			again = rd.endsAgain(env, at, a.Len())
		case a == match.No && !rd.position.Failed:
			damaged = rd.dueOpener(env, at)
		case kind == closeParameter && v.passed.opener > 0: // this closer is that opener's
			v.passed.opener = 0
			rd.position.phase = inValue
			return false
		case kind == closeParameter && !v.opened:
			twice = rd.closesTwice(env, at+int(a), a)
		}
		switch {
		case a == match.More && !env.Final, damaged == match.More, twice == match.More, again == match.More:
			return true
		case twice.Yes():
			rd.opening.Note(repair.ExtraCloser, at)
			rd.args.doubt = true
			rd.ended(env, at+int(a))
			return false
		case damaged.Yes():
			rd.position.fail(env, parsers.ReasonMalformed, "the opening tag of a parameter is damaged")
			rd.position.phase = inValue
			v.tags, v.whole = true, notWhole
			rd.position.Hide(at)
			return false
		case (a == match.No || kind == closeParameter || again.Yes()) && v.whole != wholeEnded:
			rd.position.phase = inValue
			v.tags, v.passed.closer = true, true
			v.passed.edge = v.passed.edge || again.Yes() || v.passed.opener == 0 && rd.atEdge(env, v.closer)
			v.passed.opener = 0
			return false
		}
	}
	rd.ended(env, v.closer.end)
	return false
}

// closerByKey matches a closer that has the name of the parameter in the place of the closer's word.
// See docs/models/formats, "A closer with the name of its parameter".
func (rd *reader) closerByKey(env *body.Env, rest []byte) match.Answer {
	v := &rd.value
	if rd.position.Failed || v.passed.keyed || v.key.end == v.key.start || rd.opening.Unnamed || !env.Repairs() {
		return match.No
	}
	key, r := env.Slice(v.key.start, v.key.end), &rd.opening.g.Brackets
	for _, lead := range [...]string{r.Close, "</", r.Open} {
		a := match.Text(lead, rest, env.Final)
		if a.Yes() {
			a = match.Text(string(key), rest[a:], env.Final).Plus(a.Len())
		}
		if a.Yes() && lead == r.Open {
			if len(rest) == a.Len() && !env.Final {
				return match.More // what is behind the word
			}
			v.passed.keyed = v.passed.keyed || len(rest) > a.Len() && bytes.IndexByte([]byte(" \t\r\n/>="), rest[a]) >= 0
			return match.No
		}
		if a.Yes() {
			a = match.Text(r.End, rest[a:], env.Final).Plus(a.Len())
		}
		if a != match.No {
			return a
		}
	}
	return match.No
}

// awaitsStructure ends the value at a closer by its key, if structure is at offset at, behind it. It returns true if more bytes are
// needed to decide this.
func (rd *reader) awaitsStructure(env *body.Env, at int) (more bool) {
	v := &rd.value
	if len(env.Rest(at)) > 0 {
		kind, a := rd.position.tagAt(env, at)
		switch {
		case a == match.More && !env.Final:
			return true
		case a.Yes() && (kind.opensParameter() || kind == closeCall || kind == closeWrapper):
			rd.opening.Note(repair.MissingMarker, v.closer.start)
			rd.ended(env, v.closer.end)
			return false
		}
	}
	v.passed.byKey, rd.position.phase, rd.position.pos = false, inValue, v.closer.end
	return false
}

// ended ends the value at its closer. The call continues behind offset last.
func (rd *reader) ended(env *body.Env, last int) {
	rd.position.last = last
	rd.position.ShowFrom(last)
	if rd.position.pos = max(rd.position.pos, last); rd.opening.g.LooseSpace && !rd.position.Failed {
		rd.position.pos = last // between notes how the white space is written
	}
	if v := &rd.value; v.closes && !rd.position.Failed && rd.beginsAsTag(env, env.Visits.TrimLeft(env.Slice(v.start, v.closer.start), " \t\r\n")) {
		rd.position.fail(env, parsers.ReasonMalformed, "a value isn't opened, and its first bytes could be part of the opener")
	}
	rd.args.doubt = rd.args.doubt || rd.value.passed.edge
	rd.endValue(env, rd.value.closer.start, true)
}

// beginsAsTag reports whether a value without an opener begins with what is left of the opener, or with a tag in its place:
// one that the value doesn't close.
func (rd *reader) beginsAsTag(env *body.Env, text []byte) bool {
	r := &rd.opening.tags.Brackets
	if r.BeginsDamaged(text, rd.value.prefix, rd.value.word) {
		return true
	}
	word, closes, a := r.AnyTag(text, true)
	return a.Yes() && (closes || env.Visits.Index(text, append([]byte(r.Close), word...)) < 0)
}

// maybeDamaged notes whether a damaged closer of the parameter may be at the position. It is one if
// the value ends directly behind it. It returns true if more bytes are needed to find its end.
func (rd *reader) maybeDamaged(rest []byte, final bool) (more bool) {
	word := rd.opening.g.Parameter.ClosedBy()
	if open := rd.opening.g.Brackets.Open; len(rest) <= len(open) || rest[len(open)] == word[0] {
		nameless := rd.opening.tags.Brackets.TagAs(rest, open, rd.value.prefix, rd.opening.g.Parameter.Word, final)
		if nameless == match.More {
			return true
		}
		if nameless.Yes() {
			rd.value.passed.opener = rd.position.pos
		}
	}
	if rd.opening.g.Inside == grammar.Nests {
		return false
	}
	a, d := rd.opening.tags.Brackets.DamagedClosing(rest, word, final), &rd.value.damaged
	if a == match.No {
		a = rd.opening.tags.Brackets.MisspeltClosing(rest, rd.value.prefix, word, final)
	}
	if a == match.No && !rd.value.short {
		opens := rd.opening.tags.Brackets.OpensShort(rest, word, final)
		if rd.value.short = opens.Yes(); opens == match.More {
			return true
		}
		a = rd.opening.tags.Brackets.ShortClosing(rest, rd.value.prefix, word, final)
	}
	switch {
	case a == match.More:
		return true
	case a.Yes() && d.start != rd.position.pos:
		if d.end > 0 {
			rd.value.tags = true // the earlier one isn't at the end of the value
		}
		*d = span{rd.position.pos, rd.position.pos + int(a)}
	}
	return false
}

// damagedOpener matches the damaged opening tag of the next parameter at offset at, behind a closer
// of the parameter. With such a tag, the value doesn't continue there. due reports whether a
// parameter with a name may be there.
func (rd *reader) damagedOpener(env *body.Env, at int, due func(name []byte) bool) match.Answer {
	if rd.opening.g.Parameter.Name == grammar.NameBehind {
		return rd.opening.tags.UnopenedName(env.Rest(at), due, env.Final)
	}
	return rd.opening.tags.DamagedOpening(env.Rest(at), rd.value.prefix, due, env.Final)
}

// dueOpener matches what is left of the opener of a parameter that the call may have, but hasn't yet.
// See docs/models/formats, "Damaged tags around values".
func (rd *reader) dueOpener(env *body.Env, at int) match.Answer {
	due := func(name []byte) bool { return rd.opening.tool.Names(name) && !rd.args.keys.has(env, name) }
	if a := rd.damagedOpener(env, at, due); a != match.No || rd.opening.Unnamed || rd.opening.tool.Len() == 0 {
		return a
	}
	return rd.opening.tags.DueOpening(env.Rest(at), due, env.Final)
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
func (rd *reader) passWhole(env *body.Env) bool {
	if !rd.value.led {
		return false
	}
	_, a := rd.typing.Container(&env.Window)
	return a == match.More
}

// passSpace skips the white space behind an object or array, once: a failed call keeps no text.
func (rd *reader) passSpace(env *body.Env) {
	if v := &rd.value; rd.position.pos == v.wholeTo {
		rd.position.skipSpace(env)
		v.wholeTo = rd.position.pos
	}
}

// inWhole reads a value that may be an object or an array. It returns true if more bytes are
// needed. If the value is neither, it is read again from its beginning.
// See docs/models/formats, "The five rules for the end of a value", rule 1.
func (rd *reader) inWhole(env *body.Env) (more bool) {
	v := &rd.value
	if !v.led {
		rd.position.skipSpace(env)
		rest := env.Rest(rd.position.pos)
		if len(rest) == 0 {
			return !env.Final
		}
		types := v.types
		if v.json {
			types = schema.Any
		}
		if kind := schema.Kind(rest[0]); kind != schema.Object && kind != schema.Array || kind&types == 0 {
			v.whole = notWhole
			return false
		}
		rd.lead(env, rd.position.pos+1)
	}
	end, a := rd.typing.Container(&env.Window)
	switch {
	case a == match.More:
		return true
	case a.Yes():
		v.wholeTo, v.whole = end, wholeRead
		rd.position.pos = end
	default:
		v.whole = notWhole
		rd.position.pos = v.start
	}
	return false
}

// verbatim says whether a value is between the markers of the grammar's Verbatim.
type verbatim uint8

const (
	notVerbatim verbatim = iota
	unread               // more bytes are needed
	isVerbatim
)

// beginsVerbatim reads until it is known whether the value is between these markers. It returns true if more bytes are
// needed.
func (rd *reader) beginsVerbatim(env *body.Env) (more bool) {
	v := &rd.value
	switch at, n := env.TextBehind(v.at, rd.opening.g.Verbatim.Opener()); n {
	case match.More:
		return true
	case match.No:
		v.verbatim = notVerbatim
	default:
		v.verbatim, v.at = isVerbatim, at+n.Len()
		rd.position.pos = v.at
	}
	return false
}

// verbatimEnd matches the closing marker at the position, with the parameter's closer behind it.
func (rd *reader) verbatimEnd(env *body.Env) (end int, a match.Answer) {
	a = match.Text(rd.opening.g.Verbatim.Closer(), env.Rest(rd.position.pos), env.Final)
	if !a.Yes() {
		return 0, a
	}
	at, more := env.Space(rd.position.pos + a.Len())
	if more {
		return 0, match.More
	}
	a = rd.opening.tags.Brackets.TagAs(env.Rest(at), rd.opening.g.Brackets.Close, rd.value.prefix, rd.opening.g.Parameter.ClosedBy(), env.Final)
	return at + a.Len(), a
}
