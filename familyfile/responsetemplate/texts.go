package responsetemplate

import (
	"maps"
	"slices"
	"strings"

	familyv1 "github.com/toolparser/toolparser/gen/go/toolparser/family/v1"
)

// markers are how a field is opened.
type markers struct {
	open     []string
	prefixed bool   // the prompt may have written the opener
	lead     string // what may be before it, a name between
}

// markers reads how a field opens; false if that can't be said in literals.
func (i *importer) markers(f *field) (m markers, ok bool) {
	switch p := f.opens; {
	case p == nil:
		return markers{open: f.open}, f.open != nil
	case p.texts() != nil:
		return markers{open: p.texts(), prefixed: p.withoutSpace()[0].kind == prefixed}, true
	case p.is(optional, author, literal):
		bare := p.withoutSpace()
		return markers{open: []string{bare[2].text}, lead: bare[0].text}, true
	}
	return m, false
}

// closers are how a field closes; none if that can't be said in literals.
func (i *importer) closers(f *field) []string {
	if f.closes == nil {
		return f.close
	}
	texts := f.closes.texts()
	if texts == nil {
		i.refuse(f.key+".close_pattern", "it is no literal, white space around it apart")
	}
	return texts
}

// texts reads where the model's thoughts and its answer go.
func (i *importer) texts(thinking, content *field) {
	for _, f := range [...]*field{thinking, content} {
		if f != nil {
			i.plain(f)
		}
	}
	if content == nil || content.open == nil && content.opens == nil {
		if content != nil {
			i.grammar.TurnEnds = i.closers(content)
		}
		if thinking != nil {
			i.thought(thinking)
		}
		return
	}
	m, ok := i.markers(content)
	switch closers := i.closers(content); {
	case !ok:
		i.refuse(content.key+".open_pattern", "it is no literal, white space around it apart")
	case isSpecial(m.open):
		i.frames(thinking, content)
	case len(m.open) > 1 || len(closers) != 1:
		i.refuse(content.key, "an answer is between one pair of tags")
	default:
		i.grammar.Answer = &familyv1.Markers{Open: m.open, Close: closers}
		if thinking != nil {
			i.thought(thinking)
		}
	}
}

// isSpecial reports whether the markers are special tokens, by their looks.
func isSpecial(texts []string) bool {
	return len(texts) > 0 && !slices.ContainsFunc(texts, func(text string) bool {
		return !strings.HasPrefix(text, "<|") && !strings.HasSuffix(text, "|>") && !strings.HasPrefix(text, "[")
	})
}

// plain checks that a field is text.
func (i *importer) plain(f *field) {
	if f.content != "text" {
		i.refuse(f.key+".content", "%q becomes no text", f.content)
	}
	if f.transform != nil {
		i.refuse(f.key+".transform", "text stays as it is")
	}
	for _, key := range slices.Sorted(maps.Keys(f.args)) {
		if key != "strip" {
			i.refuse(f.key+".content_args."+key, "no such key is known of text")
			continue
		}
		i.note("%s.content_args.strip: white space around texts is the request's content_policy.", f.key)
	}
}

// thought is how the model marks what it thinks.
func (i *importer) thought(f *field) {
	m, ok := i.markers(f)
	closers := i.closers(f)
	switch {
	case !ok || m.lead != "":
		i.refuse(f.key+".open_pattern", "it is no literal, white space around it apart")
	case len(closers) == 0:
		i.refuse(f.key+".close", "it is missing; what ends a thought must be known")
	default:
		i.grammar.Thoughts = append(i.grammar.Thoughts, &familyv1.Markers{Open: m.open, Close: closers})
	}
	if m.prefixed {
		i.note("%s.open_pattern: where the prompt has opened the thought, the request says so (reasoning_open).", f.key)
	}
}

// frames are the marked sections of a message.
func (i *importer) frames(thinking, content *field) {
	f := new(familyv1.Frames)
	i.grammar.Frames, i.declaration.Framed = f, true
	i.section(content, familyv1.SectionKind_SECTION_KIND_CONTENT)
	if thinking == nil {
		return
	}
	if m, _ := i.markers(thinking); !isSpecial(m.open) {
		i.thought(thinking)
		return
	}
	i.section(thinking, familyv1.SectionKind_SECTION_KIND_THOUGHT)
	i.declaration.ReasoningMarkers = []*familyv1.ReasoningMarkers{{Open: f.Sections[len(f.Sections)-1].GetOpen(), Close: f.Ends[len(f.Ends)-1]}}
}

// section adds a section of a message.
func (i *importer) section(f *field, is familyv1.SectionKind) {
	m, ok := i.markers(f)
	closers := i.closers(f)
	if !ok || len(closers) == 0 {
		i.refuse(f.key, "its section is without an opener or a closer in literals")
		return
	}
	i.lead(f, m.lead)
	for _, open := range m.open {
		i.grammar.Frames.Sections = append(i.grammar.Frames.Sections, &familyv1.FrameSection{Open: open, Is: is})
	}
	for _, end := range closers {
		if !slices.Contains(i.grammar.Frames.Ends, end) {
			i.grammar.Frames.Ends = append(i.grammar.Frames.Ends, end)
		}
	}
}

// lead notes what is before the markers of sections: one text for all.
func (i *importer) lead(f *field, text string) {
	frames := i.grammar.GetFrames()
	switch {
	case text == "" || frames != nil && frames.GetLead() == text:
	case frames == nil:
		i.refuse(f.key+".open_pattern", "%q is before the sections of a message, but content has none", text)
	case frames.GetLead() != "":
		i.refuse(f.key+".open_pattern", "%q and %q are before sections; only one text can be", frames.GetLead(), text)
	default:
		frames.Lead = text
	}
}
