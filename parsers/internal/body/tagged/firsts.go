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
}

// mayBegin tells whether a tag of the grammar may begin with rest, whose first
// byte is that of one.
func (b *Call) mayBegin(rest []byte) bool {
	return len(rest) < 2 || b.firsts.has(rest[1]) || b.g.Brackets.Space && len(b.g.Brackets.Open) == 1
}
