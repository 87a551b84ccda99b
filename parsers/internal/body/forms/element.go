package forms

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/leaks"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

var (
	// wrappers are elements around calls, and naming are elements whose attribute names the tool.
	wrappers = []string{"tool_call", "tool_calls", "tool_use", "toolcall", "toolcalls", "function_call", "function_calls", "use_tool", "tool", "functioncall"}
	naming   = []string{"invoke", "function", "tool", "tool_call", "tool_use", "function_call", "call", "call_record", "use_tool"}
	// nameTags and argumentTags are elements with the name and the arguments.
	nameTags     = []string{"name", "tool_name", "function_name"}
	argumentTags = []string{"parameters", "arguments", "args", "input", "params"}
)

// Opens reports whether a form may begin at the start of b, which begins a line or is behind a tag.
func Opens(b []byte, final bool, tools *parsers.Tools) match.Answer {
	switch b[0] {
	case '{':
		return opensKeyed(b, final, tools)
	case '[':
		if a := opensRecord(b, final); a != match.No {
			return a
		}
		if a := opensRequest(b, final, tools); a != match.No {
			return a
		}
		return opensKeyed(b, final, tools)
	case TagOpens:
		return opensElement(b, final, tools)
	case LinesOpen[0], LinesOpen[1]:
		return opensRecord(b, final)
	}
	if fence.Begins[b[0]] {
		return opensFence(b, final, tools)
	}
	return match.No
}

// opensElement is Opens for an element.
func opensElement(b []byte, final bool, tools *parsers.Tools) match.Answer {
	i, more := prefixLen(b[1:])
	if i++; more {
		return match.End(final)
	}
	n := nameLen(b[i:])
	switch {
	case i+n == len(b) && tools != nil && !mayBeAround(b[i:]) && (i > 1 || !tools.Begins(string(b[i:]))):
		return match.No
	case i+n == len(b):
		return match.End(final)
	case n == 0:
		return match.No
	}
	word := b[i : i+n]
	if c := b[i+n]; c != '>' && c != '/' && !match.IsSpace(c) {
		return match.No
	}
	if around(string(word)) {
		return 1
	}
	if i > 1 || leaks.Ordinary(string(word)) {
		return match.No
	}
	return match.If(tools.Declared(string(word)))
}

// around reports whether an element of this word is around a call, or names a tool in an attribute.
func around(word string) bool {
	return slices.Contains(wrappers, word) || slices.Contains(naming, word)
}

// mayBeAround reports whether such a word begins like this.
func mayBeAround(word []byte) bool {
	begins := func(whole string) bool { return strings.HasPrefix(whole, string(word)) }
	return slices.ContainsFunc(wrappers, begins) || slices.ContainsFunc(naming, begins)
}

// prefixes may be before the word of a wrapper.
var prefixes = []string{"|DSML|", "｜DSML｜"}

// prefixLen is the length of the prefix with which b begins; more: more bytes must tell.
func prefixLen(b []byte) (n int, more bool) {
	for _, p := range prefixes {
		switch a := match.Text(p, b, false); {
		case a.Yes():
			return a.Len(), false
		case a == match.More:
			return 0, true
		}
	}
	return 0, false
}

// element reads the element with which the text begins.
func (r *reader) element() match.Answer {
	prefix, more := prefixLen(r.text[1:])
	if more {
		return match.End(r.final)
	}
	if prefix == 0 {
		if end, a := r.call(0, false); a != match.No {
			r.end = end
			return a
		}
	}
	return r.wrapper(prefix)
}

// wrapper reads the element as one around calls. Its word is behind a prefix.
func (r *reader) wrapper(prefix int) match.Answer {
	b := r.text[1+prefix:]
	n := nameLen(b)
	word := string(b[:n])
	if n == len(b) {
		return match.End(r.final)
	}
	if !slices.Contains(wrappers, word) {
		return match.No
	}
	if end, a := r.aroundObject(1+prefix+n, word); a != match.No {
		r.end = end
		return a
	}
	if b[n] != '>' {
		return match.No
	}
	closer := string(r.text[1:1+prefix]) + word
	i := 1 + prefix + n + 1
	for first := true; ; first = false {
		i = r.space(i)
		end, a := r.closeTag(i, closer)
		if a.Yes() && !first {
			r.end = end
			return 1
		}
		if a == match.More {
			return a
		}
		if first {
			if end, a = r.named(i); a.Yes() {
				i = end
				continue
			} else if a == match.More {
				return a
			}
		}
		if i, a = r.call(i, true); !a.Yes() {
			return a
		}
	}
}

// aroundObject reads an object that is a call in a tag, whose word ends at index i: <functioncall {…}>. Of a word
// that no family has, the object may also be between the tags.
func (r *reader) aroundObject(i int, word string) (end int, a match.Answer) {
	between := r.text[i] == '>' && word == "functioncall"
	if between {
		i++
	} else if !match.IsSpace(r.text[i]) {
		return 0, match.No
	}
	from := r.space(i)
	to, a := r.objectAt(from)
	if !a.Yes() {
		return 0, a
	}
	name, arguments := objectCall(r.text[from:to])
	r.look(from, to-from)
	if !r.env.Declared(name) {
		return 0, match.No
	}
	end = r.space(to)
	switch {
	case between:
		if end, a = r.closeTag(end, word); !a.Yes() {
			return 0, a
		}
	case end == len(r.text) || r.text[end] != '>':
		return 0, r.ended(end)
	default:
		end++
	}
	args := r.of(name)
	args.object(arguments)
	return r.add(FormatElement, args, 0, end)
}

// objectCall returns the name and the arguments in an object that has nothing else.
func objectCall(text []byte) (name string, arguments []byte) {
	var members map[string]json.RawMessage
	if json.Unmarshal(text, &members) != nil || len(members) != 2 || json.Unmarshal(members["name"], &name) != nil {
		return "", nil
	}
	for _, key := range argumentTags {
		if value, ok := members[key]; ok {
			return name, value
		}
	}
	return "", nil
}

// named reads an element with a tool's name, and one with its arguments, at index i.
func (r *reader) named(i int) (end int, a match.Answer) {
	start := i
	t, a := r.openTag(i)
	if !a.Yes() || t.closed || !slices.Contains(nameTags, t.name) {
		return 0, min(a, match.No)
	}
	n := r.env.Visits.IndexByte(r.text[t.end:min(len(r.text), t.end+mostName)], TagOpens)
	if r.look(t.end, min(mostName, len(r.text)-t.end)); n < 0 {
		if len(r.text)-t.end >= mostName {
			return 0, match.No
		}
		return 0, match.End(r.final)
	}
	name := strings.TrimSpace(string(r.text[t.end : t.end+n]))
	if !r.env.Declared(name) {
		return 0, match.No
	}
	if i, a = r.closeTag(t.end+n, t.name); !a.Yes() {
		return 0, a
	}
	if t, a = r.openTag(r.space(i)); !a.Yes() || t.closed || !slices.Contains(argumentTags, t.name) {
		return 0, min(a, match.No)
	}
	from := r.space(t.end)
	to, a := r.objectAt(from)
	if !a.Yes() {
		return 0, a
	}
	if end, a = r.closeTag(r.space(to), t.name); !a.Yes() {
		return 0, a
	}
	args := r.of(name)
	args.object(r.text[from:to])
	return r.add(FormatElement, args, start, end)
}

// call reads the element at index i as a call: its word, or its attribute, is the tool's name.
func (r *reader) call(i int, wrapped bool) (end int, a match.Answer) {
	t, a := r.openTag(i)
	if !a.Yes() {
		return 0, a
	}
	name, format := t.name, FormatTag
	if slices.Contains(naming, t.name) {
		key := "name"
		if _, ok := t.get(key); !ok {
			key = "tool"
		}
		if of, ok := t.get(key); ok {
			name, format = of, FormatInvoke
			t.attrs = slices.DeleteFunc(t.attrs, func(a attr) bool { return a.key == key })
		}
	}
	if !r.env.Declared(name) || format == FormatTag && (leaks.Ordinary(name) || around(name)) {
		return 0, match.No
	}
	args := r.of(name)
	if text, ok := t.get("arguments", "args", "parameters", "input"); ok && len(t.attrs) == 1 && strings.HasPrefix(strings.TrimSpace(text), "{") {
		args.object([]byte(text))
	} else {
		for _, at := range t.attrs {
			args.add(at.key, []byte(at.value))
		}
	}
	switch end = t.end; {
	case args.wrong:
		return 0, match.No
	case !t.closed:
		if end, a = r.inner(&t, args, wrapped); !a.Yes() {
			return 0, a
		}
	}
	return r.add(format, args, i, end)
}

// inner reads what is in the element: its arguments, up to its closing tag.
func (r *reader) inner(t *tag, args *arguments, wrapped bool) (end int, a match.Answer) {
	i := r.space(t.end)
	if i < len(r.text) && r.text[i] == '{' && len(args.keys) == 0 {
		if end, a = r.objectAt(i); !a.Yes() {
			return 0, a
		}
		args.object(r.text[i:end])
		return r.closeTag(r.space(end), t.name)
	}
	for {
		if end, a = r.closeTag(i, t.name); a.Yes() || a == match.More {
			return end, a
		}
		child, a := r.openTag(i)
		if a.Yes() {
			child.key = child.name
			if key, ok := child.get("name"); ok && parameter(&child, t) && len(child.attrs) == 1 {
				child.key, child.attrs = key, nil
			}
		}
		if !a.Yes() || child.closed || len(child.attrs) > 0 || !args.names(child.key) {
			if wrapped && len(args.keys) == 0 && i < len(r.text) && r.text[i] != TagOpens {
				return r.only(t, args)
			}
			return 0, min(a, match.No)
		}
		if i, a = r.value(&child, t, args); !a.Yes() {
			return 0, a
		}
	}
}

// parameter reports whether the element may be an argument, named in an attribute: it is in one that names the tool so, too.
func parameter(t, in *tag) bool { return t.name == "parameter" && slices.Contains(naming, in.name) }

// only reads the text in the element as the tool's only argument.
func (r *reader) only(t *tag, args *arguments) (end int, a match.Answer) {
	key := args.onlyText()
	if key == "" {
		return 0, match.No
	}
	at := r.index(t.end, "</"+t.name)
	if at < 0 {
		return 0, match.End(r.final)
	}
	if end, a = r.closeTag(at, t.name); a.Yes() {
		args.add(key, r.env.Visits.TrimSpace(r.text[t.end:at]))
	}
	return end, a
}

// value reads the value of an argument, up to the closing tag behind which another argument begins, or the call
// ends. It returns where the next one begins.
func (r *reader) value(child, of *tag, args *arguments) (next int, a match.Answer) {
	closer := "</" + child.name
	for from := child.end; ; {
		at := r.index(from, closer)
		if at < 0 {
			return 0, match.End(r.final)
		}
		end, a := r.closeTag(at, child.name)
		if a == match.More {
			return 0, a
		}
		if from = at + len(closer); !a.Yes() {
			continue
		}
		next = r.space(end)
		if next == len(r.text) {
			return 0, match.End(r.final)
		}
		_, a = r.closeTag(next, of.name)
		if a == match.No {
			var t tag
			if t, a = r.openTag(next); a.Yes() && !args.names(t.name) && !parameter(&t, of) {
				a = match.No
			}
		}
		switch {
		case a == match.More:
			return 0, a
		case a.Yes():
			args.add(child.key, lines(r.text[child.end:at]))
			if args.wrong {
				return 0, match.No
			}
			return next, 1
		}
	}
}

// lines is a value without the newlines that are next to its tags.
func lines(text []byte) []byte {
	text = bytes.TrimPrefix(bytes.TrimPrefix(text, []byte("\r")), []byte("\n"))
	return bytes.TrimSuffix(bytes.TrimSuffix(text, []byte("\n")), []byte("\r"))
}
