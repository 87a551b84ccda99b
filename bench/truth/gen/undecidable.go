package gen

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// Undecidable reports whether the case's text has a second meaning, and says which kind it is of: another
// answer, in which nothing is odder than in the truth, is written so without damage, or with damage of the
// same kind. It asks the writers alone.
func (c *Case) Undecidable() (why string, ok bool) {
	if !c.Form.Writes(c.Truth.Calls) {
		return "the form can't write this", true
	}
	if c.Quoted() {
		return "", false
	}
	truth := c.Form.Reading(c.Truth.Calls)
	odd := c.Form.OddCalls(c.Truth.Calls)
	readings := c.Form.Read(c.Output, c.Truth.Before, c.Truth.After, odd)
	if len(c.Damages) == 0 {
		return c.undamaged(truth, readings)
	}
	for _, r := range readings {
		if !r.Equal(truth) && c.listed(r) {
			return "another answer, undamaged", true
		}
	}
	if len(c.Damages) > 1 {
		return c.oneOfTwo()
	}
	if c.Cut() && c.cutAlike() {
		return "another answer, cut off at the same place", true
	}
	for _, other := range c.neighbors() {
		if c.Form.OddCalls(other.Calls) > odd || unbalanced(other) > unbalanced(c.Truth) {
			continue
		}
		if c.writes(other) {
			return "another answer, with the same damage", true
		}
	}
	return "", false
}

// cutAlike reports whether the text of an answer with fewer arguments begins like the text that was cut off. Then no one can know
// whether the call was complete.
func (c *Case) cutAlike() bool {
	for i := range c.Truth.Calls {
		for n := range c.Truth.Calls[i].Args.Items {
			fewer := c.Truth
			fewer.Calls = append([]form.Call(nil), c.Truth.Calls[:i+1]...)
			args := &fewer.Calls[i].Args
			args.Keys, args.Items = args.Keys[:n], args.Items[:n]
			if strings.HasPrefix(form.Join(c.Form.Write(&fewer, c.Style)), c.Output) {
				return true
			}
		}
	}
	return false
}

// oneOfTwo reports whether one of two damages alone makes the text of another answer. Then that answer, with the other damage,
// has the same text as the case. The damages must make that text in both orders.
func (c *Case) oneOfTwo() (string, bool) {
	first, second := c.Damages[0], c.Damages[1]
	alone := *c
	alone.Damages = []Damage{first}
	if why, ok := alone.rendered(); ok {
		return why, true
	}
	ps := c.Form.Write(&c.Truth, c.Style)
	done := byName[first.Kind].edits(c.Form, ps)
	if first.Edit >= len(done) || first.Kind == "cut" {
		return "", false
	}
	for i, e := range byName[second.Kind].edits(c.Form, ps) {
		then := done[first.Edit]
		if e.cut > 0 || e.at <= then.at+then.remove && then.at <= e.at+e.remove {
			continue // at the same place
		}
		if e.at < then.at {
			then.at += len(e.insert) - e.remove
		}
		if damaged := e.apply(ps); form.Join(then.apply(damaged)) == c.Output {
			alone.Damages = []Damage{{second.Kind, i}}
			return alone.rendered()
		}
	}
	return "", false
}

// rendered writes the case, and reports whether it has a second meaning.
func (c *Case) rendered() (string, bool) {
	if c.Render(); !c.Changed {
		return "", false
	}
	return c.Undecidable()
}

// undamaged: the truth has to be among the readings, alone.
func (c *Case) undamaged(truth form.Reading, readings []form.Reading) (string, bool) {
	found := false
	for _, r := range readings {
		if !r.Equal(truth) {
			return "another answer", true
		}
		found = true
	}
	if !found {
		return "the form can't write this", true
	}
	return "", false
}

// listed reports whether the request knows a reading as well as it knows the truth: where it declares a tool, no one
// means a name that it doesn't declare, or f {"name": …, "arguments": …} by arguments whose keys it lists.
func (c *Case) listed(r form.Reading) bool {
	if len(r) < len(c.Truth.Calls) {
		return true
	}
	for i, call := range r[:len(c.Truth.Calls)] {
		name, args, _ := strings.Cut(call, " ")
		if want := c.Truth.Calls[i].Name; name != want && c.Request.Declares(want) && !c.Request.Declares(name) {
			return false
		}
		var keys map[string]json.RawMessage
		if len(c.Request.Listed[name]) == 0 || json.Unmarshal([]byte(args), &keys) != nil {
			continue
		}
		if keys["arguments"] != nil && keys["name"] != nil && !c.Request.Lists(name, "arguments") {
			return false
		}
	}
	return true
}

// writes reports whether the case's damage makes the same text of another answer, at any place.
func (c *Case) writes(other form.Answer) bool {
	ps := c.Form.Write(&other, c.Style)
	whole := form.Join(ps)
	d := byName[c.Damages[0].Kind]
	if d.name == "cut" {
		return false
	}
	for _, e := range d.edits(c.Form, ps) {
		n := len(whole)
		for _, p := range e.insert {
			n += len(p.Text)
		}
		for _, p := range ps[e.at : e.at+e.remove] {
			n -= len(p.Text)
		}
		if n == len(c.Output) && form.Join(e.apply(ps)) == c.Output {
			return true
		}
	}
	return false
}

// neighbors are the answers that differ from the truth in where a value ends: two arguments are one, one is two,
// or a value has a delimiter or newline more or less at an end.
func (c *Case) neighbors() []form.Answer {
	var list []form.Answer
	for i, call := range c.Truth.Calls {
		for j, v := range call.Args.Items {
			if v.Type != form.String {
				continue
			}
			for _, s := range c.edges(v.Text) {
				if s != v.Text {
					list = append(list, c.with(i, j, s, 0))
				}
			}
			if j+1 < len(call.Args.Items) && call.Args.Items[j+1].Type == form.String {
				for _, between := range c.between(call.Args.Keys[j+1]) {
					list = append(list, c.with(i, j, v.Text+between+call.Args.Items[j+1].Text, 1))
				}
			}
		}
	}
	return list
}

// edges are a value with a sign more or less at an end.
func (c *Case) edges(s string) []string {
	signs := []string{"\n", " "}
	if q := c.Form.Spell.Quote; q != "" {
		signs = append(signs, q)
	}
	var list []string
	for _, sign := range signs {
		list = append(list, s+sign, sign+s)
		if t := strings.TrimSuffix(s, sign); t != s {
			list = append(list, t)
		}
		if t := strings.TrimPrefix(s, sign); t != s {
			list = append(list, t)
		}
	}
	if strings.Contains(s, `\`) {
		list = append(list, strings.ReplaceAll(s, `\`, `\\`), strings.ReplaceAll(s, `\\`, `\`),
			strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\"`, `"`).Replace(s))
	}
	return list
}

// between is the text between two strings that are arguments.
func (c *Case) between(key string) []string {
	two := form.Answer{Calls: []form.Call{{Name: "f", Args: form.Value{
		Type: form.Object, Keys: []string{"k", key}, Items: []form.Value{form.Str("\x01"), form.Str("\x01")},
	}}}}
	text := form.Join(c.Form.Write(&two, c.Style))
	mark := "\x01"
	if c.Form.Spell.Escape == form.EscapeJSON {
		mark = `\u0001`
	} else if c.Form.Spell.Escape == form.EscapePython {
		mark = `\x01`
	}
	parts := strings.Split(text, mark)
	if len(parts) < 3 {
		return nil
	}
	return []string{parts[1]}
}

// with is the truth with another text for an argument, and without so many of those after it.
func (c *Case) with(call, arg int, text string, drop int) form.Answer {
	a := c.Truth
	a.Calls = append([]form.Call(nil), a.Calls...)
	args := &a.Calls[call].Args
	items := append([]form.Value(nil), args.Items...)
	items[arg] = form.Str(text)
	keys := append([]string(nil), args.Keys...)
	args.Items = append(items[:arg+1], items[arg+1+drop:]...)
	args.Keys = append(keys[:arg+1], keys[arg+1+drop:]...)
	return a
}

// unbalanced counts the members and brackets in strings that have no opposite: no one means a value that
// ends in the middle of a member.
func unbalanced(a form.Answer) int {
	n := 0
	for _, c := range a.Calls {
		for _, v := range c.Args.Items {
			n += oddSigns(v)
		}
	}
	return n
}

func oddSigns(v form.Value) int {
	n := 0
	for _, item := range v.Items {
		n += oddSigns(item)
	}
	s := v.Text
	if v.Type != form.String {
		return n
	}
	for _, q := range []string{`"`, "'"} {
		n += strings.Count(s, q) % 2
		if strings.HasPrefix(s, q) != strings.HasSuffix(s, q) {
			n++
		}
	}
	for _, pair := range []string{"{}", "[]", "()"} {
		d := strings.Count(s, pair[:1]) - strings.Count(s, pair[1:])
		n += max(d, -d)
	}
	if i := strings.Index(s, `", "`); i >= 0 && strings.Count(s[:i], "{") <= strings.Count(s[:i], "}") {
		n += 2
	}
	if i := strings.Index(s, `', `); i >= 0 && strings.Count(s[:i], "(") <= strings.Count(s[:i], ")") {
		n += 2
	}
	return n
}
