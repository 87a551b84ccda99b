package grammar

import "strings"

// A spelled marker is a marker of running text, and the field that it is in.
type spelled struct {
	field, text string
	written     string // how it is written by default
	kind        markerKind
	fold        bool
}

// A markerKind says what a marker is. Markers of some kinds may share their text.
type markerKind uint8

const (
	otherMarker markerKind = iota
	tagOpener              // of a wrapper, a call or code: a block may read what it leaves
	blockOpener
	blockCloser // several blocks may share it
)

// hidden looks for markers that another one hides. Such a marker would never be seen, because a
// marker that is looked for earlier begins it.
func (c *checker) hidden(g *Grammar) {
	markers := g.spelled()
	for i, m := range markers {
		for _, before := range markers[:i] {
			if before.hides(m) && !(g.Shared && before.text == m.text) {
				c.report(m.field, "%q is never seen: %s, %q, is looked for before it and begins it; put the longer one first, or drop one",
					m.text, before.field, before.text)
				break
			}
		}
	}
}

// hides reports whether the marker is wherever the other one is.
func (m spelled) hides(other spelled) bool {
	switch {
	case m.kind == tagOpener && other.kind == blockOpener, m.kind == blockCloser && other.kind == blockCloser:
		return false
	case m.text == "" || other.text == "" || strings.Contains(m.text, Anything) && m.text != other.text:
		return false
	}
	text, begins := other.written, m.written
	if len(text) < len(begins) {
		return false
	}
	return text[:len(begins)] == begins || m.fold && strings.EqualFold(text[:len(begins)], begins)
}

// spelled returns the markers in the order in which they are looked for.
func (g *Grammar) spelled() spelledMarkers {
	var s spelledMarkers
	if g.Frames != nil {
		s.frames(g.Frames)
	}
	for i, t := range g.Trees {
		s.pair(index("Trees", i)+".Markers", &t.Markers, spelled{})
	}
	if g.Python != nil {
		s.python(g.Python)
	}
	for i := range g.Tags {
		s.tags(index("Tags", i), &g.Tags[i])
	}
	for i, b := range g.Blocks {
		if b.Kind != StartTokens {
			s.all(index("Blocks", i)+".Markers.Open", b.Markers.Open, spelled{kind: blockOpener, fold: b.Plain()})
		}
		if !b.Stray() {
			s.all(index("Blocks", i)+".Markers.Close", b.Markers.Close, spelled{kind: blockCloser, fold: b.Plain()})
		}
	}
	for i, r := range g.Results {
		s.all(index("Results", i)+".Open", r.Open, spelled{fold: true})
	}
	for i := range g.Named {
		s.named(index("Named", i), &g.Named[i])
	}
	for i, t := range g.Thoughts {
		if !t.PlainText() {
			s.all(index("Thoughts", i)+".Open", t.Open, spelled{})
		}
	}
	for i, t := range g.Tokens {
		s.add(index("Tokens", i)+".Text", t.Text, spelled{})
	}
	s.all("TurnEnds", g.TurnEnds, spelled{})
	for i, t := range g.Thoughts {
		s.all(index("Thoughts", i)+".Close", t.Close, spelled{})
	}
	return s
}

type spelledMarkers []spelled

func (s *spelledMarkers) add(field, text string, like spelled) {
	like.field, like.text, like.written = field, text, Written(text)
	*s = append(*s, like)
}

// tag adds an opening tag. A space in its bracket stands for itself, unless the brackets are
// Gapped.
func (s *spelledMarkers) tag(field string, b Brackets, rest string) {
	s.add(field, b.Open+rest, spelled{kind: tagOpener})
	if b.Affix != Gapped {
		(*s)[len(*s)-1].written = b.Open + Written(rest)
	}
}

// pair adds an opener, and a closer that several may share.
func (s *spelledMarkers) pair(field string, m *Markers, opener spelled) {
	s.all(field+".Open", m.Open, opener)
	s.all(field+".Close", m.Close, spelled{kind: blockCloser})
}

func (s *spelledMarkers) all(field string, texts []string, like spelled) {
	for i, text := range texts {
		s.add(index(field, i), text, like)
	}
}

func (s *spelledMarkers) frames(f *Frames) {
	s.all("Frames.Ends", f.Ends, spelled{kind: blockCloser})
	if f.Lead != "" {
		s.add("Frames.Lead", f.Lead, spelled{})
	}
	for i := range f.Sections {
		s.add(index("Frames.Sections", i)+".Open", f.Sections[i].Open, spelled{})
	}
	if m := f.Messages; m != nil {
		s.add("Frames.Messages.Start", m.Start, spelled{})
		if m.Channel != "" {
			s.add("Frames.Messages.Channel", m.Channel, spelled{})
			s.add("Frames.Messages.Constrain", m.Constrain, spelled{})
		}
		s.add("Frames.Messages.Message", m.Message, spelled{})
	}
}

func (s *spelledMarkers) python(p *Python) {
	for i, b := range p.Blocks {
		s.pair(index("Python.Blocks", i)+".Markers", &b.Markers, spelled{kind: tagOpener})
	}
	if p.Token != nil {
		s.add("Python.Token.Token", p.Token.Token, spelled{})
	}
}

// tags adds the opening tags of wrappers and calls, as they are by default.
func (s *spelledMarkers) tags(field string, t *Tags) {
	if sh := t.Shell; sh != nil {
		s.pair(field+".Shell.Section", &sh.Section, spelled{kind: tagOpener})
		s.pair(field+".Shell.Call", &sh.Call, spelled{kind: tagOpener})
		s.all(field+".Shell.Separator", sh.Separator, spelled{kind: tagOpener})
	}
	suffix := ""
	if t.Brackets.Affix == Suffixed {
		suffix = ":" + Word
	}
	for i, word := range t.Wrappers {
		s.tag(index(field+".Wrappers", i), t.Brackets, word+suffix+t.Brackets.End)
	}
	text := t.Call.Word + suffix
	switch t.Call.Name {
	case NameAssigned:
		text += NameAssigned
	case NameBehind:
		text += t.Brackets.End
	default:
		text += " " + t.Call.Name + "="
	}
	s.tag(field+".Call", t.Brackets, text)
}

func (s *spelledMarkers) named(field string, n *Named) {
	s.all(field+".Shell.Section.Open", n.Shell.Section.Open, spelled{})
	s.all(field+".Shell.Call.Open", n.Shell.Call.Open, spelled{})
	if n.ID != "" && n.ID != IDIsHeader {
		s.add(field+".ID", n.ID, spelled{})
	}
	s.all(field+".Shell.Separator", n.Shell.Separator, spelled{})
	s.all(field+".Shell.Call.Close", n.Shell.Call.Close, spelled{})
	s.all(field+".Shell.Section.Close", n.Shell.Section.Close, spelled{})
}
