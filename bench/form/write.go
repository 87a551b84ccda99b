package form

import (
	"strconv"
	"strings"
)

// A Call is what a model means by a call.
type Call struct {
	Name string
	// ID is written where the form has ids.
	ID string
	// Args is an Object.
	Args Value
}

// An Answer is what a model means: calls, and content around them.
type Answer struct {
	Before string
	Calls  []Call
	After  string
}

type writer struct {
	form  *Form
	style Style
	parts []Part
}

// Write writes an answer.
func (f *Form) Write(a *Answer, style Style) []Part {
	w := &writer{form: f, style: style, parts: make([]Part, 0, 64)}
	at := Part{Level: Outside, Call: -1, Arg: -1}
	w.text(a.Before, at)
	if a.Before != "" {
		w.put(at, Space, "\n\n")
	}
	if len(a.Calls) > 0 {
		w.text(f.Lead, at)
		section := Part{Level: Section, Call: -1, Arg: -1}
		w.fill(f.Open, section, a.Calls[0], 0, true)
		for i, c := range a.Calls {
			if i > 0 {
				w.fill(f.Between, section, Call{}, 0, false)
			}
			w.fill(f.Call, Part{Level: InCall, Call: i, Arg: -1}, c, i, false)
		}
		section.Closes = true
		w.fill(f.Close, section, Call{}, 0, false)
	}
	if a.After != "" {
		w.put(at, Space, "\n\n")
		w.text(a.After, at)
	}
	w.fill(f.End, at, Call{}, 0, false)
	return w.parts
}

func (w *writer) text(s string, at Part) {
	if s != "" {
		w.put(at, Text, s)
	}
}

func (w *writer) put(at Part, kind Kind, text string) {
	at.Kind, at.Text = kind, text
	w.parts = append(w.parts, at)
}

// fill writes a template. opens says on which side its markers are if it holds no value.
func (w *writer) fill(template string, at Part, c Call, index int, opens bool) {
	for _, e := range compile(template) {
		p := at
		if !at.Closes {
			p.Opens = e.before && (opens || at.Level >= InCall)
			p.Closes = !p.Opens && at.Level >= InCall
		}
		switch {
		case e.hole:
			w.fillHole(e.text, at, c)
		case strings.Contains(e.text, "$"):
			w.put(p, e.kind, replace(e.text, c, index))
		default:
			w.put(p, e.kind, e.text)
		}
	}
}

func replace(text string, c Call, index int) string {
	return strings.NewReplacer("$name", c.Name, "$id", c.ID, "$index", strconv.Itoa(index)).Replace(text)
}

func (w *writer) fillHole(hole string, at Part, c Call) {
	f := w.form
	switch hole {
	case "$args":
		at.Level = InPair
		w.value(c.Args, &f.Spell, w.style, at)
	case "$quoted":
		at.Level = InPair
		delim, body := JSONSpelling.Spell(c.Args.JSON(), w.style.ASCII)
		w.delimited(delim, body, c.Args.JSON(), &JSONSpelling, at)
	case "$pairs":
		for i, key := range c.Args.Keys {
			at.Level, at.Arg = InPair, i
			if i > 0 {
				w.fill(f.Pairs, at, Call{}, 0, false)
			}
			w.pair(key, c.Args.Items[i], at)
		}
	}
}

func (w *writer) pair(key string, v Value, at Part) {
	attributes := strings.NewReplacer("$key", key, "$type", v.Type.String(), "$string", strconv.FormatBool(v.Type == String))
	for _, e := range compile(w.form.Pair) {
		p := at
		p.Opens, p.Closes = e.before, !e.before
		if e.hole {
			w.pairValue(v, at)
			continue
		}
		w.put(p, e.kind, attributes.Replace(e.text))
	}
}

func (w *writer) pairValue(v Value, at Part) {
	sp := &w.form.Spell
	if !sp.All || v.Type == String {
		w.value(v, sp, w.style, at)
		return
	}
	w.put(at, Delim, sp.Quote)
	if v.Type == Array || v.Type == Object {
		w.value(v, &JSONSpelling, Style{}, at)
	} else {
		w.put(at, Literal, sp.Literal(v))
	}
	w.put(at, Delim, sp.Quote)
}

func (w *writer) delimited(delim, body, value string, sp *Spelling, at Part) {
	open, shut := at, at
	open.Opens, shut.Closes = true, true
	if delim != "" {
		w.put(open, Delim, delim)
	}
	at.Value, at.Spelling = value, sp
	w.put(at, Body, body)
	if delim != "" {
		w.put(shut, Delim, delim)
	}
}

// value writes a value. The members of the arguments themselves are numbered as arguments.
func (w *writer) value(v Value, sp *Spelling, style Style, at Part) {
	w.nest(v, sp, style, at, 0, at.Level == InPair && at.Arg < 0)
}

func (w *writer) nest(v Value, sp *Spelling, style Style, at Part, depth int, numbered bool) {
	switch v.Type {
	case String:
		delim, body := sp.Spell(v.Text, style.ASCII)
		w.delimited(delim, body, v.Text, sp, at)
	case Array, Object:
		w.container(v, sp.nested(), style, at, depth, numbered)
	default:
		w.put(at, Literal, sp.Literal(v))
	}
}

func (w *writer) container(v Value, sp *Spelling, style Style, at Part, depth int, numbered bool) {
	brackets := "[]"
	if v.Type == Object {
		brackets = "{}"
	}
	open, shut := at, at
	open.Opens, shut.Closes = true, true
	w.put(open, Punct, brackets[:1])
	line := func(depth int) {
		if style.Indent != "" && len(v.Items) > 0 {
			w.put(at, Space, "\n"+strings.Repeat(style.Indent, depth))
		}
	}
	outer := at
	for i, item := range v.Items {
		if i > 0 {
			w.put(outer, Punct, ",")
			if style.Indent == "" && style.Comma != "" {
				w.put(outer, Space, style.Comma)
			}
		}
		if numbered {
			at.Arg = i
		} else {
			at.Level = Inside
		}
		line(depth + 1)
		if v.Type == Object {
			w.key(v.Keys[i], sp, at)
			w.put(at, Punct, ":")
			if style.Colon != "" {
				w.put(at, Space, style.Colon)
			}
		}
		w.nest(item, sp, style, at, depth+1, false)
	}
	at = outer
	line(depth)
	w.put(shut, Punct, brackets[1:])
}

func (w *writer) key(key string, sp *Spelling, at Part) {
	if sp.Bare {
		w.put(at, Key, key)
		return
	}
	delim, body := sp.Spell(key, false)
	open, shut := at, at
	open.Opens, shut.Closes = true, true
	w.put(open, Delim, delim)
	at.Value, at.Spelling = key, sp
	w.put(at, Key, body)
	w.put(shut, Delim, delim)
}
