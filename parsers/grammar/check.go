package grammar

import (
	"errors"
	"slices"
	"strings"
)

// A Problem is a mistake in a table: the field with the mistake, and a message that says
// what to write there instead.
type Problem struct{ Field, Message string }

// Error implements error.
func (pr *Problem) Error() string { return pr.Field + ": " + pr.Message }

// Check returns everything that is wrong with the table by itself. The error joins a [Problem] for
// each mistake. It is nil if there is no mistake.
func (g *Grammar) Check() error {
	c := new(checker)
	c.table(g)
	c.hidden(g.Shared)
	return errors.Join(c.problems...)
}

// Formats returns the names of the formats that the table's calls have, each once.
func (g *Grammar) Formats() []string {
	c := new(checker)
	c.table(g)
	slices.Sort(c.formats)
	return slices.Compact(c.formats)
}

// NonJSONFormats returns the formats whose arguments aren't written as JSON. A test that looks for
// a call's arguments in the output must know these formats.
func (g *Grammar) NonJSONFormats() (formats []string) {
	for i := range g.Tags {
		formats = append(formats, g.Tags[i].Format)
		if e := g.Tags[i].Elements; e != nil {
			formats = append(formats, e.Format)
		}
	}
	for i := range g.Trees {
		formats = append(formats, g.Trees[i].Format, g.Trees[i].Bare)
	}
	for i := range g.Blocks {
		if s := g.Blocks[i].Shape; s != nil && s.Python {
			formats = append(formats, g.Blocks[i].Format)
		}
	}
	if g.Python != nil {
		formats = append(formats, g.Python.Formats()...)
		if g.Python.Token != nil {
			formats = append(formats, g.Python.Token.Format)
		}
	}
	if g.Frames != nil && g.Frames.Messages != nil && g.Frames.Messages.Body != nil {
		formats = append(formats, g.Frames.Messages.Format)
	}
	return formats
}

// table checks the entries of the table. Of markers that are the same, the one of the earlier entry is seen.
func (c *checker) table(g *Grammar) {
	if g.Frames != nil {
		c.frames(g.Frames)
	}
	for i := range g.Trees {
		c.tree(index("Trees", i), &g.Trees[i])
	}
	if g.Python != nil {
		c.python(g.Python)
	}
	for i := range g.Tags {
		c.tags(index("Tags", i), &g.Tags[i])
		if !slices.ContainsFunc(g.Tags[:i], func(earlier Tags) bool { return earlier.Varies(&g.Tags[i]) }) {
			c.openingTags(index("Tags", i), &g.Tags[i])
		}
		c.framed(index("Tags", i), &g.Tags[i], g.Frames)
	}
	for i := range g.Blocks {
		c.block(index("Blocks", i), &g.Blocks[i])
	}
	for i := range g.Results {
		field := index("Results", i)
		c.markers(field, &g.Results[i], c.opener)
		c.note(field+".Open", g.Results[i].Open, marker{fold: true})
	}
	for i := range g.Named {
		c.named(index("Named", i), &g.Named[i])
	}
	for i := range g.Thoughts {
		c.thought(index("Thoughts", i), &g.Thoughts[i])
	}
	for i, t := range g.Tokens {
		c.seek(index("Tokens", i)+".Text", t.Text)
	}
	c.seekAll("TurnEnds", g.TurnEnds, marker{})
	for i, t := range g.Thoughts {
		c.note(index("Thoughts", i)+".Close", t.Close, marker{})
	}
	n := len(g.Thoughts)
	c.when(n > maxThoughts, "Thoughts", "there are %d; at most %d can be distinguished", n, maxThoughts)
	c.unmarked(g)
}

// unmarked checks what has no markers that are looked for in running text.
func (c *checker) unmarked(g *Grammar) {
	if g.JSON != nil {
		c.callShape("JSON", g.JSON)
	}
	if g.Lead != nil {
		c.callShape("Lead.Shape", g.Lead.Shape)
	}
	for i := range g.Documents {
		c.document(index("Documents", i), &g.Documents[i])
	}
	if g.Recipients != nil {
		c.recipients(g.Recipients)
	}
	if g.Answer != nil {
		c.markers("Answer", g.Answer, c.opener)
	}
	c.counts(g.FunctionTags, g.NameLines)
}

// thought checks the markers of thoughts: all openers are markers, or all are plain text.
func (c *checker) thought(field string, m *Markers) {
	if !m.PlainText() {
		c.markers(field, m, c.opener)
		c.note(field+".Open", m.Open, marker{})
		return
	}
	c.markers(field, m, func(field, text string) { c.text(field, text) })
	for i, text := range m.Open {
		one := Between(text, "")
		c.when(text != "" && !one.PlainText(), index(field+".Open", i),
			"%q counts anywhere, and the opener before it only at the start of the output; put it into an entry of its own", text)
	}
}

// maxThoughts is how many kinds of thoughts can be distinguished.
const maxThoughts = 32

func (c *checker) tags(field string, t *Tags) {
	c.format(field, t.Format)
	c.opener(field+".Brackets.Open", t.Brackets.Open)
	c.opener(field+".Brackets.Close", t.Brackets.Close)
	c.require(field+".Brackets.End", t.Brackets.End, `write what ends a tag, as in ">"`)
	c.require(field+".Call.Word", t.Call.Word, `write the word of the tag that opens a call, as in "invoke"`)
	c.require(field+".Call.Name", t.Call.Name,
		`write the attribute that holds the tool's name, or where else that is: "`+NameAssigned+`", "`+NameBehind+`"`)
	c.parameter(field+".Parameter", &t.Parameter)
	c.when(t.Brackets.Open == t.Brackets.Close && (t.Call.Closer == "" || t.Parameter.Closer == ""), field+".Brackets.Close",
		"it is what Open is, so the words must tell; set Closer of Call and of Parameter")
	if e := t.Elements; e != nil {
		c.format(field+".Elements", e.Format)
		c.when(e.Name == "" || e.Parameters == "", field+".Elements",
			"Name or Parameters is empty; write the words of the elements around a name, and around arguments")
	}
	c.when(t.Typing != TypedBySchema && t.Parameter.Type == "", field+".Parameter.Type",
		"it is empty, but Typing asks for it; write the attribute that tells a value's type")
	c.when(t.Mended && t.Parameter.Key == "", field+".Mended",
		"only pairs can be repaired; set Parameter.Key, the word of the element that holds an argument's name")
	if s := t.Shell; s != nil {
		c.pair(field+".Shell.Section", &s.Section, marker{kind: tagOpener})
		c.pair(field+".Shell.Call", &s.Call, marker{kind: tagOpener})
		c.when(len(s.Separator) != 1, field+".Shell.Separator", spellings, len(s.Separator))
		c.seekAll(field+".Shell.Separator", s.Separator, marker{kind: tagOpener})
		c.require(field+".Shell.Type", s.Type, `write the word before Separator, as in "function"`)
	}
	c.wrappers(field, t)
	c.inTags(field, t)
}

const spellings = "it has %d spellings; write the token as the model does"

func (c *checker) parameter(field string, t *Tag) {
	c.when(t.Word == "" && t.Name != NameWord, field+".Word",
		"it is empty; write the word of the tag around an argument, as in \"parameter\"")
	c.when(t.Name == "" && t.Key == "", field, "neither Name nor Key says where an argument's name is; set one of them")
	c.when(t.Name == NameBehind && t.Separator == "", field+".Separator",
		"it is empty; write the word of the tag between an argument's name and its value")
}

func (c *checker) wrappers(field string, t *Tags) {
	for i, word := range slices.Concat(t.Wrappers, t.WrongWrappers) {
		c.when(word == "", field+".Wrappers", "word %d is empty; write the word of the tag around calls", i+1)
	}
	c.when(len(t.WrongWrappers) > 0 && len(t.Wrappers) == 0, field+".WrongWrappers",
		"they take the place of right ones, but Wrappers is empty")
	for _, word := range t.UntrimmedWrappers {
		c.when(!t.TrimNewline || !slices.Contains(t.Wrappers, word), field+".UntrimmedWrappers",
			"%q is none of Wrappers, or TrimNewline isn't set", word)
	}
}

// inTags checks what may be in a call, and in its tags.
func (c *checker) inTags(field string, t *Tags) {
	c.when(len(t.WrongCalls) > 0 && !t.Call.attribute() || slices.Contains(t.WrongCalls, ""), field+".WrongCalls",
		"a word is empty, or Call.Name is no attribute; write words that come before the name's attribute")
	c.when(t.Group != "" && (t.Group == t.Call.Word || t.Group == t.Parameter.Word), field+".Group",
		"%q is the word of another tag; write that of the tag around the parameters", t.Group)
	if t.Verbatim != nil {
		c.single(field+".Verbatim", t.Verbatim)
		c.markers(field+".Verbatim", t.Verbatim, c.opener)
	}
	c.when(t.LooseSpace && !(t.Call.attribute() && t.Parameter.attribute()), field+".LooseSpace",
		"there is no white space in the tags, since their names are no attributes")
}

// attribute reports whether an attribute holds the name.
func (t *Tag) attribute() bool { return t.Name != "" && t.Name != NameAssigned && t.Name != NameBehind }

func (c *checker) named(field string, n *Named) {
	c.format(field, n.Format)
	section, call := &n.Shell.Section, &n.Shell.Call
	if len(section.Open)+len(section.Close) > 0 {
		c.markers(field+".Shell.Section", section, c.opener)
	}
	c.markers(field+".Shell.Call", call, c.opener)
	c.when(len(n.Shell.Separator) == 0, field+".Shell.Separator", spellings, 0)
	c.note(field+".Shell.Section.Open", section.Open, marker{})
	c.note(field+".Shell.Call.Open", call.Open, marker{})
	if n.ID != "" && n.ID != IDIsHeader {
		c.seek(field+".ID", n.ID)
	}
	c.seekAll(field+".Shell.Separator", n.Shell.Separator, marker{})
	c.note(field+".Shell.Call.Close", call.Close, marker{kind: callCloser})
	c.note(field+".Shell.Section.Close", section.Close, marker{})
}

func (c *checker) block(field string, b *Block) {
	c.format(field, b.Format)
	c.when(b.Shape == nil, field+".Shape",
		"it is missing; say which objects between the markers are calls, as BlockCalls does")
	if b.Shape != nil {
		c.shape(field+".Shape", b.Shape)
	}
	c.when(len(b.Markers.Open) == 0, field+".Markers.Open", "it is empty; write the marker before the JSON")
	for i, text := range b.Markers.Open {
		switch at := index(field+".Markers.Open", i); {
		case b.Word():
			c.word(at, text)
		case b.Kind == StartTokens || leads(text):
			c.text(at, text)
		default:
			c.opener(at, text)
		}
	}
	if b.Kind != StartTokens {
		c.note(field+".Markers.Open", b.Markers.Open, marker{kind: blockOpener, fold: b.Plain()})
	}
	for i, text := range b.Markers.Close {
		c.opener(index(field+".Markers.Close", i), text)
	}
	if !b.Stray() {
		c.note(field+".Markers.Close", b.Markers.Close, marker{kind: callCloser, fold: b.Plain()})
	}
	if h := b.Header; h != nil {
		c.format(field+".Header", h.Format)
		if h.Separator != "" || !h.Object {
			c.opener(field+".Header.Separator", h.Separator)
		}
		if h.ID != "" {
			c.opener(field+".Header.ID", h.ID)
		}
	}
	c.words(field, b)
	c.when(len(b.Markers.Close) == 0 && b.Closer != CloserOptional, field+".Closer",
		"a closer is due, but Markers.Close is empty; write the closer, or set Closer to CloserOptional")
}

// leads reports whether a word leads to a token: both are the opener.
func leads(text string) bool { return isLetter(text) && strings.ContainsAny(text, "<[") }

func isLetter(text string) bool { return text != "" && 'a' <= text[0]|0x20 && text[0]|0x20 <= 'z' }

// words checks that all markers of a block have a suffix, or that none has one.
func (c *checker) words(field string, b *Block) {
	markers := slices.Concat(b.Markers.Open, b.Markers.Close)
	if b.Header != nil {
		markers = append(markers, b.Header.Separator, b.Header.ID)
	}
	for _, marker := range markers {
		c.when(marker != "" && strings.Contains(marker, Word) != strings.Contains(markers[0], Word), field,
			"%q bears another suffix than %q, or none; the markers of a block bear the same", marker, markers[0])
	}
}

// word checks an opener that is a word of running text.
func (c *checker) word(field, text string) {
	c.when(c.text(field, text) && !isLetter(text), field,
		"%q is no word; one begins with a letter, and other markers aren't a PlainWord", text)
}

func (c *checker) python(p *Python) {
	c.format("Python", p.Format)
	c.counts(p.Formats()...)
	for i := range p.Blocks {
		c.pair(index("Python.Blocks", i)+".Markers", &p.Blocks[i].Markers, marker{kind: tagOpener})
	}
	c.when(p.Label != "", "Python.Label", "only a Fence has a label; write it there")
	if p.Fence != nil {
		c.format("Python.Fence", p.Fence.Format)
	}
	if p.Token != nil {
		c.format("Python.Token", p.Token.Format)
		c.seek("Python.Token.Token", p.Token.Token)
	}
}

func (c *checker) tree(field string, t *Tree) {
	c.format(field, t.Format)
	c.counts(t.Bare)
	c.pairs(field+".Markers", &t.Markers, marker{})
	c.opener(field+".Delimiter", t.Delimiter)
	c.word(field+".Word", t.Word)
}

func (c *checker) frames(f *Frames) {
	c.when(len(f.Ends) == 0, "Frames.Ends", "it is empty; write the markers that end a section")
	c.seekAll("Frames.Ends", f.Ends, marker{kind: callCloser})
	for i, end := range f.ThoughtEnds {
		c.when(!slices.Contains(f.Ends, end), index("Frames.ThoughtEnds", i), "%q is none of Ends; add it there", end)
	}
	if f.Lead != "" {
		c.seek("Frames.Lead", f.Lead)
	}
	for i, s := range f.Sections {
		c.seek(index("Frames.Sections", i)+".Open", s.Open)
	}
	if f.Messages != nil {
		c.messages("Frames.Messages", f.Messages)
	}
}

func (c *checker) messages(field string, m *Messages) {
	c.format(field, m.Format)
	c.counts(m.Stripped)
	c.seek(field+".Start", m.Start)
	if m.Channel != "" || m.Constrain != "" {
		c.seek(field+".Channel", m.Channel)
		c.seek(field+".Constrain", m.Constrain)
	}
	c.seek(field+".Message", m.Message)
	if m.Body != nil {
		sought := c.sought
		c.tags(field+".Body", m.Body)
		c.sought = sought // the tags are looked for in bodies only
	}
	c.require(field+".Role", m.Role, "write the word as it appears in a header")
	c.require(field+".To", m.To, "write the word as it appears in a header")
}

// framed checks that there are messages for the calls that are in some.
func (c *checker) framed(field string, t *Tags, f *Frames) {
	switch {
	case !t.Bare.Framed():
	case f == nil || f.Messages == nil:
		c.report(field+".Bare", "there are no messages for the calls; set Frames.Messages")
	case f.Messages.Body != nil:
		c.report(field+".Bare", "Frames.Messages.Body says already what a message to a tool holds; set one of them")
	}
}

func (c *checker) document(field string, d *Document) {
	c.when(d.Object == nil && d.List == nil, field, "neither Object nor List says what a response is; set one of them")
	c.when(len(d.Formats) == 0, field+".Formats",
		`it is empty; name the formats of the response's calls, as in "acme/response"`)
	c.counts(d.Formats...)
}

// callShape checks the shape of calls in running text, which must name their format.
func (c *checker) callShape(field string, s *Shape) {
	c.shape(field, s)
	c.format(field, s.Format)
}

// shape checks which keys an object has, and the shapes in it.
func (c *checker) shape(field string, s *Shape) {
	if slices.Contains(c.shapes, s) {
		return
	}
	c.shapes = append(c.shapes, s)
	shows, arguments := false, Mask(0)
	for i := range s.Fields {
		f := &s.Fields[i]
		c.field(index(field+".Fields", i), s, f)
		shows = shows || f.Name != 0 || f.Shape != nil
		arguments |= f.Arguments
	}
	c.when(!shows, field+".Fields", "no key names a call or holds one; give one of them Name or Shape")
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Name&^arguments != 0 {
			c.report(index(field+".Fields", i)+".Name", "no key of the object has the Arguments that go with the name under %q", f.Key)
		}
	}
	c.counts(s.Format, s.FencedFormat)
}

// field checks a key of a shape.
func (c *checker) field(field string, s *Shape, f *Field) {
	c.require(field+".Key", f.Key, "write the object's key")
	c.when(s.Field([]byte(f.Key)) != f, field+".Key", "%q is there twice; one key has one meaning", f.Key)
	c.when(len(f.Types) > 0 && !slices.ContainsFunc(s.Fields, func(other Field) bool { return other.Holds == HoldsType }),
		field+".Types", "no key of the object holds a type; give one of them HoldsType")
	c.counts(f.Format)
	if f.Shape != nil {
		c.shape(field+".Shape", f.Shape)
	}
}

func (c *checker) recipients(r *Recipients) {
	c.format("Recipients", r.Format)
	if c.text("Recipients.Open", r.Open) && strings.IndexByte("<[{`\n", r.Open[0]) >= 0 {
		c.report("Recipients.Open", "%q begins with %q, which means something by itself; write a mark of plain text", r.Open, r.Open[0])
	}
	c.require("Recipients.All", r.All, "write the recipient of what is no call")
}
