package engine

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// signs collects the markers of calls in a family's table.
type signs parsers.Signs

// signsOf are the markers by which leaks are found. Which of them are signs of a call is decided by package leaks.
func signsOf(f *parsers.Family, g *grammar.Grammar, hooks []openings.Hooks) parsers.Signs {
	s := new(signs)
	s.addBlocks(g)
	for i := range g.Tags {
		s.addTags(&g.Tags[i])
	}
	for i := range hooks {
		if t := hooks[i].Tags; t != nil {
			s.addTags(t)
		}
		for _, p := range hooks[i].Pairs {
			s.addPair(p.Markers, p.Format)
		}
	}
	s.addNamed(g)
	s.addFrames(g.Frames)
	for _, token := range g.Tokens {
		s.add(parsers.Marker{Text: token.Text})
	}
	for _, token := range f.PreservedTokens {
		s.add(parsers.Marker{Text: token, Argument: true})
	}
	s.addOthers(f, g)
	s.Framed = g.Frames != nil && !g.Shared
	return parsers.Signs(*s)
}

// add adds a marker, up to what stands for any text in it.
func (s *signs) add(m parsers.Marker) {
	m.Text = upTo(m.Text)
	s.Markers = append(s.Markers, m)
}

// upTo is a spelling up to attributes, or to a word of any text.
func upTo(text string) string {
	text, _, _ = strings.Cut(text, " "+grammar.Anything)
	text, _, _ = strings.Cut(text, grammar.Word)
	return text
}

// addPair adds what is around calls of a format.
func (s *signs) addPair(p grammar.Markers, format string) {
	closers := make([]string, len(p.Close))
	for i, text := range p.Close {
		closers[i] = upTo(text)
		s.add(parsers.Marker{Text: text, Format: format})
	}
	for _, text := range p.Open {
		s.add(parsers.Marker{Text: text, Opens: true, Closers: closers, Format: format})
	}
}

// addBlocks adds the markers around JSON and Python.
func (s *signs) addBlocks(g *grammar.Grammar) {
	for i := range g.Blocks {
		b := &g.Blocks[i]
		if b.Stray() {
			continue // tags that don't belong to the family
		}
		s.addPair(b.Markers, b.Format)
		if h := b.Header; h != nil {
			s.add(parsers.Marker{Text: h.Separator, Argument: true})
			s.add(parsers.Marker{Text: h.ID, Argument: true})
		}
	}
	for i := range g.Trees {
		s.addPair(g.Trees[i].Markers, g.Trees[i].Format)
	}
	if g.FunctionTags != "" {
		s.add(parsers.Marker{Text: "<function=", Format: g.FunctionTags})
		s.add(parsers.Marker{Text: "</function>", Format: g.FunctionTags})
	}
	if p := g.Python; p != nil {
		for i := range p.Blocks {
			s.addPair(p.Blocks[i].Markers, p.BlockFormat(&p.Blocks[i]))
		}
		if p.Token != nil {
			s.add(parsers.Marker{Text: p.Token.Token, Format: p.Token.Format})
		}
	}
}

// addTags adds the tags of a table, and those around them.
func (s *signs) addTags(t *grammar.Tags) {
	if t.Spelling == grammar.Stripped {
		return // what made the tags tokens is gone
	}
	open, closing, end := t.Brackets.Open, t.Brackets.Close, t.Brackets.End
	if t.Brackets.Affix == grammar.Spaced {
		open, closing, end = open+" ", closing+" ", " "+end
	}
	prefixed := t.Brackets.Affix == grammar.Prefixed
	for _, word := range slices.Concat(t.Wrappers, t.WrongWrappers) {
		if strings.HasSuffix(word, grammar.AnyWord) {
			continue // its beginning alone says nothing
		}
		closer := closing + word + end
		s.add(parsers.Marker{Text: open + word + end, Opens: true, Closers: []string{closer}, Prefixed: prefixed, Format: t.Format})
		s.add(parsers.Marker{Text: closer, Prefixed: prefixed, Format: t.Format})
	}
	s.addTag(t, &t.Call, parsers.Marker{Prefixed: prefixed, Format: t.Format})
	s.addTag(t, &t.Parameter, parsers.Marker{Argument: true, Prefixed: prefixed, Format: t.Format})
	if t.Shell != nil {
		s.addShell(t.Shell, t.Format)
	}
}

// addTag adds the tags of a call or of an argument.
func (s *signs) addTag(t *grammar.Tags, tag *grammar.Tag, m parsers.Marker) {
	open, closing, end := t.Brackets.Open, t.Brackets.Close, t.Brackets.End
	if t.Brackets.Affix == grammar.Spaced {
		open, closing, end = open+" ", closing+" ", " "+end
	}
	words := []string{tag.Word, tag.Key, tag.Separator, tag.Type}
	if tag.Key == "" {
		words[3] = "" // an attribute
	}
	for i, word := range words {
		if word == "" {
			continue
		}
		m.Text = closing + word + end
		if i == 0 {
			m.Text = closing + tag.ClosedBy() + end
		}
		closer := m.Text
		s.add(m)
		m.Text = open + word
		if tag.Name == grammar.NameBehind {
			m.Text += end
			m.Opens, m.Closers = !m.Argument && i == 0, []string{closer}
		}
		s.add(m)
		m.Opens, m.Closers = false, nil
	}
}

// addShell adds the tokens around calls.
func (s *signs) addShell(sh *grammar.Shell, format string) {
	s.addPair(sh.Section, format)
	s.addPair(sh.Call, format)
	for _, text := range sh.Separator {
		s.add(parsers.Marker{Text: text, Argument: true, Format: format})
	}
}

func (s *signs) addNamed(g *grammar.Grammar) {
	for i := range g.Named {
		n := &g.Named[i]
		s.addShell(&n.Shell, n.Format)
		if n.ID != grammar.IDIsHeader {
			s.add(parsers.Marker{Text: n.ID, Argument: true, Format: n.Format})
		}
	}
}

// addFrames adds the markers of messages and sections.
func (s *signs) addFrames(f *grammar.Frames) {
	if f == nil {
		return
	}
	texts := append(slices.Clone(f.Ends), f.Lead)
	for i := range f.Sections {
		texts = append(texts, f.Sections[i].Open)
	}
	if m := f.Messages; m != nil {
		texts = append(texts, m.Start, m.Channel, m.Constrain, m.Message)
	}
	for _, text := range texts {
		s.add(parsers.Marker{Text: text})
	}
}

// addOthers adds the markers that say nothing of calls.
func (s *signs) addOthers(f *parsers.Family, g *grammar.Grammar) {
	s.Others = slices.Clone(g.TurnEnds)
	for _, r := range g.Results {
		for i, open := range r.Open {
			if len(r.Close) > 0 {
				s.Results = append(s.Results, [2]string{upTo(open), upTo(r.Close[min(i, len(r.Close)-1)])})
			}
		}
	}
	pairs := slices.Clone(g.Thoughts)
	if g.Answer != nil {
		pairs = append(pairs, *g.Answer)
	}
	for _, p := range pairs {
		for _, text := range slices.Concat(p.Open, p.Close) {
			s.Others = append(s.Others, upTo(text))
		}
	}
	for _, m := range f.ReasoningMarkers {
		s.Others = append(s.Others, m.Open, m.Close)
	}
}
