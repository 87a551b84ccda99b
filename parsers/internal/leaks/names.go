package leaks

import (
	"slices"
	"strings"
)

// A capture is a word that may be a declared name, where one in markup would be.
type capture struct {
	kind nameKind
	word []byte
	at   int
}

// A nameKind says what the word is behind, or before.
type nameKind uint8

const (
	noName    nameKind = iota
	inTag              // <f
	gluedTag           // x<f: only </f counts there
	inEndTag           // </f
	inBracket          // [f
	bracketed          // [f]
	assigned           // name=f
	stated             // tool=f, to=f, and behind [tool:, <tool: and <tool_name>
	bracedBy           // f{
	announced          // behind a marker that announces a call
)

// begin begins a word at an offset.
func (c *capture) begin(kind nameKind, at int) { c.kind, c.word, c.at = kind, c.word[:0], at }

// readName reads the byte at index i of the text.
func (f *Finder) readName(b byte, i int) {
	at := f.at + i
	if f.name.kind != noName && f.goOn(b, at) {
		return
	}
	switch prev := f.before(i, 1); {
	case b == tagBegin && isWord(prev):
		f.name.begin(gluedTag, at+1)
	case b == tagBegin:
		f.name.begin(inTag, at+1)
	case b == '[' && !isWord(prev) && prev != ')' && prev != ']':
		f.name.begin(inBracket, at+1)
	case b == '=' && f.names(i, "name"):
		f.name.begin(assigned, at+1)
	case b == '=' && (f.names(i, "tool") || f.names(i, "to")), b == '>' && f.isBehind(i, "<tool_name"),
		b == ':' && (f.isBehind(i, "[tool") || f.isBehind(i, "<tool")):
		f.name.begin(stated, at+1)
	case b == '{' && prev == '(':
		f.wordBefore(i, 1)
		f.nameFound()
	case b == '{' && isName(prev):
		f.wordBefore(i, 0)
		f.name.kind = bracedBy
	}
}

// goOn reads on in a word. False: the word has ended, and the byte may begin another one.
func (f *Finder) goOn(b byte, at int) bool {
	c := &f.name
	switch {
	case c.kind == bracedBy:
		if b == '"' {
			f.nameFound()
		}
		c.kind = noName
		return false
	case c.kind == bracketed:
		if b != '(' && b != '[' && b != ':' { // no link of Markdown
			f.nameFound()
		}
		c.kind = noName
		return false
	case c.kind == gluedTag:
		if c.kind = noName; b == '/' {
			c.begin(inEndTag, at+1)
		}
		return b == '/'
	case isName(b) && !(b == '/' && (c.kind == inTag || c.kind == inEndTag)):
		if c.word = append(c.word, b); len(c.word) > backBytes {
			c.kind = noName
		}
		return true
	case len(c.word) == 0 && c.kind == inTag && b == '/':
		c.begin(inEndTag, at+1)
		return true
	case len(c.word) == 0 && (c.kind == assigned || c.kind == stated) && (b == '"' || b == '\'' || b == ' '):
		c.at++
		return true
	case c.kind == inBracket && b == ']':
		c.kind = bracketed
		return true
	}
	kind := c.kind
	c.kind = noName
	switch {
	case len(c.word) == 0:
	case (kind == inTag || kind == inEndTag) && b != '>' && b != '/' && !isWhite(b), kind == inBracket && b != '(':
	case kind == announced:
		if _, ok := f.resolve(string(c.word)); ok {
			f.announce(c.at)
		}
	default:
		c.kind = kind
		f.nameFound()
		c.kind = noName
	}
	return false
}

// endName ends a word at the end of the output.
func (f *Finder) endName() {
	if k := f.name.kind; k != noName && k != bracedBy && k != inBracket && f.name.kind != announced && len(f.name.word) > 0 {
		f.nameFound()
	}
	f.name.kind = noName
}

// names reports whether index i of the text is behind a word, and that isn't the end of a longer one.
func (f *Finder) names(i int, word string) bool {
	return f.isBehind(i, word) && !isWord(f.before(i, len(word)+1))
}

// wordBefore makes the word before index i, but for some bytes, the one that may be a name. A number may follow it.
func (f *Finder) wordBefore(i, but int) {
	n := but
	for n < backBytes && (isName(f.before(i, n+1)) || f.before(i, n+1) == ':') {
		n++
	}
	f.visits.Add(n)
	f.name.begin(noName, f.at+i-n)
	for k := n; k > but; k-- {
		f.name.word = append(f.name.word, f.before(i, k))
	}
}

// nameFound notes a declared name, unless it was noted before, where it isn't markup, or is the word of a usual tag.
func (f *Finder) nameFound() {
	c := &f.name
	name, ok := f.resolve(string(c.word))
	if !ok || f.result != "" || len(f.found) >= Most {
		return
	}
	if k := c.kind; k >= inTag && k <= assigned && ordinary[strings.ToLower(name)] {
		return
	}
	if slices.ContainsFunc(f.found, func(l Leak) bool { return l.Kind == DeclaredName && l.Name == name && !l.next }) {
		return
	}
	at := c.at + strings.LastIndex(string(c.word), name)
	f.found = append(f.found, Leak{Kind: DeclaredName, Start: at, End: at + len(name), Name: name, mark: -1, next: f.next})
}

// resolve is the declared name that a word is, or ends in: behind "functions.", and before the number of a call.
func (f *Finder) resolve(word string) (name string, ok bool) {
	if i := strings.LastIndexByte(word, ':'); i >= 0 {
		if number := word[i+1:]; strings.Trim(number, "0123456789") == "" {
			word = word[:i]
		} else {
			word = number
		}
	}
	if f.tools.Declared(word) {
		return word, true
	}
	if word = word[strings.LastIndexByte(word, '.')+1:]; word != "" && f.tools.Declared(word) {
		return word, true
	}
	return "", false
}
