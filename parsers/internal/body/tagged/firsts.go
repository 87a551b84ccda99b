package tagged

import (
	"github.com/toolparser/toolparser/parsers/grammar"
)

// firsts are the bytes that may stand behind the first one of a tag. Most of
// what looks like a tag in a value is none, and that byte tells.
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

// starts are how the tags of a grammar may begin, and so those of a call.
type starts struct {
	of       *grammar.Tags
	opens    firsts // behind the first byte of a tag
	outers   firsts // of those that calls and wrappers open with; xml: known
	closings firsts // behind what a closing tag begins with; xml: known
	xml      bool   // the tags are written as in XML
}

// startsOf is how the tags of a grammar may begin.
func startsOf(g *grammar.Tags) *starts {
	s := &starts{of: g, xml: g.Brackets.Open == "<" && g.Brackets.Close == "</" && g.Brackets.Affix != grammar.Spaced}
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

// addPrefix adds tags that bear a prefix.
func (s *starts) addPrefix(prefix string) {
	s.opens.addTag(s.of.Brackets.Open, prefix)
	s.outers.addTag("<", prefix)
	s.closings.addTag("<", prefix)
}

// addElement adds the tags of an element.
func (s *starts) addElement(name []byte) {
	s.opens.add(name[0])
	s.closings.add(name[0])
}
