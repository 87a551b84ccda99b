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

// given holds the grammar and the opening tag, and decides how the tags of the call may look.
type given struct {
	Header
	g      *grammar.Tags
	tags   tags.Reader
	starts *callStarts // made for the first call, and reused
	tool   *schema.Properties
}

// opens stores what the opening tag says.
func (b *given) opens(c *body.Around, g *grammar.Tags, h *Header) {
	buffers.Made(&b.starts).begin(g)
	b.Header, b.g, b.tool = *h, g, nil
	b.tags = tags.New(g).Within(h.Prefix)
	b.tags.Word, b.tags.Tools, b.tags.Brackets.Visits = h.Word, c.Config.Tools, c.Visits
	if b.Prefix != "" {
		b.starts.addPrefix(b.Prefix)
	}
	if h.Bare && !g.Bare.Native() {
		b.Free = b.Free || g.Bare.Declared()
		if !h.Run {
			b.Repairs = append([]parsers.Repair{{Kind: repair.MissingMarker, Offset: h.At}}, b.Repairs...)
		}
	}
	b.Free = b.Free || c.Costs.Penalized(h.At)
}

// opened stores what the opening tag of a parameter says about all tags.
func (b *given) opened(o *tags.Opened) {
	b.Keyless = false
	if b.Prefix == "" {
		b.Prefix = string(o.Prefix)
		b.starts.addPrefix(b.Prefix)
	}
}

// unknownUnclosed reports whether an opening tag isn't closed, and its name isn't a parameter of
// the tool. Then no value may begin behind it.
func (b *given) unknownUnclosed(o *tags.Opened) bool {
	return o.Unclosed && b.tool.Len() > 0 && !b.tool.Names(o.Name)
}

// parameterBehind matches a tag of a parameter behind a call: its closer, or its opener. An element's
// opener is one only if the tool may have such a parameter.
func (b *given) parameterBehind(rest []byte, opens, final bool) match.Answer {
	switch {
	case !b.starts.words && opens:
		return b.tags.OpensParameter(&tags.Opened{}, rest, final)
	case !b.starts.words:
		return b.closerAt(rest, b.g.Parameter.ClosedBy(), final)
	}
	word, closes, a := b.tags.Brackets.AnyTag(rest, final)
	outer := string(word) == b.g.Call.Word || slices.Contains(b.g.Wrappers, string(word))
	if a.Yes() && (closes == opens || outer || opens && b.tool.Lists() && !b.tool.Names(word)) {
		return match.No
	}
	return a
}

// anyKeyEnds reports whether the opener of an undeclared parameter may end a value, too, because
// the tool's parameters aren't known.
func (b *given) anyKeyEnds() bool { return b.g.Inside == grammar.AnyEnds && !b.tool.Lists() }

// closerBegins reports whether rest may be the beginning of the closer of the call or of its
// wrapper.
func (b *given) closerBegins(rest []byte) bool {
	_, a := b.tags.ClosesCall(rest, false)
	for i := 0; a == match.No && i < len(b.g.Wrappers); i++ {
		_, a = b.tags.Brackets.Closing(rest, b.g.Wrappers[i], false)
	}
	return a != match.No
}

// mayBegin reports whether a tag of the grammar may begin with rest. The first byte of rest is the
// first byte of a tag.
func (b *given) mayBegin(rest []byte) bool {
	if b.starts.xml && len(rest) > 2 && rest[1] == '/' {
		return b.starts.closings.has(rest[2])
	}
	return len(rest) < 2 || b.starts.opens.has(rest[1]) || b.g.Brackets.Affix == grammar.Spaced && len(b.g.Brackets.Open) == 1
}

// group returns the word of the tag around the parameters. It is empty if there is no such tag.
func (b *given) group() string {
	if b.Unnamed {
		return b.g.Elements.Parameters
	}
	return b.g.Group
}

func (b *given) noteSpace(at int) { b.Note(repair.WhiteSpace, at) }

// refused returns why the call can't be accepted, whatever its arguments are.
func (b *given) refused(c *body.Around) (parsers.Reason, string) {
	switch {
	case b.Reason != parsers.ReasonUnspecified:
		return b.Reason, b.Message
	case b.Argument:
		return parsers.ReasonMalformed, "the opening tag of the call holds an argument"
	case b.Name == "":
		return parsers.ReasonMalformed, "no tool can have the call's name"
	case b.Bare && b.g.Bare.Declared() && !c.Declared(b.Name):
		return parsers.ReasonUnknownTool, "no tool \"" + b.Name + "\" is declared, and the call has no wrapper"
	case b.Bare && !b.g.Bare.Native() && c.Config.Options.DisableRepair:
		return parsers.ReasonMalformed, "the opening tag around the call is missing"
	}
	return parsers.ReasonUnspecified, ""
}

func (b *given) format() string {
	if b.Unnamed {
		return b.g.Elements.Format
	}
	return b.g.Format
}

// fits reports whether a tag with this prefix may belong to the call.
func (b *given) fits(prefix []byte) bool {
	return len(prefix) == 0 || string(prefix) == b.Prefix
}

// closesWrapper matches the wrapper's closer. Where openers in values nest, its beginning is
// enough.
func (b *given) closesWrapper(rest []byte, word string) (prefix []byte, a match.Answer) {
	if b.g.Inside == grammar.Nests {
		return b.tags.Brackets.Starts(rest, b.g.Brackets.Close, word, false)
	}
	return b.tags.Brackets.Closing(rest, word, false)
}

// opensParameter matches everything before a parameter's value.
func (b *given) opensParameter(o *tags.Opened, rest []byte, final bool) match.Answer {
	if b.Keyless {
		return b.tags.OpensKeyless(o, rest, final)
	}
	return b.tags.OpensParameter(o, rest, final)
}

// closerAt matches a closer that belongs to the call.
func (b *given) closerAt(rest []byte, word string, final bool) match.Answer {
	prefix, a := b.tags.Brackets.Closing(rest, word, final)
	if a.Yes() && !b.fits(prefix) {
		return match.No
	}
	return a
}

// closes reports whether rest is the beginning of a closing tag, but not of an opening tag.
func (b *given) closes(rest []byte) bool {
	if b.g.Brackets.Close == b.g.Brackets.Open {
		var o tags.Opened
		return b.opensParameter(&o, rest, false) == match.No && b.tags.OpensCall(&o, rest, false) == match.No
	}
	closing := match.Text(b.g.Brackets.Close, rest, false)
	return closing.Yes() || closing == match.More && match.Text(b.g.Brackets.Open, rest, false) == match.No
}

// opensValue matches the opener of a value at the start of rest. If text that may follow a value is
// behind it, it is a damaged closer instead.
func (b *given) opensValue(rest []byte, opener match.Answer, final bool) match.Answer {
	switch ends := b.followed(rest, opener, final, b.tags.CallGoesOn); {
	case ends.Yes():
		return match.No
	case ends == match.More:
		return ends
	}
	return opener
}

// quotedCall matches the opener of a call, if a parameter or the call's closer follows.
func (b *given) quotedCall(rest []byte, final bool) match.Answer {
	var o tags.Opened
	return b.followed(rest, b.tags.OpensCall(&o, rest, final), final, b.tags.CallGoesOn)
}

// quotedWrapper matches the opener of a wrapper, if a quoted call follows.
func (b *given) quotedWrapper(rest []byte, final bool) match.Answer {
	_, a := b.tags.OpensWrapper(rest, final)
	return b.followed(rest, a, final, b.quotedCall)
}

// followed matches the tag at the start of rest, if right accepts the text behind it, ignoring
// white space.
func (b *given) followed(rest []byte, tag match.Answer, final bool, right func(behind []byte, final bool) match.Answer) match.Answer {
	if !tag.Yes() {
		return tag
	}
	behind := rest[tag:]
	n := match.SpaceLen(behind[:min(len(behind), maxGap+1)])
	b.tags.Brackets.Visits.Add(n)
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
func (h *Header) SetName(c *body.Around, g *grammar.Tags, name []byte, at int) {
	if h.NameAt = at; names.Plain(name) {
		h.Name = c.Intern(name)
		return
	}
	name, kind := names.True(c.Visits, c.Config, name)
	if kind != 0 {
		h.Note(kind, at)
	} else if doubled, ok := names.Doubled(c.Config, name); ok {
		name = doubled
		h.Note(repair.ToolName, at)
	}
	attribute := g.Call.Name != grammar.NameBehind && g.Call.Name != grammar.NameAssigned
	if names.Valid(c.Config.Tools, name) && (attribute || !names.Damaged(c.Config.Tools, name)) {
		h.Name = c.Intern(name)
	}
}

// Attributes notes how the attributes of the opening tag are written, and which attributes it has
// in addition to its name. These may be arguments, and would be lost.
func (h *Header) Attributes(c *body.Around, o *tags.Opened) {
	if o.Unquoted {
		h.Note(repair.QuoteStyle, h.At)
	}
	for _, key := range o.Others {
		h.Lost = "the opening tag of the call holds what may be arguments"
		if c.Rules.Properties(h.Name).Names(key) {
			h.Argument = true
		}
	}
}

// SplitName splits the name of a call from its first key, whose opening tag is missing. The tool
// and the key must be declared. It returns false if this is no call.
func (h *Header) SplitName(c *body.Around, o *tags.Opened) bool {
	if o.Key != nil {
		h.Keyless = c.Repairs() && declares(c, o.Name, o.Key)
		h.Note(repair.MissingMarker, h.Inner)
		return h.Keyless
	}
	n := len(o.Name) - 1
	for n > 0 && (!c.Repairs() || !declares(c, o.Name[:n], o.Name[n:])) {
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
func declares(c *body.Around, name, key []byte) bool {
	return c.Config.Tools.Declared(string(name)) && c.Rules.Properties(string(name)).Names(c.Visits.TrimSpace(key))
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
}

// callStarts are those of a call, which may have a prefix, and those of its grammar.
type callStarts struct {
	starts
	grammar starts
}

// begin begins a call of the grammar.
func (s *callStarts) begin(g *grammar.Tags) {
	if s.grammar.of != g {
		s.grammar = startsOf(g)
	}
	s.starts = s.grammar
}

// startsOf returns the possible beginnings of the tags of a grammar.
func startsOf(g *grammar.Tags) starts {
	s := starts{of: g, words: g.Parameter.Name == grammar.NameWord}
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
func (s *starts) addPrefix(prefix string) {
	s.opens.addTag(s.of.Brackets.Open, prefix)
	s.outers.addTag("<", prefix)
	s.closings.addTag("<", prefix)
}
