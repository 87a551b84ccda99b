package tagged

import (
	"slices"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
	"github.com/toolparser/toolparser/parsers/internal/schema"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// opening holds the grammar and the opening tag, and decides how the tags of the call may look.
type opening struct {
	Header
	g      *grammar.Tags
	tags   tags.Reader
	starts *callStarts // made for the first call, and reused
	tool   *schema.Properties
}

// opens stores what the opening tag says.
func (op *opening) opens(env *body.Env, g *grammar.Tags, h *Header) {
	buffers.Made(&op.starts).begin(g)
	op.Header, op.g, op.tool = *h, g, nil
	op.tags = tags.New(g).Within(h.Prefix)
	op.tags.Word, op.tags.Tools, op.tags.Brackets.Visits = h.Word, env.Config.Tools, env.Visits
	if op.Prefix != "" {
		op.starts.addPrefix(op.Prefix)
	}
	if h.Bare && !g.Bare.Native() {
		op.Free = op.Free || g.Bare.Declared()
		if !h.Run {
			op.Repairs = append([]parsers.Repair{{Kind: repair.MissingMarker, Offset: h.At}}, op.Repairs...)
		}
	}
	op.Free = op.Free || env.Penalties.Penalized(h.At)
}

// varies reads the call as in the grammar with another tag for its arguments, if such a tag is where the first argument is,
// with which rest begins. more: more bytes are needed.
func (op *opening) varies(env *body.Env, rest []byte) (more bool) {
	if op.starts.variant.of != op.g {
		op.starts.variant.of, op.starts.variant.other = op.g, nil
		for i := range env.Rules.Grammar.Tags {
			if t := &env.Rules.Grammar.Tags[i]; op.g.Varies(t) {
				op.starts.variant.other = t
			}
		}
	}
	other := op.starts.variant.other
	if other == nil {
		return false
	}
	_, a := op.tags.Brackets.Starts(rest, op.g.Brackets.Open, other.Parameter.Word, env.Final)
	if a.Yes() {
		op.g, op.tags.Tags = other, other
		op.starts.begin(other)
	}
	return a == match.More
}

// opened stores what the opening tag of a parameter says about all tags.
func (op *opening) opened(o *tags.Opened) {
	op.Keyless = false
	if op.Prefix == "" {
		op.Prefix = string(o.Prefix)
		op.starts.addPrefix(op.Prefix)
	}
}

// unknownUnclosed reports whether an opening tag isn't closed, and its name isn't a parameter of
// the tool. Then no value may begin behind it.
func (op *opening) unknownUnclosed(o *tags.Opened) bool {
	return o.Unclosed && op.tool.Len() > 0 && !op.tool.Names(o.Name)
}

// parameterBehind matches a tag of a parameter behind a call: its closer, or its opener. An element's
// opener is one only if the tool may have such a parameter.
func (op *opening) parameterBehind(rest []byte, opens, final bool) match.Answer {
	switch {
	case !op.starts.words && opens:
		return op.tags.OpensParameter(&tags.Opened{}, rest, final)
	case !op.starts.words:
		return op.closerAt(rest, op.g.Parameter.ClosedBy(), final)
	}
	word, closes, a := op.tags.Brackets.AnyTag(rest, final)
	outer := string(word) == op.g.Call.Word || slices.Contains(op.g.Wrappers, string(word))
	if a.Yes() && (closes == opens || outer || opens && op.tool.Lists() && !op.tool.Names(word)) {
		return match.No
	}
	return a
}

// anyKeyEnds reports whether the opener of an undeclared parameter may end a value, too, because
// the tool's parameters aren't known.
func (op *opening) anyKeyEnds() bool { return op.g.Inside == grammar.AnyEnds && !op.tool.Lists() }

// closerBegins reports whether rest may be the beginning of the closer of the call or of its
// wrapper.
func (op *opening) closerBegins(rest []byte) bool {
	_, a := op.tags.ClosesCall(rest, false)
	for i := 0; a == match.No && i < len(op.g.Wrappers); i++ {
		_, a = op.tags.Brackets.Closing(rest, op.g.Wrappers[i], false)
	}
	return a != match.No
}

// mayBegin reports whether a tag of the grammar may begin with rest. The first byte of rest is the
// first byte of a tag.
func (op *opening) mayBegin(rest []byte) bool {
	if op.starts.xml && len(rest) > 2 && rest[1] == '/' {
		return op.starts.closings.has(rest[2])
	}
	return len(rest) < 2 || op.starts.opens.has(rest[1]) || op.g.Brackets.Affix == grammar.Spaced && len(op.g.Brackets.Open) == 1
}

// group returns the word of the tag around the parameters. It is empty if there is no such tag.
func (op *opening) group() string {
	if op.Unnamed {
		return op.g.Elements.Parameters
	}
	return op.g.Group
}

func (op *opening) noteSpace(at int) { op.Note(repair.WhiteSpace, at) }

// refused returns why the call can't be accepted, whatever its arguments are.
func (op *opening) refused(env *body.Env) (parsers.Reason, string) {
	switch {
	case op.Reason != parsers.ReasonUnspecified:
		return op.Reason, op.Message
	case op.Argument:
		return parsers.ReasonMalformed, "the opening tag of the call holds an argument"
	case op.Name == "":
		return parsers.ReasonMalformed, "no tool can have the call's name"
	case op.Bare && op.g.Bare.Declared() && !env.Declared(op.Name):
		return parsers.ReasonUnknownTool, "no tool \"" + op.Name + "\" is declared, and the call has no wrapper"
	case op.Bare && !op.g.Bare.Native() && env.Config.Options.DisableRepair:
		return parsers.ReasonMalformed, "the opening tag around the call is missing"
	}
	return parsers.ReasonUnspecified, ""
}

func (op *opening) format() string {
	if op.Unnamed {
		return op.g.Elements.Format
	}
	return op.g.Format
}

// fits reports whether a tag with this prefix may belong to the call.
func (op *opening) fits(prefix []byte) bool {
	return len(prefix) == 0 || string(prefix) == op.Prefix
}

// closesWrapper matches the wrapper's closer. Where openers in values nest, its beginning is
// enough.
func (op *opening) closesWrapper(rest []byte, word string) (prefix []byte, a match.Answer) {
	if op.g.Inside == grammar.Nests {
		return op.tags.Brackets.Starts(rest, op.g.Brackets.Close, word, false)
	}
	return op.tags.Brackets.Closing(rest, word, false)
}

// opensParameter matches everything before a parameter's value.
func (op *opening) opensParameter(o *tags.Opened, rest []byte, final bool) match.Answer {
	if op.Keyless {
		return op.tags.OpensKeyless(o, rest, final)
	}
	return op.tags.OpensParameter(o, rest, final)
}

// closerAt matches a closer that belongs to the call.
func (op *opening) closerAt(rest []byte, word string, final bool) match.Answer {
	prefix, a := op.tags.Brackets.Closing(rest, word, final)
	if a.Yes() && !op.fits(prefix) {
		return match.No
	}
	return a
}

// outerCloserAt matches the closer of a wrapper, or of the tokens around the call.
func (op *opening) outerCloserAt(rest []byte, final bool) (a match.Answer) {
	if len(rest) > 0 && rest[0] != op.g.Brackets.Close[0] {
		return match.No // most often; the tokens around a call begin as its tags do
	}
	for i := 0; a == match.No && i < len(op.g.Wrappers); i++ {
		a = op.closerAt(rest, op.g.Wrappers[i], final)
	}
	if sh := op.g.Shell; sh != nil && a == match.No {
		a = match.Any([]string{sh.Call.Closer(), sh.Section.Closer()}, rest, final)
	}
	return a
}

// closes reports whether rest is the beginning of a closing tag, but not of an opening tag.
func (op *opening) closes(rest []byte) bool {
	if op.g.Brackets.Close == op.g.Brackets.Open {
		var o tags.Opened
		return op.opensParameter(&o, rest, false) == match.No && op.tags.OpensCall(&o, rest, false) == match.No
	}
	closing := match.Text(op.g.Brackets.Close, rest, false)
	return closing.Yes() || closing == match.More && match.Text(op.g.Brackets.Open, rest, false) == match.No
}

// opensValue matches the opener of a value at the start of rest. If text that may follow a value is
// behind it, it is a damaged closer instead.
func (op *opening) opensValue(rest []byte, opener match.Answer, final bool) match.Answer {
	switch ends := op.followed(rest, opener, final, op.tags.CallGoesOn); {
	case ends.Yes():
		return match.No
	case ends == match.More:
		return ends
	}
	return opener
}

// quotedCall matches the opener of a call, if a parameter or the call's closer follows. o says what it waits for.
func (op *opening) quotedCall(o *tags.Opened, rest []byte, final bool) match.Answer {
	return op.followed(rest, op.tags.OpensCall(o, rest, final), final, op.tags.CallGoesOn)
}

// quotedWrapper matches the opener of a wrapper, if a quoted call follows. o says what that waits for.
func (op *opening) quotedWrapper(o *tags.Opened, rest []byte, final bool) match.Answer {
	_, a := op.tags.OpensWrapper(rest, final)
	return op.followed(rest, a, final, func(behind []byte, final bool) match.Answer { return op.quotedCall(o, behind, final) })
}

// followed matches the tag at the start of rest, if right accepts the text behind it, ignoring
// white space.
func (op *opening) followed(rest []byte, tag match.Answer, final bool, right func(behind []byte, final bool) match.Answer) match.Answer {
	if !tag.Yes() {
		return tag
	}
	behind := rest[tag:]
	n := match.SpaceLen(behind[:min(len(behind), maxGap+1)])
	op.tags.Brackets.Visits.Add(n)
	switch {
	case n > maxGap:
		return match.No
	case n == len(behind):
		return match.End(final)
	}
	if a := right(behind[n:], final); !a.Yes() {
		return a
	}
	return tag
}

// maxGap is the maximum white space between the opener of a quoted call and what follows, in bytes.
const maxGap = 256

// SetName sets the name at offset at, if it may be the name of a tool.
func (h *Header) SetName(env *body.Env, g *grammar.Tags, name []byte, at int) {
	if h.NameAt = at; names.Plain(name) {
		h.Name = env.Intern(name)
		return
	}
	name, kind := names.True(env.Visits, env.Config, name)
	if kind != 0 {
		h.Note(kind, at)
	} else if doubled, ok := names.Doubled(env.Config, name); ok {
		name = doubled
		h.Note(repair.ToolName, at)
	}
	attribute := g.Call.Name != grammar.NameBehind && g.Call.Name != grammar.NameAssigned
	if names.Valid(env.Config.Tools, name) && (attribute || !names.Damaged(env.Config.Tools, name)) {
		h.Name = env.Intern(name)
	}
}

// Attributes notes how the attributes of the opening tag are written, and which attributes it has
// in addition to its name. These may be arguments, and would be lost.
func (h *Header) Attributes(env *body.Env, o *tags.Opened) {
	if o.Unquoted {
		h.Note(repair.QuoteStyle, h.At)
	}
	for _, key := range o.Others {
		h.Lost = "the opening tag of the call holds what may be arguments"
		if env.Rules.Properties(h.Name).Names(key) {
			h.Argument = true
		}
	}
}

// SplitName splits the name of a call from its first key, whose opening tag is missing. The tool
// and the key must be declared. It returns false if this is no call.
func (h *Header) SplitName(env *body.Env, o *tags.Opened) bool {
	if o.Key != nil {
		h.Keyless = env.Repairs() && declares(env, o.Name, o.Key)
		h.Note(repair.MissingMarker, h.Inner)
		return h.Keyless
	}
	n := len(o.Name) - 1
	for n > 0 && (!env.Repairs() || !declares(env, o.Name[:n], o.Name[n:])) {
		n--
	}
	if n <= 0 {
		h.Reason, h.Message = parsers.ReasonMalformed, "a key has no opening tag, and isn't a key of a declared tool"
		return true
	}
	h.Keyless, h.Inner = true, h.At+o.NameAt+n
	h.Note(repair.MissingMarker, h.Inner)
	o.Name, o.NameLen = o.Name[:n], n
	return true
}

// declares reports whether there is a declared tool with this name, and it has the key.
func declares(env *body.Env, name, key []byte) bool {
	return env.Config.Tools.Declared(string(name)) && env.Rules.Properties(string(name)).Names(env.Visits.TrimSpace(key))
}

// Note notes a repair. Repairs are rare, but inlining this at thirty places would add 2 KB of code
// that every call runs through.
//
//go:noinline
func (h *Header) Note(kind repair.Kind, at int) {
	h.Repairs = append(h.Repairs, parsers.Repair{Kind: kind, Offset: at})
}

// firsts are the possible second bytes of a tag. Most text in a value that looks like a tag isn't
// one, and its second byte shows this.
type firsts [4]uint64

func (f *firsts) add(c byte) { f[c>>6] |= 1 << (c & 63) }

func (f *firsts) has(c byte) bool { return f[c>>6]>>(c&63)&1 != 0 }

// addTag adds the byte behind the first one of a bracket, or of the word behind it.
func (f *firsts) addTag(bracket, word string) {
	switch {
	case len(bracket) > 1:
		f.add(bracket[1])
	case word != "":
		f.add(word[0])
	}
}

// starts are the possible beginnings of the tags of a grammar or of a call.
type starts struct {
	of       *grammar.Tags
	opens    firsts // second bytes of all tags
	outers   firsts // second bytes of the openers of calls and wrappers; valid if xml is true
	closings firsts // bytes behind "</"; valid if xml is true
	xml      bool   // the tags are written as in XML
	words    bool   // the words of tags are the names of parameters: see grammar.NameWord
	assigned bool   // the name of a parameter follows a '=': see grammar.NameAssigned
}

// callStarts are those of a call, which may have a prefix, and those of its grammar.
type callStarts struct {
	// variant is a grammar, and the one with another tag for the arguments, or nil.
	variant struct{ of, other *grammar.Tags }
	starts
	grammar starts
}

// begin begins a call of the grammar.
func (cs *callStarts) begin(g *grammar.Tags) {
	if cs.grammar.of != g {
		cs.grammar = startsOf(g)
	}
	cs.starts = cs.grammar
}

// startsOf returns the possible beginnings of the tags of a grammar.
func startsOf(g *grammar.Tags) starts {
	s := starts{of: g, words: g.Parameter.Name == grammar.NameWord, assigned: g.Parameter.Name == grammar.NameAssigned}
	s.xml = g.Brackets.Open == "<" && g.Brackets.Close == "</" && g.Brackets.Affix != grammar.Spaced
	for _, word := range [...]string{g.Parameter.Word, g.Parameter.Key, g.Call.Word, g.Group} {
		s.opens.addTag(g.Brackets.Open, word)
	}
	for _, words := range [...][]string{g.Wrappers, g.WrongCalls} {
		for _, word := range words {
			s.opens.addTag(g.Brackets.Open, word)
			s.outers.addTag("<", word)
			s.closings.addTag("<", word)
		}
	}
	s.outers.addTag("<", g.Call.Word)
	s.opens.addTag(g.Brackets.Close, g.Call.Word)
	for _, word := range [...]string{g.Parameter.Word, g.Parameter.Key, g.Parameter.Type, g.Call.ClosedBy(), g.Group} {
		s.closings.addTag("<", word)
	}
	if g.Elements != nil {
		s.closings.addTag("<", g.Elements.Parameters)
	}
	return s
}

// addPrefix adds tags with a prefix.
func (st *starts) addPrefix(prefix string) {
	st.opens.addTag(st.of.Brackets.Open, prefix)
	st.outers.addTag("<", prefix)
	st.closings.addTag("<", prefix)
}
