package tagged

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

// setFirsts notes how the call's tags may begin.
func (b *Call) setFirsts() {
	f, g := &b.firsts, b.g
	f.addTag(g.Brackets.Open, b.Prefix)
	f.addTag(g.Brackets.Open, g.Parameter.Word)
	f.addTag(g.Brackets.Open, g.Parameter.Key)
	f.addTag(g.Brackets.Open, g.Call.Word)
	f.addTag(g.Brackets.Open, g.Group)
	for _, words := range [...][]string{g.Wrappers, g.WrongCalls} {
		for _, word := range words {
			f.addTag(g.Brackets.Open, word)
		}
	}
	f.addTag(g.Brackets.Close, g.Call.Word)
	b.setClosings()
}

// setClosings notes how the words of the call's closing tags may begin, if these are written
// as in XML.
func (b *Call) setClosings() {
	f, g := &b.closings, b.g
	if b.closingsKnown = g.Brackets.Open == "<" && g.Brackets.Close == "</" && !g.Brackets.Space; !b.closingsKnown {
		return
	}
	for _, word := range [...]string{b.Prefix, g.Parameter.Word, g.Parameter.Key, g.Parameter.Type, g.Call.ClosedBy(), g.Group} {
		f.addTag("<", word)
	}
	if b.Unnamed {
		f.addTag("<", g.Elements.Parameters)
	}
	b.outers.addTag("<", b.Prefix)
	b.outers.addTag("<", g.Call.Word)
	for _, words := range [...][]string{g.Wrappers, g.WrongCalls} {
		for _, word := range words {
			f.addTag("<", word)
			b.outers.addTag("<", word)
		}
	}
}

// mayBegin tells whether a tag of the grammar may begin with rest, whose first
// byte is that of one.
func (b *Call) mayBegin(rest []byte) bool {
	if b.closingsKnown && len(rest) > 2 && rest[1] == '/' {
		return b.closings.has(rest[2])
	}
	return len(rest) < 2 || b.firsts.has(rest[1]) || b.g.Brackets.Space && len(b.g.Brackets.Open) == 1
}
