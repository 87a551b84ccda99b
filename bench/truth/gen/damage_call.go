package gen

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/bench/form"
)

// callDamages break calls as wholes: their ends, names, keys, and the text around them.
var callDamages = []damage{
	{name: "call_closed_early", edits: closedEarly},
	{name: "name_sign", edits: each(isKind(form.Name), func(p form.Part) []string {
		return []string{">" + p.Text, p.Text + ">", p.Text + ":", "/" + p.Text, p.Text + "(", p.Text + "</function", p.Text + " json", "<" + p.Text, p.Text + "="}
	})},
	{name: "name_spelled", edits: each(isKind(form.Name), func(p form.Part) []string {
		return []string{"functions." + p.Text, `"` + p.Text + `"`, strings.ReplaceAll(p.Text, "_", `\_`), p.Text + "\n", " " + p.Text}
	})},
	{name: "name_twice", edits: otherMember(isKind(form.Name)), hopeless: true},
	{name: "name_again", edits: nameAgain},
	{name: "arguments_twice", edits: argumentsTwice},
	{name: "key_twice", edits: keyTwice, hopeless: true},
	{name: "flat_arguments", edits: flatArguments},
	{name: "header_word", edits: headerWord},
	{name: "text_inside", edits: textInside},
	{name: "text_close", edits: textClose},
	{name: "pair_after", edits: pairAfter},
	{name: "events_interleaved", edits: interleaved},
	{name: "cut", edits: cuts},
}

// closedEarly puts the closers of a call after one of its arguments, before the next.
func closedEarly(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 1; i < len(ps); i++ {
		before, p := ps[i-1], ps[i]
		ends := before.Arg >= 0 && before.Level >= form.InPair && before.Call >= 0 && p.Arg != before.Arg
		begins := p.Arg > 0 && p.Level >= form.InPair && p.Arg != before.Arg
		if !ends && !begins {
			continue
		}
		call := max(p.Call, before.Call)
		more := slices.ContainsFunc(ps[i:], func(q form.Part) bool { return q.Call == call && q.Level >= form.InPair && q.Arg >= 0 })
		if !more {
			continue
		}
		var closers []form.Part
		for _, q := range ps[i:] {
			if q.Call != call || q.Level != form.InCall || !q.Closes || q.Kind == form.Space {
				continue
			}
			closers = append(closers, q)
			list = append(list, edit{at: i, insert: slices.Clone(closers)})
			if q.Kind == form.Marker {
				alone := q
				alone.Text += "\n"
				list = append(list, edit{at: i, insert: []form.Part{q}}, edit{at: i, insert: append(slices.Clone(closers[:len(closers)-1]), alone)})
			}
		}
	}
	return list
}

// otherMember gives a member of the call's object once more, with another value.
func otherMember(is func(form.Part) bool) func(*form.Form, []form.Part) []edit {
	return func(_ *form.Form, ps []form.Part) []edit {
		var list []edit
		for i := 4; i < len(ps); i++ {
			if is(ps[i]) && ps[i-1].Kind == form.Delim && i+1 < len(ps) {
				start := i - 1
				for start > 0 && ps[start].Kind != form.Key {
					start--
				}
				if start == 0 || i-start > 6 {
					continue
				}
				again := slices.Clone(ps[start-1 : i+2])
				again[len(again)-2].Text = inner
				list = append(list, edit{at: start - 1, insert: append(again, form.Part{Kind: form.Punct, Text: ", ", Call: -1, Arg: -1})})
			}
		}
		return list
	}
}

// nameAgain writes the call's object in the place of its arguments.
func nameAgain(f *form.Form, ps []form.Part) []edit {
	if !strings.Contains(f.Call, "$args") {
		return nil
	}
	var list []edit
	name := ""
	for i, p := range ps {
		if p.Kind == form.Name || p.Kind == form.Marker && strings.Contains(p.Text, "=") {
			name = strings.Trim(p.Text[strings.LastIndexAny(p.Text, "=.")+1:], ">")
		} else if named, ok := strings.CutPrefix(p.Text, ">>>"); ok && p.Kind == form.Marker {
			name = named
		} else if named, ok := strings.CutPrefix(p.Text, "functions."); ok && p.Kind == form.Word {
			name = named
		}
		if p.Level != form.InPair || p.Text != "{" || p.Arg >= 0 || name == "" {
			continue
		}
		end := matching(ps, i)
		if end < 0 {
			continue
		}
		before := p
		before.Text = `{"name": "` + name + `", "arguments": `
		list = append(list, edit{at: i, remove: end + 1 - i, insert: append(append([]form.Part{before}, ps[i:end+1]...), ps[end])})
	}
	return list
}

// matching is the place of the bracket that closes the one at i; -1: none.
func matching(ps []form.Part, i int) int {
	depth := 0
	for j := i; j < len(ps); j++ {
		if !isBracket(ps[j]) {
			continue
		}
		if closes(ps[j]) {
			depth--
		} else {
			depth++
		}
		if depth == 0 {
			return j
		}
	}
	return -1
}

// argumentsTwice puts a second key for arguments into a call's object.
func argumentsTwice(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 3; i < len(ps); i++ {
		p := ps[i]
		if p.Level != form.InPair || p.Text != "{" || p.Arg >= 0 {
			continue
		}
		end := matching(ps, i)
		key := i - 1
		for key > 0 && ps[key].Kind != form.Key {
			key--
		}
		if end < 0 || key < 1 || i-key > 5 || ps[key].Level != form.InCall {
			continue
		}
		for _, other := range []string{"parameters", "arguments", "input"} {
			if other != ps[key].Text {
				renamed := slices.Clone(ps[key-1 : i])
				renamed[1].Text = other
				first := ps[key]
				first.Text = `"` + first.Text + `": {}, `
				list = append(list, edit{at: key - 1, remove: i - key + 1, insert: append([]form.Part{first}, renamed...)})
				list = append(list, inserted(key-1, ps[key], form.Word, `"`+other+`": {}, `), inserted(end+1, p, form.Word, `, "`+other+`": {}`))
			}
		}
	}
	return list
}

// keyTwice gives an argument once more, with another value.
func keyTwice(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 1; i < len(ps); i++ {
		p := ps[i]
		if p.Level < form.InPair || p.Arg < 0 || p.Arg == ps[i-1].Arg && p.Call == ps[i-1].Call {
			continue
		}
		end := i
		body := -1
		for end < len(ps) && ps[end].Arg == p.Arg && ps[end].Call == p.Call {
			if ps[end].Kind == form.Body {
				body = end
			}
			end++
		}
		if body < 0 || end == len(ps) || ps[end].Arg < 0 || ps[end].Call != p.Call {
			continue
		}
		again := slices.Clone(ps[i:end])
		again[body-i].Text = "other"
		list = append(list, edit{at: i, insert: again})
	}
	return list
}

// flatArguments drops the key and the braces of the arguments.
func flatArguments(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 3; i < len(ps); i++ {
		if ps[i].Level != form.InPair || ps[i].Text != "{" || ps[i].Arg >= 0 {
			continue
		}
		end := matching(ps, i)
		key := i - 1
		for key > 0 && ps[key].Kind != form.Key {
			key--
		}
		if end > i+1 && key > 0 && i-key <= 5 && ps[key].Level == form.InCall && !onlyArgument(ps[i:end+1]) {
			list = append(list, edit{at: key - 1, remove: end + 2 - key, insert: slices.Clone(ps[i+1 : end])})
		}
	}
	return list
}

// onlyArgument reports whether arguments have one key alone that, next to the name, would be that of the arguments.
func onlyArgument(args []form.Part) bool {
	var keys []string
	for _, p := range args {
		if p.Kind == form.Key && p.Level == form.InPair {
			keys = append(keys, p.Text)
		}
	}
	return len(keys) == 1 && slices.Contains([]string{"parameters", "arguments", "input"}, keys[0])
}

// headerWord puts a word of another kind between a call's name and its arguments.
func headerWord(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 1; i < len(ps); i++ {
		if ps[i].Level == form.InPair && ps[i].Arg < 0 && ps[i].Opens && ps[i].Kind == form.Punct && ps[i-1].Kind != form.Space && ps[i-1].Level == form.InCall {
			for _, word := range []string{"json\n", "json", " ls -R ", "```json\n", "("} {
				list = append(list, inserted(i, ps[i-1], form.Word, word))
			}
		}
	}
	return list
}

// textInside puts words between the arguments and calls.
func textInside(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 1; i < len(ps); i++ {
		if ps[i].Level > form.Outside && ps[i].Kind == form.Marker {
			list = append(list, inserted(i, ps[i], form.Word, " note "), inserted(i, ps[i], form.Word, "and then\n"))
		}
	}
	return list
}

// textClose puts text directly before and after the calls.
func textClose(_ *form.Form, ps []form.Part) []edit {
	first, last := -1, -1
	for i, p := range ps {
		if p.Level > form.Outside {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	if first < 0 {
		return nil
	}
	at := ps[first]
	at.Level = form.Outside
	return []edit{
		inserted(first, at, form.Text, "Now: "), inserted(first, at, form.Text, "I call `"), inserted(first, at, form.Text, "\""),
		inserted(last+1, at, form.Text, " Done."), inserted(last+1, at, form.Text, "`"), inserted(last+1, at, form.Text, "\"}"), inserted(last+1, at, form.Text, "."),
	}
}

// pairAfter moves the last argument of a call behind the call's closers.
func pairAfter(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i := 1; i < len(ps); i++ {
		p := ps[i]
		if p.Level < form.InPair || p.Arg < 1 || p.Arg == ps[i-1].Arg {
			continue
		}
		end := i
		for end < len(ps) && ps[end].Call == p.Call && ps[end].Level >= form.InPair && ps[end].Arg == p.Arg {
			end++
		}
		shut := end
		for shut < len(ps) && ps[shut].Call == p.Call && (ps[shut].Closes || ps[shut].Kind == form.Space) {
			shut++
			list = append(list, edit{at: i, remove: shut - i, insert: append(slices.Clone(ps[end:shut]), ps[i:end]...)})
		}
	}
	return list
}

// interleaved moves the end of an event stream's block behind the start of the next.
func interleaved(f *form.Form, ps []form.Part) []edit {
	if !strings.Contains(f.Call, "index\":$index") {
		return nil
	}
	var list []edit
	for n := 0; ; n++ {
		last, next := lastData(ps, n), lastData(ps, n+1)
		if last < 0 || next < 0 {
			return list
		}
		start := last
		for start < len(ps) && ps[start].Call == n {
			start++
		}
		second := start + 1
		for second < len(ps) && ps[second].Text != "data:" {
			second++
		}
		list = append(list, edit{at: last, remove: second - last, insert: append(slices.Clone(ps[start:second]), ps[last:start]...)})
	}
}

// lastData is the place of the last event of a call; -1: there is no such call.
func lastData(ps []form.Part, call int) int {
	at := -1
	for i, p := range ps {
		if p.Call == call && p.Text == "data:" {
			at = i
		}
	}
	return at
}

// cuts end the text at every byte of its calls.
func cuts(_ *form.Form, ps []form.Part) []edit {
	var list []edit
	for i, p := range ps {
		for n := 1; n <= len(p.Text); n++ {
			if p.Level > form.Outside && runeStart(p.Text, n) == n {
				list = append(list, edit{at: i, cut: n})
			}
		}
	}
	return list
}
