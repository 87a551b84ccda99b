package form

import (
	"slices"
	"strings"
	"unicode"
)

// A Reading is a meaning of an undamaged text: a call's name and arguments in one
// canonical text, for every call.
type Reading []string

// Equal reports whether two readings are the same.
func (r Reading) Equal(other Reading) bool {
	if len(r) != len(other) {
		return false
	}
	for i := range r {
		if r[i] != other[i] {
			return false
		}
	}
	return true
}

// A reader matches the templates of a form at a text, in every way.
type reader struct {
	form *Form
	text string
	// steps bounds the work, found the readings.
	steps int
	odd   int
	found []readState
}

// A readState is what was read so far. It is copied, never changed.
type readState struct {
	calls []readCall
	odd   int
}

type readCall struct {
	name  string
	pairs []readPair
	args  string
	twice bool // a key comes twice: it is no reading
}

type readPair struct{ key, value string }

const (
	maxSteps    = 20000
	maxReadings = 16
)

// Read lists the answers with the given content around their calls that the form writes as
// this text, without damage, and whose values are no odder than odd: see [Form.Odd]. At most 16 are listed.
func (f *Form) Read(text, before, after string, odd int) []Reading {
	rest, ok := strings.CutPrefix(text, before)
	if !ok {
		return nil
	}
	rest, ok = strings.CutSuffix(rest, endOf(f))
	if !ok {
		return nil
	}
	if rest, ok = strings.CutSuffix(rest, after); !ok {
		return nil
	}
	if after != "" {
		rest = strings.TrimSuffix(rest, "\n\n")
	}
	if before != "" {
		rest = strings.TrimPrefix(rest, "\n\n")
	}
	r := &reader{form: f, odd: odd, text: strings.TrimPrefix(rest, f.Lead)}
	r.template(f.Open, 0, readState{calls: []readCall{{}}}, func(at int, s readState) {
		r.calls(at, readState{})
	})
	var list []Reading
	for _, s := range r.found {
		list = append(list, s.reading())
	}
	return list
}

func endOf(f *Form) string { return Join((&Form{End: f.End}).Write(&Answer{}, Style{})) }

func (s readState) reading() Reading {
	var list Reading
	for _, c := range s.calls {
		list = append(list, c.canonical())
	}
	return list
}

// A next continues at a place in the text; it is called once for every way.
type then func(at int, s readState)

func (r *reader) calls(at int, s readState) {
	s.calls = append(s.calls[:len(s.calls):len(s.calls)], readCall{})
	r.template(r.form.Call, at, s, func(at int, s readState) {
		r.template(r.form.Close, at, s, func(at int, s readState) {
			if at == len(r.text) && len(r.found) < maxReadings && !slices.ContainsFunc(s.calls, func(c readCall) bool { return c.twice }) {
				r.found = append(r.found, s)
			}
		})
		if at < len(r.text) && !r.form.Single {
			r.template(r.form.Between, at, s, r.calls)
		}
	})
}

// template matches the elements of a template from a place on.
func (r *reader) template(template string, at int, s readState, k then) {
	r.elements(flatten(template), at, s, k)
}

func (r *reader) elements(list []element, at int, s readState, k then) {
	if r.steps++; r.steps > maxSteps {
		return
	}
	if len(list) == 0 {
		k(at, s)
		return
	}
	e, rest := list[0], list[1:]
	if !strings.HasPrefix(e.text, "$") {
		if e.space {
			at += len(r.text[at:]) - len(strings.TrimLeft(r.text[at:], " \n"))
			r.elements(rest, at, s, k)
		} else if strings.HasPrefix(r.text[at:], e.text) {
			r.elements(rest, at+len(e.text), s, k)
		}
		return
	}
	go1 := func(at int, s readState) { r.elements(rest, at, s, k) }
	switch e.text {
	case "$name":
		r.word(at, isName, func(at int, word string) { go1(at, s.name(word)) })
	case "$key":
		r.word(at, isName, func(at int, word string) { go1(at, s.key(word)) })
	case "$again":
		pairs := s.calls[len(s.calls)-1].pairs
		if key := pairs[len(pairs)-1].key; strings.HasPrefix(r.text[at:], key) {
			go1(at+len(key), s)
		}
	case "$id", "$index", "$type", "$string":
		r.word(at, isName, func(at int, _ string) { go1(at, s) })
	case "$args", "$quoted":
		if end, canonical := r.form.readArgs(r.text, at, e.text == "$quoted"); end > 0 {
			go1(end, s.args(canonical))
		}
	case "$pairs":
		go1(at, s)
		r.pairs(at, s, go1)
	case "$value":
		r.value(at, s, rest, go1)
	}
}

func (r *reader) pairs(at int, s readState, k then) {
	r.template(r.form.Pair, at, s, func(at int, s readState) {
		k(at, s)
		r.template(r.form.Pairs, at, s, func(at int, s readState) { r.pairs(at, s, k) })
	})
}

// value reads an argument; a raw one ends at every place where the text that follows it in its
// template is.
func (r *reader) value(at int, s readState, rest []element, k then) {
	if r.form.Spell.Quote != "" {
		if end, canonical := r.form.readValue(r.text, at); end > 0 {
			k(end, s.value(canonical))
		}
		return
	}
	if len(rest) == 0 || strings.HasPrefix(rest[0].text, "$") {
		return
	}
	for end := at; ; end++ {
		i := strings.Index(r.text[end:], rest[0].text)
		if i < 0 || r.steps > maxSteps {
			return
		}
		end += i
		value := r.text[at:end]
		if odd := s.odd + r.form.Odd(value); odd <= r.odd {
			s := s.value(canonicalRaw(value))
			s.odd = odd
			k(end, s)
		}
	}
}

// word reads a name, as long as possible first.
func (r *reader) word(at int, ok func(rune) bool, k func(at int, word string)) {
	n := strings.IndexFunc(r.text[at:], func(c rune) bool { return !ok(c) })
	if n < 0 {
		n = len(r.text) - at
	}
	for ; n > 0; n-- {
		if r.steps++; r.steps > maxSteps {
			return
		}
		k(at+n, r.text[at:at+n])
	}
}

func isName(c rune) bool {
	return c < unicode.MaxASCII && (unicode.IsLetter(c) || unicode.IsDigit(c)) || strings.ContainsRune("_.:/-", c)
}

// flatten divides the markers of a template at the holes in them. A key that its closer names
// again is $again there.
func flatten(template string) []element {
	var list []element
	keys := 0
	for _, e := range compile(template) {
		text := e.text
		for text != "" {
			i := strings.IndexByte(text, '$')
			if i < 0 {
				i = len(text)
			}
			if i > 0 {
				list = append(list, element{text: text[:i]})
			}
			if text = text[i:]; text == "" {
				break
			}
			n := 1 + strings.IndexFunc(text[1:]+" ", func(c rune) bool { return !unicode.IsLower(c) })
			hole := text[:n]
			if hole == "$key" {
				if keys++; keys > 1 {
					hole = "$again"
				}
			}
			list = append(list, element{text: hole})
			text = text[n:]
		}
	}
	// Models write more or less white space, but what is next to a value without delimiters is read as written.
	for i, e := range list {
		next := i+1 < len(list) && list[i+1].text == "$value"
		list[i].space = strings.TrimSpace(e.text) == "" && !next && (i == 0 || list[i-1].text != "$value")
	}
	return list
}

// The steps of a state: each is a copy.

func (s readState) change(f func(c *readCall)) readState {
	calls := append([]readCall(nil), s.calls...)
	f(&calls[len(calls)-1])
	return readState{calls, s.odd}
}

func (s readState) name(name string) readState {
	return s.change(func(c *readCall) { c.name = name })
}

func (s readState) args(canonical string) readState {
	return s.change(func(c *readCall) { c.args = canonical })
}

func (s readState) key(key string) readState {
	return s.change(func(c *readCall) {
		c.twice = c.twice || slices.ContainsFunc(c.pairs, func(p readPair) bool { return p.key == key })
		c.pairs = append(c.pairs[:len(c.pairs):len(c.pairs)], readPair{key: key})
	})
}

func (s readState) value(canonical string) readState {
	return s.change(func(c *readCall) {
		pairs := append([]readPair(nil), c.pairs...)
		pairs[len(pairs)-1].value = canonical
		c.pairs = pairs
	})
}
