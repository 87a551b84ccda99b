package leaks

import (
	"slices"
	"strings"
	"unicode"

	"github.com/toolparser/toolparser/parsers/internal/bytetable"
)

// A Table finds the markers of families. It is immutable.
type Table struct {
	nodes []node
	root  [256]int32 // the nodes behind one byte; 0: none
	marks []mark
	stops [2]stops // of running text: without declared names, and with some
}

// A mark is a marker, and the families that write it.
type mark struct {
	Marker
	families []string
	formats  []string // of these
	plain    bool     // it is a plain tag: directly behind a word, it means something in other languages
	key      string   // of its text, as folded gives it
	ends     []string // the keys of its closers
	result   string   // of an opener of a result: the key of its closer; of a closer, its own
}

// A node is a text with which markers begin.
type node struct {
	edges []edge
	space bool  // white space may be here
	whole int32 // the marker that the text is, or -1
	cut   int32 // the marker whose end alone is missing, or -1
	plain bool  // cut is one only at the end of the output
	begun int32 // some marker that begins so, if that is clear from the text; else -1
}

type edge struct {
	c  byte
	to int32
}

// several is the format of a marker that has more than one.
const several = "*"

// leastBegun is how many bytes of a marker at the end of an output are a sign.
const leastBegun = 5

// Compile makes a table of what families say.
func Compile(sources ...Source) *Table {
	t := &Table{nodes: []node{newNode()}}
	others := map[string]bool{}
	for i := range sources {
		for _, text := range sources[i].Others {
			others[folded(text)] = true
		}
	}
	known := map[string]int32{}
	for i := range sources {
		for _, pair := range sources[i].Results {
			t.noteResult(known, pair)
		}
	}
	for i := range sources {
		for j := range sources[i].Markers {
			m := &sources[i].Markers[j]
			if key := folded(m.Text); m.Text != "" && !others[key] && !t.isResult(known, key) {
				t.note(known, key, m, sources[i].Family)
			}
		}
	}
	for i := range t.marks {
		m := &t.marks[i]
		m.key = folded(m.Text)
		for _, closer := range m.Closers {
			m.ends = append(m.ends, folded(closer))
		}
		if m.result != "" {
			t.path(m.Text, -1).whole = int32(i)
			continue
		}
		t.insert(int32(i))
	}
	for text := range others {
		t.mayBe(text)
	}
	t.makeStops()
	return t
}

// folded is a spelling by which markers are the same.
func folded(text string) string {
	text = strings.ReplaceAll(text, " ", "")
	if strings.HasPrefix(text, "<") {
		return strings.ToLower(text)
	}
	return text
}

// note notes that a family has a marker.
func (t *Table) note(known map[string]int32, key string, m *Marker, family string) {
	i, ok := known[key]
	if !ok {
		i = int32(len(t.marks))
		known[key] = i
		t.marks = append(t.marks, mark{Marker: *m})
		t.marks[i].Closers = slices.Clone(m.Closers)
	}
	k := &t.marks[i]
	k.merge(m)
	if !strings.Contains(k.Text, " ") && strings.Contains(m.Text, " ") {
		k.Text = m.Text
	}
	at := slices.Index(k.families, family)
	if at < 0 {
		k.families, k.formats = append(k.families, family), append(k.formats, m.Format)
	} else if of := &k.formats[at]; *of == "" {
		*of = m.Format
	} else if m.Format != "" && *of != m.Format {
		*of = several
	}
}

// noteResult notes what is around a result that the model invents, if both are tags or tokens.
func (t *Table) noteResult(known map[string]int32, pair [2]string) {
	open, end := folded(pair[0]), folded(pair[1])
	if open == "" || end == "" || isWord(open[0]) || isWord(end[0]) {
		return
	}
	for i, key := range []string{open, end} {
		if _, ok := known[key]; !ok {
			known[key] = int32(len(t.marks))
			t.marks = append(t.marks, mark{Marker: Marker{Text: pair[i]}, result: end})
		}
	}
}

func (t *Table) isResult(known map[string]int32, key string) bool {
	i, ok := known[key]
	return ok && t.marks[i].result != ""
}

func newNode() node { return node{whole: -1, cut: -1, begun: -1} }

// insert makes a marker's text a way through the nodes.
func (t *Table) insert(i int32) {
	m := &t.marks[i]
	text := m.Text
	switch signOf(&m.Marker) {
	case special:
		at := t.path(text, i)
		cut := body(text)
		if at.whole = i; cut == text {
			at.whole = -1
		}
		if isSpecial(cut) {
			t.path(cut, i).cut = i
		}
	case plainToken:
		t.path(text+"{", -1).whole = i
	case plainTag:
		m.plain = true
		cut := body(text)
		ends := []string{">"}
		if !strings.HasPrefix(text, "</") {
			ends = append(ends, "=", " name=")
		}
		for _, end := range ends {
			t.path(cut+end, -1).whole = i
		}
		at := t.path(cut, -1)
		at.cut, at.plain = i, true
	}
}

// isSpecial reports whether a part of a marker is a sign by itself.
func isSpecial(text string) bool {
	return signOf(&Marker{Text: text}) == special
}

// path is the node of a text, of a marker whose beginnings are signs unless the number is negative.
func (t *Table) path(text string, begun int32) *node {
	at, n := int32(0), 0
	fold := text[0] == tagBegin
	for j := range len(text) {
		c := text[j]
		if c == ' ' {
			t.nodes[at].space = true
			continue
		}
		if fold && c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		next := t.child(at, c)
		if next == 0 {
			next = int32(len(t.nodes))
			t.nodes[at].edges = append(t.nodes[at].edges, edge{c, next})
			t.nodes = append(t.nodes, newNode())
		}
		at = next
		if n++; begun >= 0 && n >= leastBegun && t.nodes[at].begun < 0 && isBegun(text[:j+1]) {
			t.nodes[at].begun = begun
		}
	}
	return &t.nodes[at]
}

// mayBe says that the beginnings of a text, such as the end of a turn, are no sign where the output ends: the text says
// nothing of calls, although a marker may begin with it.
func (t *Table) mayBe(text string) {
	at := int32(0)
	for i := range len(text) {
		if at = t.child(at, text[i]); at == 0 {
			return
		}
		t.nodes[at].begun = -1
	}
}

// isBegun reports whether the beginning of a marker is a sign where the output ends: it has a letter, and more than a
// plain tag has.
func isBegun(text string) bool {
	return strings.ContainsFunc(text, unicode.IsLetter) && isSpecial(text)
}

// child is the node behind a byte; 0: there is none.
func (t *Table) child(at int32, c byte) int32 {
	for _, e := range t.nodes[at].edges {
		if e.c == c {
			return e.to
		}
	}
	return 0
}

// family is the family to name for a marker: the output's own, or else the first that has it. format is what that
// family calls it.
func (m *mark) family(own string) (name, format string) {
	i := max(slices.Index(m.families, own), 0)
	return m.families[i], m.formats[i]
}

// makeStops makes those of running text, and root.
func (t *Table) makeStops() {
	var second [256]*[256]bool
	in := &t.stops[0].in
	for _, e := range t.nodes[0].edges {
		t.root[e.c] = e.to
		in[e.c], second[e.c] = true, t.behind(e)
	}
	t.stops[0].look(&second)
	t.stops[1].in = *in
	t.stops[1].lookForNames(second)
}

// lookForNames is look for stops at which a declared name may be, too: behind an opening bracket, behind '=' and before '{'. What is
// before these two shows whether it may, so that is looked for, if the processor can.
func (s *stops) lookForNames(second [256]*[256]bool) {
	names := bytetable.Of(isName)
	for _, c := range []byte{tagBegin, '['} {
		switch {
		case !s.in[c]:
			s.in[c], second[c] = true, &names
		case second[c] != nil:
			second[c] = joined(second[c], &names)
		}
	}
	before := second
	first := s.in
	brace, both := &[256]bool{'{': true}, &[256]bool{'{': true, '=': true}
	for c := range first {
		behind := brace
		switch {
		case strings.IndexByte("eloELO", byte(c)) >= 0: // of name, tool and to
			behind = both
		case c != '(' && !names[c]:
			continue
		}
		switch {
		case !first[c]:
			first[c], before[c] = true, behind
		case before[c] != nil:
			before[c] = joined(before[c], behind)
		}
	}
	s.in['='], s.in['{'] = true, true
	s.behind['='], s.behind['{'] = true, true
	if s.pairs = bytetable.NewPairs(&first, &before); s.pairs == nil {
		second['='], second['{'] = nil, nil
		s.look(&second)
	}
}

// joined are the bytes of both sets.
func joined(a, b *[256]bool) *[256]bool {
	all := *a
	for c, in := range b {
		all[c] = all[c] || in
	}
	return &all
}

// behind are the bytes that may be behind the first one of markers; nil: any, as some marker is that byte alone.
func (t *Table) behind(e edge) *[256]bool {
	n := &t.nodes[e.to]
	if n.whole >= 0 || n.cut >= 0 {
		return nil
	}
	var in [256]bool
	for c := range in {
		in[c] = n.space && isWhite(byte(c))
	}
	for _, next := range n.edges {
		in[next.c] = true
		if e.c == tagBegin && next.c >= 'a' && next.c <= 'z' {
			in[next.c&^0x20] = true
		}
	}
	return &in
}
