package leaks

import (
	"slices"
	"unsafe"

	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A Kind says what a leak is.
type Kind uint8

// The kinds, numbered as in the contract.
const (
	Unspecified Kind = iota
	// KindMarker: a marker is left in the text.
	KindMarker
	// DeclaredName: a declared name is in markup, or before arguments.
	DeclaredName
	// Announced: a marker announces a call, and what follows it isn't one.
	Announced
)

var kindNames = [...]string{"UNSPECIFIED", "MARKER", "DECLARED_NAME", "ANNOUNCED"}

// String returns the name in the contract, without its LEAK_KIND_ prefix.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return kindNames[0]
}

// A Leak is a place of the text that looks like a call.
type Leak struct {
	Kind       Kind
	Start, End int
	// Family is the one whose marker it is, and Format what that family calls the calls behind it, if it is one alone.
	Family, Format string
	// Name is the declared name.
	Name string
	// Close is where what was announced ends, behind its closer.
	Close int

	mark int32
	next bool // it is next to a call, and may be markup
}

// Most is how many leaks of an output are found: the first ones.
const Most = 64

// backBytes are how many bytes are known before the ones that are read. No name is longer.
const backBytes = 128

// lineBytes is how many bytes show whether a line starts after them.
const lineBytes = 4

// mostWhite is how much white space may be inside of a marker.
const mostWhite = 8

// A Finder finds the leaks of one output, from Begin on. The output comes in order: what is text, or may be, by Text, and
// everything else by Break. A nil Finder reads nothing.
type Finder struct {
	table  *Table
	own    string
	tools  Tools // nil: none are declared
	visits *work.Counter

	all     string // the complete output, if it is at hand
	text    []byte // that is read
	at, end int    // the offsets of its first byte, and behind it
	done    progress
	back    []byte // what is before it; in a stream, what waits to be read follows
	waiting int    // bytes of that
	thought bool   // text is a thought
	quote   quotation
	walk    walk
	follow  following
	result  string // the key of the marker that ends the result that the model invents; empty: it invents none
	region  region
	next    bool // text is next to a call
	name    capture
	found   []Leak
}

// A region is what follows a leak whose call isn't there so far.
type region struct {
	leak   int // in found, plus 1; 0: there is no region
	inside int // the offset of what follows the leak
}

// A progress is how far the text was read.
type progress struct {
	quoted int // up to here, it is known what is quoted
	signs  int // and from there up to here, nothing begins that isn't a run
}

// A walk is where in the table's markers the text is.
type walk struct {
	from  int   // where it began
	again int   // the offset of what may begin another marker in it; 0: nothing does
	node  int32 // 0: in none
	white uint8 // white space that was passed since the last byte of the marker
	fold  bool
	glued bool // a word is directly before it
}

// following is what may follow a marker that announces a call.
type following struct {
	on   bool
	own  bool // the marker is the family's own: the family's parser has decided about JSON behind it
	open byte // what it follows: tagBegin or '['; 0: nothing so far
}

// Tools are those that are declared.
type Tools interface {
	// Declared reports whether a tool has the name.
	Declared(name string) bool
	// Ends reports whether the name of a tool ends with the byte.
	Ends(last byte) bool
}

// Begin makes the finder look at another output of the family named own. all is the complete output, if it is at hand. tools are nil
// if none are declared.
func (f *Finder) Begin(t *Table, own, all string, tools Tools, visits *work.Counter) {
	f.table, f.own, f.all, f.tools, f.visits = t, own, all, tools, visits
	f.back = append(f.back[:0], '\n')
}

// Looking reports whether it looks at an output.
func (f *Finder) Looking() bool { return f != nil && f.table != nil }

// Forget lets go of the output.
func (f *Finder) Forget() {
	*f = Finder{back: f.back[:0], found: f.found[:0], name: capture{word: f.name.word[:0]}}
}

// Thought says that what follows is a thought, or isn't one any more.
func (f *Finder) Thought(open bool) {
	if f != nil && f.thought != open {
		f.settle()
		f.leave()
		f.thought, f.quote = open, quotation{}
	}
}

// Break says that something follows that isn't text.
func (f *Finder) Break() {
	if f.thought {
		return
	}
	f.pause()
	f.follow = following{}
	f.giveUp()
}

// pause ends what was started, but for what is announced.
func (f *Finder) pause() {
	f.settle()
	follow := f.follow
	f.leave()
	f.quote.leave()
	f.follow = follow
}

// Next reads what is next to a call. It may be markup, and is passed over if that is known so far: text is nil. Whether it is known
// depends on how the output was cut, so nothing goes on after it. quotes: what follows isn't a call, so it may be the first line of a
// fence.
func (f *Finder) Next(at int, text []byte, quotes bool) {
	if f == nil || f.thought {
		return
	}
	f.settle()
	var line [lineBytes]byte // what shows whether a line starts here
	n := copy(line[:], f.back[max(len(f.back)-lineBytes, 0):])
	f.pause()
	quote := f.quote
	f.back = append(f.back[:0], line[:n]...)
	f.next = true
	f.Text(at, text)
	f.pause()
	if f.next = false; !quotes {
		f.quote = quote
	}
}

// leave ends what was started.
func (f *Finder) leave() {
	for f.walk.node != 0 {
		f.fail(' ', f.end)
	}
	f.name.kind, f.follow = noName, following{}
	f.back = append(f.back[:0], '}')
}

// Text reads text of the output, which begins at offset at. Short text of a stream waits for more: most chunks have a few bytes.
func (f *Finder) Text(at int, text []byte) {
	if f == nil || f.thought || len(text) == 0 {
		return
	}
	if at != f.end || f.all == "" && f.waiting+len(text) > backBytes {
		f.settle()
	}
	f.end = at + len(text)
	switch {
	case f.all != "":
		if f.text == nil {
			f.at = at
		}
		f.text = unsafe.Slice(unsafe.StringData(f.all[f.at:]), f.end-f.at)
		f.read(false)
	case len(text) <= backBytes:
		f.wait(text)
	default:
		f.readAll(at, text)
		f.keep(text)
	}
}

// Waits takes text that only waits for more, as most of a stream's does; false if this isn't such text.
func (f *Finder) Waits(at int, text []byte) bool {
	if f == nil || f.waiting == 0 || at != f.end || f.waiting+len(text) > backBytes {
		return false
	}
	f.end = at + len(text)
	f.wait(text)
	return true
}

func (f *Finder) wait(text []byte) { f.back, f.waiting = append(f.back, text...), f.waiting+len(text) }

// settle reads what was left: what waits, and where the text quotes.
func (f *Finder) settle() {
	switch {
	case f.waiting > 0:
		all, from := f.back, len(f.back)-f.waiting
		f.back, f.waiting = all[:from], 0
		f.readAll(f.end-(len(all)-from), all[from:])
		f.back = all[:copy(all, all[max(len(all)-backBytes, 0):])]
	case f.text != nil:
		f.read(true)
		f.keep(f.text)
		f.text, f.at, f.done = nil, f.end, progress{}
	}
}

// readAll reads text that begins at offset at. It isn't kept.
func (f *Finder) readAll(at int, text []byte) {
	f.text, f.at = text, at
	f.read(true)
	f.text, f.at, f.done = nil, f.end, progress{}
}

// read reads on in the text. Where it quotes matters before a sign only; all: it will be needed, as the text is gone then.
func (f *Finder) read(all bool) {
	i, sign := f.done.quoted, -1 // where the next sign is, once it is known
	for i < len(f.text) {
		if f.idle() {
			if !f.quote.open() && sign < i {
				sign = f.sign(max(i, f.done.signs))
			}
			if !f.quote.open() && sign == len(f.text) && !all {
				break
			}
			to, passed := f.pass(i, sign)
			if i = to; passed || i == len(f.text) {
				continue
			}
		}
		f.step(f.text[i], i)
		i++
	}
	f.done = progress{i, len(f.text)}
}

// idle reports whether nothing has started.
func (f *Finder) idle() bool {
	return f.walk.node == 0 && f.quote.run == 0 && !f.quote.closing && f.name.kind == noName && !f.follow.on
}

// step reads the byte at index i of the text.
func (f *Finder) step(b byte, i int) {
	starts := fence.Begins[b] && f.startsLine(i)
	at := f.at + i
	if f.quote.see(b, starts, f.walk.node == 0 && f.table.root[b] != 0) {
		for f.walk.node != 0 {
			f.fail(fence.Code, at)
		}
		f.name.kind, f.follow = noName, following{}
		return
	}
	if f.follow.on {
		f.followed(b, at)
	}
	if f.tools != nil {
		f.readName(b, i)
	}
	f.match(b, at)
}

// match goes on in the table's markers.
func (f *Finder) match(b byte, at int) {
	w := &f.walk
	if w.node != 0 {
		n := &f.table.nodes[w.node]
		c := b
		if w.fold && c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		if to := f.table.child(w.node, c); to != 0 {
			w.node, w.white = to, 0
			if f.table.root[b] != 0 && w.again == 0 {
				w.again = at
			}
			if i := f.table.nodes[to].whole; i >= 0 && !(w.glued && b == tagEnd && f.table.marks[i].plain) {
				f.add(i, at+1, true)
				w.again = 0
			}
			return
		}
		if n.space && isWhite(b) && w.white < mostWhite {
			w.white++
			return
		}
		if f.fail(b, at); w.node != 0 {
			f.match(b, at)
			return
		}
	}
	if to := f.table.root[b]; to != 0 {
		*w = walk{node: to, from: at, fold: b == tagBegin, glued: isWord(f.before(at-f.at, 1))}
	}
}

// fail ends a walk before a byte that isn't the marker's.
func (f *Finder) fail(b byte, at int) {
	w := &f.walk
	if w.node == 0 {
		return
	}
	n := &f.table.nodes[w.node]
	found := n.whole >= 0
	if n.cut >= 0 && !n.plain && (w.white > 0 || !isWord(b) && b != '-') {
		f.add(n.cut, at-int(w.white), false)
		found = true
	}
	f.quote.decided(found)
	w.node = 0
	f.readAgain(at)
}

// readAgain goes back to what may begin another marker, in one that isn't there after all, and reads up to an offset.
func (f *Finder) readAgain(at int) {
	from := f.walk.again
	if f.walk.again = 0; from == 0 {
		return
	}
	f.visits.Add(at - from)
	for ; from < at; from++ {
		f.match(f.before(at-f.at, at-from), from)
	}
}

// add notes a marker from where the walk began to its end; whole: with all that ends it.
func (f *Finder) add(i int32, end int, whole bool) {
	m := &f.table.marks[i]
	if f.result != "" || m.result != "" {
		f.inResult(m, whole)
		return
	}
	if f.region.leak > 0 && slices.Contains(f.table.marks[f.found[f.region.leak-1].mark].ends, m.key) {
		if f.walk.from > f.region.inside {
			f.found = f.found[:f.region.leak]
			f.found[f.region.leak-1].Close, f.region.leak = end, 0
			return
		}
		f.giveUp() // there is nothing in it
	}
	if last := len(f.found) - 1; last >= 0 && f.found[last].Kind == KindMarker && f.found[last].Start == f.walk.from {
		f.found = f.found[:last] // the same one is longer
	}
	if f.region.leak > 0 && f.found[f.region.leak-1].mark == i {
		f.giveUp()
	}
	if len(f.found) >= Most {
		return
	}
	l := Leak{Kind: KindMarker, Start: f.walk.from, End: end, mark: i}
	l.Family, l.Format = m.family(f.own)
	f.found = append(f.found, l)
	f.follow = following{on: whole && m.Opens && f.region.leak == 0, own: l.Family == f.own}
}

// followed decides whether a marker announces a call, by the next byte that isn't white space.
func (f *Finder) followed(b byte, at int) {
	switch open := f.follow.open; {
	case open == '[' && isWhite(b):
	case open != 0:
		f.follow = following{}
		if b != '/' && b != ']' { // the marker's closer, and an empty list
			f.announce(at - 1)
		}
	case isWhite(b):
	case b == tagBegin || b == '[' && !f.follow.own:
		f.follow.open = b
	case b == '{' && !f.follow.own:
		f.follow = following{}
		f.announce(at)
	default:
		f.follow = following{}
		if f.tools != nil && isName(b) {
			f.name.begin(announced, at)
		}
	}
}

// End says that the output has ended, at offset at, and returns its leaks, in text order.
func (f *Finder) End(at int) []Leak {
	if f.waiting > 0 || !f.idle() {
		f.settle() // otherwise, it doesn't matter where the text quotes
	}
	for w := &f.walk; w.node != 0 && !f.thought; {
		n := &f.table.nodes[w.node]
		w.node = 0
		switch {
		case n.whole >= 0:
		case n.cut >= 0:
			f.add(n.cut, at-int(w.white), false)
		case n.begun >= 0:
			f.add(n.begun, at-int(w.white), false)
		default:
			f.readAgain(at)
		}
	}
	if f.tools != nil {
		f.endName()
	}
	f.giveUp()
	slices.SortStableFunc(f.found, func(a, b Leak) int { return a.Start - b.Start })
	return f.found
}
