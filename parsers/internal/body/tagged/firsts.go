package tagged

import (
	"github.com/toolparser/toolparser/parsers/grammar"
)

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
