// Package words knows the words with which a family writes the tags of its calls, and finds them in a text, also
// where they are damaged.
//
// The files, each before the files that it calls:
//
//   - words.go: the table of a family's words.
//   - damaged.go: tags in another case, as entities, cut off or misspelled.
//   - tag.go: a tag as it should be.
package words

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// TagBegin begins the tags that may be around values, of any family.
var TagBegin = "<"[0]

// MaxWords is how many words of arguments' tags a family may have.
const MaxWords = 32

// Words are the words with which a family writes the tags of arguments. They are compiled from its grammar, once.
type Words struct {
	Firsts  [256]bool          // the bytes with which the tags begin
	Behind  [256]bool          // the bytes with which a tag, a closer or a separator begins
	seconds [256]bool          // the bytes that may follow these
	pairs   *bytetable.Pairs   // both, to be searched for in long text; nil where the processor can't
	formats map[string]*Format // the formats with tags or separators
	tags    []Tag
	closers []string // of calls, and of what is around them

	elements []string // that elements begin with, which are arguments
}

// Of is what the calls of the format are written with; nil if they have neither tags nor separators.
func (w *Words) Of(format string) *Format { return w.formats[format] }

// of is the entry of a format.
func (w *Words) of(format string) *Format {
	f := w.formats[format]
	if f == nil {
		f = new(Format)
		w.formats[format] = f
	}
	return f
}

// Compile makes the table of a grammar, and of the tags of calls that the family reads itself.
func Compile(g *grammar.Grammar, own []*grammar.Tags) *Words {
	w := &Words{formats: make(map[string]*Format)}
	for i := range g.Tags {
		w.add(&g.Tags[i])
	}
	for _, t := range own {
		w.add(t)
	}
	if f := g.Frames; f != nil {
		w.closes(f.Ends)
		if f.Messages != nil && f.Messages.Body != nil {
			w.add(f.Messages.Body)
			w.of(f.Messages.Body.Format).framed = true
		}
	}
	for i := range g.Named {
		w.shell(&g.Named[i].Shell)
		w.separates(g.Named[i].Format, g.Named[i].Shell.Separator...)
	}
	for i := range g.Blocks {
		w.closes(g.Blocks[i].Markers.Close)
		if h := g.Blocks[i].Header; h != nil && h.Separator != "" {
			w.separates(h.Format, h.Separator)
		}
	}
	w.finish()
	return w
}

// shell adds the closers around calls.
func (w *Words) shell(s *grammar.Shell) {
	w.closes(s.Call.Close)
	w.closes(s.Section.Close)
}

// separates adds separators of a format.
func (w *Words) separates(format string, spellings ...string) {
	f := w.of(format)
	for _, s := range spellings {
		if s = grammar.Written(s); s != "" {
			f.separators = append(f.separators, s)
			w.Behind[s[0]] = true
		}
	}
}

// closes adds closers.
func (w *Words) closes(spellings []string) {
	for _, s := range spellings {
		w.closers = append(w.closers, grammar.Written(s))
	}
}

// Next returns the first index from at on where a tag may begin in text, or len(text).
func (w *Words) Next(text []byte, at int) int {
	for at < len(text) {
		if w.pairs != nil && len(text)-at >= bytetable.Enough {
			at = w.pairs.Index(text, at)
		} else {
			at = bytetable.Index(text, at, &w.Firsts)
		}
		if at+1 < len(text) && w.Firsts[text[at]] && w.seconds[text[at+1]] {
			return at
		}
		at++
	}
	return len(text)
}

// finish notes the bytes with which everything begins.
func (w *Words) finish() {
	var seconds [256]*[256]bool
	for c, begins := range w.Firsts {
		if begins {
			seconds[c] = &w.seconds
		}
	}
	w.pairs = bytetable.NewPairs(&w.Firsts, &seconds)
	for c, begins := range w.Firsts {
		w.Behind[c] = w.Behind[c] || begins
	}
	for _, s := range w.closers {
		w.Behind[s[0]] = true
	}
	slices.Sort(w.closers)
	w.closers = slices.Compact(w.closers)
}

// add adds the tags of arguments.
func (w *Words) add(t *grammar.Tags) {
	f := w.of(t.Format)
	f.words |= w.parameter(t)
	f.framed = f.framed || t.Bare.Framed()
	if t.Elements != nil {
		w.element(t.Elements.Format, t)
	}
	if t.Parameter.Word == "" && t.Parameter.Key == "" {
		w.element(t.Format, t)
	}
	if t.Shell != nil {
		w.shell(t.Shell)
	}
	for _, word := range append([]string{t.Call.ClosedBy()}, t.Wrappers...) {
		w.closers = append(w.closers, grammar.Written(t.Brackets.Close)+word+t.Brackets.End)
	}
}

// element notes that elements are the arguments of a format.
func (w *Words) element(format string, t *grammar.Tags) {
	begins := grammar.Written(t.Brackets.Open)
	w.of(format).element = begins
	if !slices.Contains(w.elements, begins) {
		w.elements = append(w.elements, begins)
	}
}

// parameter adds the tags of an argument, and returns their word as a sets.
func (w *Words) parameter(t *grammar.Tags) uint32 {
	b, p := &t.Brackets, &t.Parameter
	value := Tag{lead: strings.TrimSpace(b.Open), end: b.End, name: p.Word, attribute: p.Name, affix: b.Affix}
	if p.Key == "" {
		return w.pair(value, b, p.ClosedBy())
	}
	value.attribute = ""
	key := value
	key.name, key.Key = p.Key, true
	return w.pair(key, b, p.Key) | w.pair(value, b, p.ClosedBy())
}

// pair adds an opener and its closer, unless they are there, and returns their word as a set.
func (w *Words) pair(open Tag, b *grammar.Brackets, closer string) uint32 {
	if open.name == "" {
		return 0
	}
	for _, known := range w.tags {
		open.Word = known.Word
		if known == open {
			return 1 << known.Word
		}
	}
	number := len(w.tags) / 2
	if number == MaxWords {
		return 0
	}
	open.Word = uint8(number)
	closed := open
	closed.lead, closed.name, closed.Closes = strings.TrimSpace(b.Close), closer, true
	w.tags = append(w.tags, open, closed)
	for _, t := range [...]*Tag{&open, &closed} {
		w.Firsts[t.lead[0]] = true
		t.seconds(&w.seconds)
	}
	return 1 << number
}

// TagAt returns the tag with which text begins, of a format, its length, and the prefix or the suffix of
// its word; 0 if none is there.
func (w *Words) TagAt(text []byte, of *Format) (t *Tag, n int, affix []byte) {
	for i := range w.tags {
		t := &w.tags[i]
		if !of.has(t) {
			continue
		}
		if n, affix := t.at(text); n > 0 {
			return t, n, affix
		}
	}
	return nil, 0, nil
}

// Any reports whether the family writes arguments in tags.
func (w *Words) Any() bool { return len(w.tags) > 0 }

// MayOpen reports whether the opener of an argument may begin with b.
func (w *Words) MayOpen(b []byte, of *Format) bool {
	for i := range w.tags {
		if t := &w.tags[i]; of.has(t) && !t.Closes && t.mayBegin(b) {
			return true
		}
	}
	return false
}

// Separator matches a separator before arguments.
func (f *Format) Separator(b []byte, final bool) match.Answer {
	if f == nil {
		return match.No
	}
	return match.Any(f.separators, b, final)
}

// Closer matches a closer of a call, or of what is around calls.
func (w *Words) Closer(b []byte, final bool) match.Answer { return match.Any(w.closers, b, final) }
