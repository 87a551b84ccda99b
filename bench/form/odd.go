package form

import (
	"strings"
	"sync"
)

// An opposite is a marker of an argument or call, and whether it closes.
type opposite struct {
	text   string
	closes bool
	level  Level
}

var oppositesOf sync.Map // of *Form to []opposite

// opposites lists the markers of calls and arguments, each up to the first hole in it.
func (f *Form) opposites() []opposite {
	if got, ok := oppositesOf.Load(f); ok {
		return got.([]opposite)
	}
	var list []opposite
	for level, template := range map[Level]string{InCall: f.Call, InPair: f.Pair, Section: f.Open + "$value" + f.Close} {
		for _, e := range compile(template) {
			text, _, _ := strings.Cut(e.text, "$")
			if e.kind == Marker && len(text) > 1 {
				list = append(list, opposite{text, !e.before, level})
			}
		}
	}
	oppositesOf.Store(f, list)
	return list
}

// impossible is the oddness of a value that the form can't write.
const impossible = 1_000_000_000

// Writes reports whether the form can write these calls.
func (f *Form) Writes(calls []Call) bool { return f.OddCalls(calls) < impossible }

// Odd says how unlikely it is that a model means this text by a value without delimiters: how many
// of the form's own markers it holds, those without their opposite a thousand times. A reading
// that is odder than the truth isn't one that anybody would mean.
func (f *Form) Odd(value string) int {
	if f.Spell.Escape == Verbatim && f.Spell.Quote != "" && strings.Contains(value, f.Spell.Quote) {
		return impossible
	}
	for _, token := range f.Reserved {
		if strings.Contains(value, token) {
			return impossible
		}
	}
	if f.Spell.Quote != "" || !strings.ContainsAny(value, "<[]") {
		return 0
	}
	var open, shut [Inside]int
	total := 0
	for _, m := range f.opposites() {
		n := strings.Count(value, m.text)
		total += n
		if m.closes {
			shut[m.level] += n
		} else {
			open[m.level] += n
		}
	}
	single := 0
	for level := range open {
		single += max(open[level]-shut[level], shut[level]-open[level])
	}
	return 1000*single + total
}

// OddCalls is the sum over the values of calls.
func (f *Form) OddCalls(calls []Call) int {
	n := 0
	for _, c := range calls {
		for _, v := range c.Args.Items {
			n += f.oddValue(v)
		}
	}
	return n
}

func (f *Form) oddValue(v Value) int {
	switch {
	case v.Type == String:
		return f.Odd(v.Text)
	case f.Spell.Quote == "":
		// It is written as JSON, and escaped.
		return f.Odd(v.JSON())
	}
	n := 0
	for _, item := range v.Items {
		n += f.oddValue(item)
	}
	return n
}
