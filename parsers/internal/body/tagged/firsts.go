package tagged

// firsts are the bytes that may stand behind the first one of a tag. Most of
// what looks like a tag in a value is none, and that byte tells.
type firsts struct {
	of [maxFirsts]byte
	n  int
}

// maxFirsts bounds the bytes: with more, every byte may stand there.
const maxFirsts = 8

func (f *firsts) add(c byte) {
	if f.has(c) {
		return
	}
	if f.n < maxFirsts {
		f.of[f.n] = c
	}
	f.n++
}

// addTag adds the byte behind the first one of a bracket, or of the word behind it.
func (f *firsts) addTag(bracket, word string) {
	switch {
	case len(bracket) > 1:
		f.add(bracket[1])
	case word != "":
		f.add(word[0])
	}
}

func (f *firsts) has(c byte) bool {
	for _, first := range f.of[:min(f.n, maxFirsts)] {
		if first == c {
			return true
		}
	}
	return f.n > maxFirsts
}

// setFirsts notes how the call's tags may begin.
func (b *Call) setFirsts() {
	f, g := &b.firsts, b.g
	*f = firsts{}
	f.addTag(g.Brackets.Open, b.Prefix)
	f.addTag(g.Brackets.Open, g.Parameter.Word)
	f.addTag(g.Brackets.Open, g.Parameter.Key)
	f.addTag(g.Brackets.Open, g.Call.Word)
	f.addTag(g.Brackets.Open, g.Group)
	for _, word := range g.Wrappers {
		f.addTag(g.Brackets.Open, word)
	}
	f.addTag(g.Brackets.Close, g.Call.Word)
}

// mayBegin tells whether a tag of the grammar may begin with rest, whose first
// byte is that of one.
func (b *Call) mayBegin(rest []byte) bool {
	return len(rest) < 2 || b.firsts.has(rest[1]) || b.g.Brackets.Space && len(b.g.Brackets.Open) == 1
}
