package leaks

import (
	"bytes"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/fence"
)

// sign is the index of the next byte of the text from index i on that may begin a marker, or that a declared name may be next to. Only
// reading on from there, byte by byte, shows it. What the text quotes doesn't matter here.
func (f *Finder) sign(i int) int {
	from := i
	s := &f.table.stops[0]
	if f.tools != nil {
		s = &f.table.stops[1]
	}
	for ; i < len(f.text); i++ {
		if s.behind[f.text[i]] && f.maybe(i) {
			break
		}
		if i = s.index(f.text, i); i == len(f.text) || s.in[f.text[i]] && f.maybe(i) {
			break
		}
	}
	f.visits.Add(i - from)
	return i
}

// maybe reports whether a sign may be at index i of the text.
func (f *Finder) maybe(i int) bool {
	return f.maybeMarker(i) || f.tools != nil && f.maybeName(i)
}

// pass passes over text from index i on in which nothing begins, where nothing has started: up to what may end a quotation, up to
// what may begin one, or up to the next sign. passed: over what might have started a quotation, too.
func (f *Finder) pass(i, sign int) (to int, passed bool) {
	if f.quote.open() {
		return f.quote.stops().index(f.text, i), false
	}
	if i = runs.index(f.text[:sign], i); i == sign {
		return i, false
	}
	n := f.passRun(i)
	return i + n, n > 0
}

// passRun passes a run that quotes nothing, or inline code.
func (f *Finder) passRun(i int) int {
	run := fence.At(f.text[i:])
	j := i + run.Len
	switch {
	case j == len(f.text):
		return 0
	case !run.Code():
		if run.Counts(f.startsLine(i)) {
			return 0
		}
		return run.Len
	}
	for {
		if j = inCode.index(f.text, j); j == len(f.text) {
			f.quote.code = run
			break
		}
		if !fence.Begins[f.text[j]] { // the line ends, and with it the code
			break
		}
		end := fence.At(f.text[j:])
		if j+end.Len == len(f.text) {
			f.quote.code = run
			break
		}
		if j += end.Len; end == run {
			break
		}
	}
	return j - i
}

// maybeMarker reports whether a marker may begin at index i of the text.
func (f *Finder) maybeMarker(i int) bool {
	at, fold := f.table.root[f.text[i]], f.text[i] == tagBegin
	for j := i + 1; at != 0; j++ {
		n := &f.table.nodes[at]
		if n.whole >= 0 || n.cut >= 0 || j == len(f.text) || n.space && isWhite(f.text[j]) {
			return true
		}
		c := f.text[j]
		if fold && c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		at = f.table.child(at, c)
	}
	return false
}

// maybeName reports whether a declared name may begin behind index i of the text, or end before it.
func (f *Finder) maybeName(i int) bool {
	switch prev := f.before(i, 1); f.text[i] {
	case tagBegin, '[':
		return f.maybeNameIn(i, prev)
	case '=':
		return f.names(i, "name") || f.names(i, "tool") || f.names(i, "to")
	case '>':
		return f.isBehind(i, "<tool_name")
	case ':':
		return f.isBehind(i, "[tool") || f.isBehind(i, "<tool")
	case '{':
		return prev == '(' && f.maybeNameBefore(i, 1) || isName(prev) && f.maybeNameBefore(i, 0)
	}
	return false
}

// maybeNameIn is maybeName for what an opening bracket begins.
func (f *Finder) maybeNameIn(i int, prev byte) bool {
	b, rest := f.text[i], f.text[i+1:]
	if len(rest) > 0 && rest[0] == '/' && b == tagBegin {
		rest = rest[1:]
	}
	n := 0
	for n < len(rest) && n <= backBytes && isName(rest[n]) && (rest[n] != '/' || b == '[') {
		n++
	}
	switch {
	case n == len(rest):
		return true
	case n == 0 || n > backBytes:
		return false
	case rest[n] == ':' || rest[n] == '>':
		if word := rest[:n]; bytes.EqualFold(word, []byte("tool")) || bytes.EqualFold(word, []byte("tool_name")) {
			return true
		}
	}
	if b == '[' && (isWord(prev) || prev == ')' || prev == ']' || rest[n] != '(' && rest[n] != ']') {
		return false
	}
	return f.resolves(rest[:n])
}

// maybeNameBefore is maybeName for the word before an opening brace, but for some bytes.
func (f *Finder) maybeNameBefore(i, but int) bool {
	n := i - but
	if n > 0 && !mayEnd(f.tools, f.text[n-1]) {
		return false
	}
	for n > 0 && i-n < backBytes && (isName(f.text[n-1]) || f.text[n-1] == ':') {
		n--
	}
	return n <= 0 || i-n >= backBytes || f.resolves(f.text[n:i-but])
}

// mayEnd reports whether a word that is a declared name, or ends in one, may end with the byte. A number may be behind the name.
func mayEnd(tools Tools, last byte) bool {
	return last >= '0' && last <= '9' || last == ':' || tools.Ends(last)
}

// resolves reports whether a word is a declared name, or ends in one.
func (f *Finder) resolves(word []byte) bool {
	if len(word) == 0 || !mayEnd(f.tools, word[len(word)-1]) {
		return false
	}
	f.visits.Add(len(word))
	_, ok := f.resolve(unsafe.String(unsafe.SliceData(word), len(word))) // which keeps nothing of it
	return ok
}
