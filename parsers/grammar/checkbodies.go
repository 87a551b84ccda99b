package grammar

import (
	"slices"
	"strings"
)

func (c *checker) tags(field string, t *Tags) {
	c.format(field, t.Format)
	c.opener(field+".Brackets.Open", t.Brackets.Open)
	c.opener(field+".Brackets.Close", t.Brackets.Close)
	if t.Brackets.End == "" {
		c.report(field+".Brackets.End", "it is empty; write what ends a tag, as in \">\"")
	}
	if t.Call.Word == "" {
		c.report(field+".Call.Word", "it is empty; write the word of the tag that opens a call, as in \"invoke\"")
	}
	if t.Call.Name == "" {
		c.report(field+".Call.Name", "it is empty; write the attribute that holds the tool's name, or where else that is: %q, %q",
			NameAssigned, NameBehind)
	}
	if t.Parameter.Word == "" && t.Parameter.Name != NameWord {
		c.report(field+".Parameter.Word", "it is empty; write the word of the tag around an argument, as in \"parameter\"")
	}
	if t.Parameter.Name == "" && t.Parameter.Key == "" {
		c.report(field+".Parameter", "neither Name nor Key says where an argument's name is; set one of them")
	}
	if t.Parameter.Name == NameBehind && t.Parameter.Separator == "" {
		c.report(field+".Parameter.Separator", "it is empty; write the word of the tag between an argument's name and its value")
	}
	if t.Brackets.Open == t.Brackets.Close && (t.Call.Closer == "" || t.Parameter.Closer == "") {
		c.report(field+".Brackets.Close", "it is what Open is, so the words must tell; set Closer of Call and of Parameter")
	}
	if e := t.Elements; e != nil {
		c.format(field+".Elements", e.Format)
		if e.Name == "" || e.Parameters == "" {
			c.report(field+".Elements", "Name or Parameters is empty; write the words of the elements around a name, and around arguments")
		}
	}
	if t.Typing != TypedBySchema && t.Parameter.Type == "" {
		c.report(field+".Parameter.Type", "it is empty, but Typing asks for it; write the attribute that tells a value's type")
	}
	if t.Mended && t.Parameter.Key == "" {
		c.report(field+".Mended", "only pairs can be repaired; set Parameter.Key, the word of the element that holds an argument's name")
	}
	if s := t.Shell; s != nil {
		c.shell(field+".Shell", s, true)
	}
	for i, word := range slices.Concat(t.Wrappers, t.WrongWrappers) {
		if word == "" {
			c.report(field+".Wrappers", "word %d is empty; write the word of the tag around calls", i+1)
		}
	}
	if len(t.WrongWrappers) > 0 && len(t.Wrappers) == 0 {
		c.report(field+".WrongWrappers", "they take the place of right ones, but Wrappers is empty")
	}
	for _, word := range t.UntrimmedWrappers {
		if !t.TrimNewline || !slices.Contains(t.Wrappers, word) {
			c.report(field+".UntrimmedWrappers", "%q is none of Wrappers, or TrimNewline isn't set", word)
		}
	}
	c.inTags(field, t)
}

// inTags checks what may be in a call, and in its tags.
func (c *checker) inTags(field string, t *Tags) {
	if len(t.WrongCalls) > 0 && !t.Call.attribute() || slices.Contains(t.WrongCalls, "") {
		c.report(field+".WrongCalls", "a word is empty, or Call.Name is no attribute; write words that come before the name's attribute")
	}
	if t.Group != "" && (t.Group == t.Call.Word || t.Group == t.Parameter.Word) {
		c.report(field+".Group", "%q is the word of another tag; write that of the tag around the parameters", t.Group)
	}
	if t.Verbatim != nil {
		c.markers(field+".Verbatim", t.Verbatim, true)
	}
	if t.LooseSpace && !(t.Call.attribute() && t.Parameter.attribute()) {
		c.report(field+".LooseSpace", "there is no white space in the tags, since their names are no attributes")
	}
}

// attribute reports whether an attribute holds the name.
func (t *Tag) attribute() bool { return t.Name != "" && t.Name != NameAssigned && t.Name != NameBehind }

func (c *checker) named(field string, n *Named) {
	c.format(field, n.Format)
	c.shell(field+".Shell", &n.Shell, false)
	if n.ID != "" && n.ID != IDIsHeader {
		c.opener(field+".ID", n.ID)
	}
}

// shell checks the tokens around calls. If tags is set, they are around the calls' tags, and each
// must have one spelling.
func (c *checker) shell(field string, s *Shell, tags bool) {
	if tags || len(s.Section.Open)+len(s.Section.Close) > 0 {
		c.markers(field+".Section", &s.Section, tags)
	}
	c.markers(field+".Call", &s.Call, tags)
	if len(s.Separator) == 0 || tags && len(s.Separator) > 1 {
		c.report(field+".Separator", "it has %d spellings; write the token as the model does", len(s.Separator))
	}
	c.openers(field+".Separator", s.Separator)
	if tags && s.Type == "" {
		c.report(field+".Type", "it is empty; write the word before Separator, as in \"function\"")
	}
}

func (c *checker) block(field string, b *Block) {
	c.format(field, b.Format)
	if b.Shape == nil {
		c.report(field+".Shape", "it is missing; say which objects between the markers are calls, as BlockCalls does")
	} else {
		c.shape(field+".Shape", b.Shape)
	}
	if len(b.Markers.Open) == 0 {
		c.report(field+".Markers.Open", "it is empty; write the marker before the JSON")
	}
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
	c.openers(field+".Markers.Close", b.Markers.Close)
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
	if len(b.Markers.Close) == 0 && b.Closer != CloserOptional {
		c.report(field+".Closer", "a closer is due, but Markers.Close is empty; write the closer, or set Closer to CloserOptional")
	}
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
		if marker != "" && strings.Contains(marker, Word) != strings.Contains(markers[0], Word) {
			c.report(field, "%q bears another suffix than %q, or none; the markers of a block bear the same", marker, markers[0])
		}
	}
}

// word checks an opener that is a word of running text.
func (c *checker) word(field, text string) {
	if c.text(field, text) && !isLetter(text) {
		c.report(field, "%q is no word; one begins with a letter, and other markers aren't a PlainWord", text)
	}
}

func (c *checker) python(p *Python) {
	c.format("Python", p.Format)
	c.formats = append(c.formats, p.Formats()...)
	for i := range p.Blocks {
		c.markers(index("Python.Blocks", i)+".Markers", &p.Blocks[i].Markers, true)
	}
	if p.Label != "" {
		c.report("Python.Label", "only a Fence has a label; write it there")
	}
	if p.Fence != nil {
		c.format("Python.Fence", p.Fence.Format)
	}
	if p.Token != nil {
		c.format("Python.Token", p.Token.Format)
		c.opener("Python.Token.Token", p.Token.Token)
	}
}

func (c *checker) tree(field string, t *Tree) {
	c.format(field, t.Format)
	if t.Bare != "" {
		c.formats = append(c.formats, t.Bare)
	}
	c.markers(field+".Markers", &t.Markers, true)
	c.opener(field+".Delimiter", t.Delimiter)
	c.word(field+".Word", t.Word)
}

func (c *checker) frames(f *Frames) {
	c.openers("Frames.Ends", f.Ends)
	if len(f.Ends) == 0 {
		c.report("Frames.Ends", "it is empty; write the markers that end a section")
	}
	for i, end := range f.ThoughtEnds {
		if !slices.Contains(f.Ends, end) {
			c.report(index("Frames.ThoughtEnds", i), "%q is none of Ends; add it there", end)
		}
	}
	for i, s := range f.Sections {
		c.opener(index("Frames.Sections", i)+".Open", s.Open)
	}
	if f.Lead != "" {
		c.opener("Frames.Lead", f.Lead)
	}
	if f.Messages != nil {
		c.messages("Frames.Messages", f.Messages)
	}
}

// framed checks that there are messages for the calls that are in some.
func (c *checker) framed(g *Grammar) {
	for i := range g.Tags {
		switch {
		case !g.Tags[i].Bare.Framed():
		case g.Frames == nil || g.Frames.Messages == nil:
			c.report(index("Tags", i)+".Bare", "there are no messages for the calls; set Frames.Messages")
		case g.Frames.Messages.Body != nil:
			c.report(index("Tags", i)+".Bare", "Frames.Messages.Body says already what a message to a tool holds; set one of them")
		}
	}
}

func (c *checker) messages(field string, m *Messages) {
	c.format(field, m.Format)
	if m.Stripped != "" {
		c.formats = append(c.formats, m.Stripped)
	}
	c.opener(field+".Start", m.Start)
	if m.Channel != "" || m.Constrain != "" {
		c.opener(field+".Channel", m.Channel)
		c.opener(field+".Constrain", m.Constrain)
	}
	c.opener(field+".Message", m.Message)
	if m.Body != nil {
		c.tags(field+".Body", m.Body)
	}
	for _, w := range [...]struct{ field, text string }{{".Role", m.Role}, {".To", m.To}} {
		if w.text == "" {
			c.report(field+w.field, "it is empty; write the word as it appears in a header")
		}
	}
}

func (c *checker) document(field string, d *Document) {
	if d.Object == nil && d.List == nil {
		c.report(field, "neither Object nor List says what a response is; set one of them")
	}
	if len(d.Formats) == 0 {
		c.report(field+".Formats", "it is empty; name the formats of the response's calls, as in \"acme/response\"")
	}
	c.formats = append(c.formats, d.Formats...)
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
		c.field(index(field+".Fields", i), s, f, i)
		shows = shows || f.Name != 0 || f.Shape != nil
		arguments |= f.Arguments
	}
	if !shows {
		c.report(field+".Fields", "no key names a call or holds one; give one of them Name or Shape")
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Name&^arguments != 0 {
			c.report(index(field+".Fields", i)+".Name", "no key of the object has the Arguments that go with the name under %q", f.Key)
		}
	}
	for _, format := range [...]string{s.Format, s.FencedFormat} {
		if format != "" {
			c.formats = append(c.formats, format)
		}
	}
}

// field checks the i-th key of a shape.
func (c *checker) field(field string, s *Shape, f *Field, i int) {
	if f.Key == "" {
		c.report(field+".Key", "it is empty; write the object's key")
	}
	if slices.ContainsFunc(s.Fields[:i], func(other Field) bool { return other.Key == f.Key }) {
		c.report(field+".Key", "%q is there twice; one key has one meaning", f.Key)
	}
	if len(f.Types) > 0 && !slices.ContainsFunc(s.Fields, func(other Field) bool { return other.Holds == HoldsType }) {
		c.report(field+".Types", "no key of the object holds a type; give one of them HoldsType")
	}
	if f.Format != "" {
		c.formats = append(c.formats, f.Format)
	}
	if f.Shape != nil {
		c.shape(field+".Shape", f.Shape)
	}
}

func (c *checker) recipients(r *Recipients) {
	c.format("Recipients", r.Format)
	if c.text("Recipients.Open", r.Open) && strings.IndexByte("<[{`\n", r.Open[0]) >= 0 {
		c.report("Recipients.Open", "%q begins with %q, which means something by itself; write a mark of plain text", r.Open, r.Open[0])
	}
	if r.All == "" {
		c.report("Recipients.All", "it is empty; write the recipient of what is no call")
	}
}
