package gen

import (
	"math/rand/v2"
	"slices"
)

// A draft is a call that is being damaged.
type draft struct {
	shape         *shape
	before, after string
	tokens        []token
	// cut: the output ends with the tokens.
	cut bool
	r   *rand.Rand
}

// find returns the indices of the tokens that ok holds for.
func (d *draft) find(ok func(i int, t token) bool) []int {
	var at []int
	for i, t := range d.tokens {
		if ok(i, t) {
			at = append(at, i)
		}
	}
	return at
}

// pick returns one of them; false if there is none.
func (d *draft) pick(ok func(i int, t token) bool) (int, bool) {
	at := d.find(ok)
	if len(at) == 0 {
		return 0, false
	}
	return at[d.r.IntN(len(at))], true
}

func (d *draft) insert(at int, t token) { d.tokens = slices.Insert(d.tokens, at, t) }
func (d *draft) remove(at int)          { d.tokens = slices.Delete(d.tokens, at, at+1) }

// last is the index of the last token of which ok holds, or -1.
func (d *draft) last(ok func(t token) bool) int {
	for i := len(d.tokens) - 1; i >= 0; i-- {
		if ok(d.tokens[i]) {
			return i
		}
	}
	return -1
}

// rewrite writes one target string anew; only one whose text satisfies ok is chosen.
func (d *draft) rewrite(w func(string) string, ok func(s string) bool) bool {
	i, found := d.pick(func(_ int, t token) bool { return t.target && ok(t.text) })
	if found {
		d.tokens[i].write = w
	}
	return found
}

// rewriteAll writes every key and string anew.
func (d *draft) rewriteAll(w func(string) string) {
	for i, t := range d.tokens {
		if t.kind == key || t.kind == str {
			d.tokens[i].write = w
		}
	}
}

// prev is the index of the last token before i that is no white space; -1 if there is none.
func (d *draft) prev(i int) int {
	for i--; i >= 0 && d.tokens[i].kind == space; i-- {
	}
	return i
}

// argsRange is the index of the braces of the arguments; ok is false once they are damaged.
func (d *draft) argsRange() (start, end int, ok bool) {
	start = slices.IndexFunc(d.tokens, func(t token) bool { return t.kind == openObject && t.args })
	end = d.last(func(t token) bool { return t.kind == closeObject && t.args })
	return start, end, start >= 0 && end > start
}
