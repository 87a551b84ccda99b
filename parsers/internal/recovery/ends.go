package recovery

import (
	"bytes"
	"slices"

	"github.com/toolparser/toolparser/parsers/internal/jsonscan"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// nextEnd advances f to the next quote that a fitting delimiter follows.
func (q *Search) nextEnd(w *jsonscan.Window, f *frame) (int, State) {
	budget := q.budget
	lead := f.at.Quote().Lead()
	for f.from < w.End() {
		rest := w.Win[f.from-w.Base:]
		i := f.toQuote(rest[:min(len(rest), work.Step)], lead)
		budget.Spend(lookCost*i, f.from+i)
		w.Visits.Add(i)
		f.from += i
		if f.from == w.End() {
			break
		}
		if i == work.Step {
			continue
		}
		n := 1
		if w.Win[f.from-w.Base] == '\\' {
			if n = 2; f.from+n > w.End() {
				break
			}
		} else if width := f.at.Quote().Closer(w.Win[f.from-w.Base:], w.Final); width != 0 {
			n = width
			next, space := q.behind.space.peek(w, f.from+max(n, 0))
			if n < 0 || space < 0 {
				return 0, Searching
			}
			before := *budget
			budget.Spend(space, f.from+n+space)
			if fits(&f.at, next) {
				f.from += n
				f.quotes++
				return f.from - n, Found
			}
			switch q.passMember(w, f, n) {
			case Searching:
				*budget = before // it is looked at again
				return 0, Searching
			case Failed:
				f.from = w.End()
				return 0, Failed
			}
			f.quotes++
		}
		f.from += n
		if !budget.Spend(n, f.from) {
			return 0, Exhausted
		}
	}
	if w.Final {
		q.ToEnd = len(q.frames) == 1 && !q.refused
		return 0, Failed
	}
	return 0, Searching
}

// toQuote is the number of bytes before the next quote or backslash. It counts the brackets in them.
func (f *frame) toQuote(b []byte, lead byte) int {
	i := 0
	for i < len(b) && b[i] != lead && b[i] != '\\' {
		f.depth += int(jsonscan.NestsCode[b[i]])
		i++
	}
	return i
}

// fits reports whether next may follow a value at the position of s.
func fits(s *jsonscan.Scanner, next byte) bool {
	if s.Nesting.InObject() {
		return next == ',' || next == '}'
	}
	return s.Nesting.Depth() > 0 && (next == ',' || next == ']')
}

// maxKey bounds a key that is looked for in a string, and the white space around it, in bytes.
const maxKey = 64

// passMember decides whether the next member of the object begins with the quote of width n at
// f.from, which ends no string. It returns Failed if the schema knows the key there: then the
// string ended before the key. Without a schema, a key makes the ends behind it doubtful.
func (q *Search) passMember(w *jsonscan.Window, f *frame, n int) State {
	opener := opensElement(w, f.from)
	if !f.at.Nesting.InObject() {
		c := last(before(w, f.from))
		f.member = f.member || opener != 0 || c == ',' || c == f.at.Quote().Lead() // an element may begin
		return Found
	}
	// The list's next object may begin. It has the same schema as the one around the string.
	element := opener == '{'
	if !element {
		if state := q.passOtherKey(w, f, n); state != Found {
			return state
		}
		q.passValue(w, f)
	}
	begins := element || startsMember(w, f.from)
	var key []byte
	var ok, more bool
	if begins {
		key, ok, more = memberKey(w, f.from+n, f.at.Quote().Lead())
	} else {
		key, ok, more = endsKey(w, f.from, n)
	}
	q.budget.Spend(n, f.from+n)
	switch {
	case more:
		return Searching
	case !ok && begins && !element:
		return q.passDamaged(w, f, n)
	case !ok:
		return Found
	}
	known := q.knows(f)
	if (element || !q.has(f, key)) && (q.loose || known != nil && known(key)) {
		return Failed
	}
	f.member = f.member || element || known == nil || f.depth <= 0
	return Found
}

// knows returns a function that reports whether the schema of the object around the string has a
// key. It returns nil if nothing is known about that object.
func (q *Search) knows(f *frame) func(key []byte) bool {
	o := q.around(f)
	if _, some := o.names(nil); !some {
		return nil
	}
	return func(key []byte) bool {
		known, _ := o.names(key)
		return known
	}
}

// has reports whether the object around the string certainly has the key. Keys behind the first
// string in doubt aren't certain.
func (q *Search) has(f *frame, key []byte) bool {
	o := q.around(f)
	return o != nil && q.evidence.Keys.has(keyID{o.at, hash(key)})
}

// around is the object around the string; nil if that isn't known.
func (q *Search) around(f *frame) *object {
	if n := len(f.keys.stack); n > 0 {
		return &f.keys.stack[n-1]
	}
	return q.evidence.Keys.innermost()
}

// startsMember reports whether a comma, a semicolon, a quote or a line break is before
// the quote at offset at, ignoring other white space.
func startsMember(w *jsonscan.Window, at int) bool {
	rest := before(w, at)
	space := w.Win[max(0, at-w.Base-maxKey)+len(rest) : at-w.Base]
	return w.Visits.IndexByte(space, '\n') >= 0 || last(rest) == ',' || last(rest) == '"' || last(rest) == ';'
}

// opensElement is the opener of an object or a list before the quote at offset at, if the closer of
// another one and a comma are before it, ignoring white space. It is 0 if there is none.
func opensElement(w *jsonscan.Window, at int) byte {
	b := before(w, at)
	opener := last(b)
	if opener != '{' && opener != '[' {
		return 0
	}
	b = match.TrimSpaceRight(w.Visits.TrimRight(b, "{[ \t\r\n"))
	if last(b) != ',' {
		return 0
	}
	b = match.TrimSpaceRight(b[:len(b)-1])
	if last(b) != '}' && last(b) != ']' {
		return 0
	}
	return opener
}

// before is the text near the quote at offset at and before it, without the white space between them.
func before(w *jsonscan.Window, at int) []byte {
	return match.TrimSpaceRight(w.Win[max(0, at-w.Base-maxKey) : at-w.Base])
}

// passOtherKey is passMember for a member behind the quote and white space, if its key isn't
// in the string's kind of quotes and the comma before it is missing. A quote that may be the second
// of a pair ends no string.
func (q *Search) passOtherKey(w *jsonscan.Window, f *frame, n int) State {
	if f.quotes%2 == 1 {
		return Found
	}
	first, at, more := w.Near(f.from + n)
	switch {
	case more:
		return Searching
	case at == f.from+n:
		return Found
	}
	var key []byte
	var ok bool
	if first == '"' || first == '\'' {
		key, ok, more = memberKey(w, at+1, first)
		ok = ok && first != f.at.Quote().Lead()
	} else {
		key, ok, more = jsonscan.BareMember(w.Visits, w.Win[at-w.Base:], w.Final)
	}
	switch known := q.knows(f); {
	case more:
		return Searching
	case !ok || known != nil && (!known(key) || q.has(f, key)):
	case known != nil:
		return Failed
	default:
		f.member = true
	}
	return Found
}

// passValue is passMember for a quote that may begin a member's value: a comma, a key
// without quotes and a colon are before it. Then both the key's quotes and the string's closing
// quote are missing. The string's end becomes doubtful if no other quote is behind this one in it.
func (q *Search) passValue(w *jsonscan.Window, f *frame) {
	b := before(w, f.from)
	if last(b) != ':' {
		return
	}
	key := keyBehindComma(w, match.TrimSpaceRight(b[:len(b)-1]))
	known := q.knows(f)
	if len(key) > 0 && (known == nil || known(key)) && !q.has(f, key) {
		f.value = f.quotes + 1
	}
}

// keyBehindComma is the key that b ends with, if a comma is before it.
func keyBehindComma(w *jsonscan.Window, b []byte) []byte {
	k := len(b)
	for k > 0 && isKeyByte(b[k-1]) {
		k--
	}
	w.Visits.Add(len(b) - k)
	if last(match.TrimSpaceRight(b[:k])) != ',' {
		return nil
	}
	return b[k:]
}

// passDamaged is passMember for a key that isn't followed by a quote and a colon. The key may have
// lost that quote (`"key: "x"`) or the colon (`"key" = "x"`), and counts if the schema knows it.
// Behind a comma, a key without a schema, or one without any sign for the colon, makes the ends
// behind it doubtful.
func (q *Search) passDamaged(w *jsonscan.Window, f *frame, n int) State {
	known := q.knows(f)
	if known == nil && last(before(w, f.from)) != ',' {
		return Found
	}
	b := w.Win[f.from+n-w.Base:]
	k := keyLen(b)
	switch {
	case k < len(b):
	case w.Final:
		return Found
	default:
		return Searching
	}
	quote := f.at.Quote().Lead()
	if k == 0 || b[k] != ':' && b[k] != quote || known != nil && (!known(b[:k]) || q.has(f, b[:k])) {
		return Found
	}
	next, _, more := w.Near(f.from + n + k + 1)
	switch {
	case more:
		return Searching
	case b[k] == quote && next == quote:
		f.member = f.member || last(before(w, f.from)) == ',' // a value follows, without a colon before it
		return Found
	case b[k] == ':' && next != quote, b[k] == quote && next != '=':
		return Found
	case known == nil:
		f.member = true
		return Found
	}
	return Failed
}

// endsKey is the key that ends at the quote of width n at offset at, if a comma is
// before the key, and a colon follows the quote. Then the key's first quote is missing.
func endsKey(w *jsonscan.Window, at, n int) (key []byte, ok, more bool) {
	next, _, more := w.Near(at + n)
	if !more && next != ':' {
		return nil, false, false
	}
	key = keyBehindComma(w, w.Win[max(0, at-w.Base-maxKey):at-w.Base])
	if len(key) == 0 {
		return nil, false, false
	}
	return key, !more, more
}

// memberKey is the key at offset at, if a quote and a colon follow it.
func memberKey(w *jsonscan.Window, at int, quote byte) (key []byte, ok, more bool) {
	b := w.Win[at-w.Base:]
	n := keyLen(b)
	w.Visits.Add(n)
	if n < len(b) && (n == 0 || b[n] != quote) {
		return nil, false, false
	}
	for i := n + 1; i < min(len(b), n+maxKey); i++ {
		if !match.IsSpace(b[i]) {
			return b[:n], b[i] == ':', false
		}
	}
	return nil, false, len(b) < n+maxKey && !w.Final
}

// keyLen is the length of the key that b begins with, up to maxKey.
func keyLen(b []byte) int {
	n := 0
	for n < len(b) && n < maxKey && isKeyByte(b[n]) {
		n++
	}
	return n
}

func isKeyByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || '0' <= c && c <= '9' || c == '_' || c == '-' || c == '$'
}

// maxAfter bounds the text behind a closed value that is looked at, in bytes. An empty line
// ends that text, too.
const maxAfter = 1024

// opensCost is how many steps it takes to see whether another call opens.
const opensCost = 64

// textFits reports whether the text behind the value, which goes on with next
// at offset at, reads like running text: every quote and closer in it has its
// opening. Otherwise the value may have closed in the middle of quoted code.
func (q *Search) textFits(w *jsonscan.Window, next byte, at int) (fits, more bool) {
	if next == 0 {
		return true, false
	}
	if next == ',' {
		after, space := q.behind.comma.peek(w, at+1)
		if space < 0 {
			return false, true
		}
		if after != 0 && after != '{' && after != '[' {
			return false, false
		}
		next, at = after, at+1+space
	}
	if next == '{' && q.evidence.Opens != nil {
		q.budget.Spend(opensCost, at)
		if q.behind.after.from != q.branch.Pos() { // otherwise a call opens, and the text behind it isn't all there
			yes, _, more := q.evidence.Opens(w.Win[at-w.Base:])
			if more && !w.Final || !yes {
				return false, more && !w.Final
			}
		}
	}
	if q.body != Running {
		return true, false
	}
	fits, more = q.behind.after.fits(w, q.branch.Pos())
	q.budget.Spend(q.behind.after.to-q.behind.after.from, q.behind.after.to)
	return fits, more
}

// after is how far the text behind a closed value was looked at, and the brackets and quotes in it.
type after struct {
	from, to      int
	depth, quotes int
	last          byte
	over          bool // all the text that counts was looked at
}

// fits reports whether the text from offset at on has an opening for every quote and closer.
func (af *after) fits(w *jsonscan.Window, at int) (fits, more bool) {
	if af.from != at || af.to > w.End() {
		*af = after{from: at, to: at}
	}
	defer w.Visits.Passed(af.to, &af.to)
	for ; af.to < w.End() && !af.over; af.to++ {
		c := w.Win[af.to-w.Base]
		if c == '"' {
			af.quotes++
		}
		af.depth += int(jsonscan.Nests[c])
		af.over = af.depth < 0 || c == '\n' && af.last == '\n' || af.to-at == maxAfter
		af.last = c
	}
	return af.depth >= 0 && af.quotes%2 == 0, !af.over && !w.Final
}

// passed is white space that was looked at.
type passed struct{ from, to int }

// peek returns the next byte at or after at that is no white space, 0 at the end
// of the output, and the length of the white space before it; -1 if the window ends
// first. It goes on where it ended the last time.
func (pd *passed) peek(w *jsonscan.Window, at int) (next byte, space int) {
	if pd.from != at || pd.to > w.End() {
		*pd = passed{at, at}
	}
	b := w.Win[pd.to-w.Base:]
	n := match.SpaceLen(b)
	w.Visits.Add(n)
	pd.to += n
	switch {
	case n < len(b):
		return b[n], pd.to - at
	case w.Final:
		return 0, pd.to - at
	}
	return 0, -1
}

// last is the last byte of b; 0 if b is empty.
func last(b []byte) byte {
	if len(b) == 0 {
		return 0
	}
	return b[len(b)-1]
}

// doubt notes a second reading if something speaks against the ends that were found.
func (q *Search) doubt(w *jsonscan.Window) {
	q.SecondReading = q.SecondReading || q.trail.invented
	for i, f := range q.frames[:len(q.Ends)] {
		s := w.Slice(q.Ends[i].Start, q.Ends[i].End+1)
		w.Visits.Add(2 * len(s))
		triple := len(s) > 6 && bytes.HasPrefix(s, tripleQuote) && bytes.HasSuffix(s, tripleQuote)
		alone := f.value > 0 && f.quotes == f.value+1 // where a member's value seems to begin, a quote has no partner
		q.SecondReading = q.SecondReading || f.member || alone || triple || mixed(s[1:len(s)-1]) || q.closesCall(s)
	}
}

// closesCall reports whether the string s closes more brackets than it opens, and then another call
// may begin in it. Then it may be two calls.
func (q *Search) closesCall(s []byte) bool {
	if q.evidence.Opens == nil {
		return false
	}
	depth := 0
	for i, c := range s {
		if depth < 0 && c == '{' {
			if yes, _, _ := q.evidence.Opens(s[i:]); yes {
				return true
			}
		}
		depth += int(jsonscan.Nests[c])
	}
	return false
}

// opensCall reports whether another call opens in one of the strings that were found, and isn't
// closed in it. Then the string was never closed, and that call isn't its text.
func (q *Search) opensCall(w *jsonscan.Window) bool {
	if q.evidence.Opens == nil {
		return false
	}
	for _, end := range q.Ends {
		s := w.Slice(end.Start, end.End)
		q.budget.Spend(len(s), end.End)
		counted := 0
		depth := 0 // in the call that opened last; 0: none is open
		for i, c := range s {
			w.Visits.Passing(&counted, i)
			if n := int(jsonscan.Nests[c]); n <= 0 || depth > 0 {
				depth = max(depth+n, 0)
			} else if c == '{' {
				if _, sure, _ := q.evidence.Opens(s[i:]); sure {
					depth = 1
				}
			}
		}
		w.Visits.Add(len(s) - counted)
		if depth > 0 {
			return true
		}
	}
	return false
}

// mixed reports whether it is doubtful how the backslashes in b are meant. It is if some quotes are
// escaped and at least as many aren't, or if a quote follows an escaped backslash. In text with raw
// newlines every backslash stands for itself, so \n, \t or \" makes that doubtful: source text holds
// them as often as JSON.
func mixed(b []byte) bool {
	raw := slices.Contains(b, '\n')
	escaped, bare := 0, 0
	for i := 0; i < len(b); i++ {
		switch {
		case b[i] == '"':
			bare++
			continue
		case b[i] != '\\' || i+1 == len(b):
			continue
		}
		i++
		switch c := b[i]; {
		case raw && (c == 'n' || c == 't'), c == '\\' && !raw && i+1 < len(b) && b[i+1] == '"':
			return true
		case c == '"':
			escaped++
		}
	}
	return escaped > 0 && (raw || bare >= escaped)
}

// balanced reports whether every bracket in the strings that were found closes.
func (q *Search) balanced(w *jsonscan.Window) bool {
	for _, end := range q.Ends {
		w.Visits.Add(end.End - end.Start)
		depth := 0
		for _, c := range w.Slice(end.Start, end.End) {
			if depth += int(jsonscan.NestsCode[c]); depth < 0 {
				return false
			}
		}
		if depth != 0 {
			return false
		}
	}
	return true
}

var tripleQuote = []byte(`"""`)
