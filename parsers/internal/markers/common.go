package markers

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// Common is where calls in the common formats may begin, in the text of a family that has formats of its own.
// It only rules out: what may begin is read by a parser of the common formats.
type Common struct {
	Plain, Lines Stops             // of the family, with the bytes that common formats begin with
	LineWatched  bytetable.Watched // of a line's start
	lineBegin    [256]bool
	seconds      [256]*[256]bool
	lineSeconds  [256]*[256]bool

	openers    [256][]*Marker // of the common formats, by their first bytes
	prefilters [256]*prefilter
	shape      *grammar.Shape // of objects in text
	forms      [256]bool      // the bytes that these begin with
	form       FormOpener     // of forms that belong to no model; nil: there are none
}

// A FormOpener reports whether a call in a form that belongs to no model may begin at the start of b.
type FormOpener func(b []byte, final bool, tools *parsers.Tools) match.Answer

// mostOpener is how many bytes of an opener are looked at. A longer one is read by the parser of the common formats.
const mostOpener = 24

// mostKey bounds the first key of an object, and mostSpace the white space before it, in bytes.
const (
	mostKey   = 32
	mostSpace = 32
)

// BeginsForm reports whether such a call may begin with the byte.
func (co *Common) BeginsForm(c byte) bool { return co.forms[c] }

// NewCommon is where calls of the table g may begin, whose triggers are common, in the text of a family whose triggers
// are own. form finds the forms of the table that belong to no model, whose marker has the opener.
func NewCommon(own, common *Triggers, g *grammar.Grammar, form FormOpener, opener int) *Common {
	co := &Common{Plain: own.Plain, Lines: own.Lines, seconds: own.seconds, shape: g.JSON, form: form}
	for c := range common.begin {
		for _, m := range common.begin[c] {
			if m.Opens() && (form == nil || m.Opener != opener) && m.Word == NoWord && !m.Hidden && m.Frame == NoFramePart && !m.Framed && !match.IsLetter(m.First) {
				co.openers[c] = append(co.openers[c], m)
			}
		}
		co.prefilters[c] = newPrefilter(byte(c), co.openers[c])
	}
	co.Plain.own, co.Lines.own = &own.Plain, &own.Lines
	co.addStops(own)
	return co
}

// addStops adds the bytes at which text stops.
func (co *Common) addStops(own *Triggers) {
	var starts [256]bool
	for c := range co.openers {
		starts[c] = len(co.openers[c]) > 0
	}
	if co.shape != nil {
		starts['{'], starts['['] = true, true
	}
	for c := range co.forms {
		co.forms[c] = co.form != nil && co.form([]byte{byte(c)}, false, nil) != match.No
		starts[c] = starts[c] || co.forms[c] && !fence.Begins[c] // text stops at runs anyway
	}
	for c, in := range starts {
		switch {
		case !in:
		case !own.Plain.In[c]:
			co.seconds[c] = co.secondsOf(byte(c))
		case co.seconds[c] != nil:
			co.seconds[c] = joined(co.seconds[c], co.secondsOf(byte(c)))
		}
		co.Plain.In[c] = co.Plain.In[c] || in
		co.Lines.In[c] = co.Lines.In[c] || in
	}
	for _, s := range []*Stops{&co.Plain, &co.Lines} {
		s.look(&co.seconds)
		s.passCode()
		s.Few, s.Common = own.fewIn(&s.In), co
	}
	co.lineBegin, co.lineSeconds = co.Plain.In, co.seconds
	if own.Line != nil {
		co.lineBegin[own.Line.First], co.lineSeconds[own.Line.First] = true, nil
	}
	co.LineWatched = bytetable.Watched{First: &co.lineBegin, Second: &co.lineSeconds}
}

// secondsOf are the bytes that may be behind the first byte of an opener.
func (co *Common) secondsOf(c byte) *[256]bool {
	seconds := new([256]bool)
	if c == '{' || c == '[' {
		for _, d := range []byte("\"' \t\r\n{[") {
			seconds[d] = true
		}
	}
	for d := range seconds {
		b := []byte{c, byte(d)}
		seconds[d] = seconds[d] || co.form != nil && co.form(b, false, nil) != match.No
	}
	for _, m := range co.openers[c] {
		behind := m.behind(c)
		if behind == nil {
			return nil
		}
		for d, may := range behind {
			seconds[d] = seconds[d] || may
		}
	}
	return seconds
}

func joined(a, b *[256]bool) *[256]bool {
	if b == nil {
		return nil
	}
	all := *a
	for c, in := range b {
		all[c] = all[c] || in
	}
	return &all
}

// Opens reports whether a call in a common format may begin at the start of b. own are the shapes of the family's
// own objects in text, which the family reads; nil: there are none.
func (co *Common) Opens(v *work.Counter, b []byte, final bool, own ...*grammar.Shape) match.Answer {
	switch c := b[0]; {
	case fence.Begins[c]:
		return co.opensFence(b, final, own...)
	case c == '{' || c == '[':
		if a := co.opensObject(b, final, own...); a != match.No {
			return a
		}
	}
	return co.opensMarker(v, b, final)
}

// OpensForm reports whether a call in a form that belongs to no model may begin at the start of b.
func (co *Common) OpensForm(b []byte, final bool, tools *parsers.Tools) match.Answer {
	if !co.forms[b[0]] {
		return match.No
	}
	return co.form(b, final, tools)
}

// opensMarker reports whether an opener may be at the start of b.
func (co *Common) opensMarker(v *work.Counter, b []byte, final bool) match.Answer {
	list := co.prefilters[b[0]].of(b)
	if len(list) == 0 {
		return match.No
	}
	answer, clipped, over := match.No, b[:min(len(b), mostOpener)], final && len(b) < mostOpener
	v.Add(len(clipped))
	for _, i := range list {
		m := co.openers[b[0]][i]
		var a match.Answer
		switch {
		case m.found.text != "":
			a = match.Text(m.found.text, clipped, over)
		case m.found.second.rulesOut(b):
			continue
		case m.found.probe != nil:
			a = m.found.probe(v, clipped, over)
		default:
			a = m.Compare(v, clipped, over)
		}
		if a.Yes() {
			return a
		}
		if a == match.More {
			answer = a
		}
	}
	if answer == match.More && len(b) >= mostOpener {
		return 1
	}
	return answer
}

// opensFence reports whether b may begin a fence whose body is JSON that may be a call.
func (co *Common) opensFence(b []byte, final bool, own ...*grammar.Shape) match.Answer {
	run := fence.At(b)
	if run.Len == len(b) {
		return match.End(final)
	}
	if !run.Fences() {
		return match.No
	}
	rest := b[run.Len:]
	label := match.WordLen(rest)
	if cut := label == len(rest) && !final; !isLabel(string(rest[:label]), cut) {
		return match.No
	}
	rest = rest[label:]
	n := match.SpaceLen(rest[:min(len(rest), mostSpace)])
	if n == len(rest) {
		return match.End(final)
	}
	for _, c := range rest[:n] {
		if c == '\n' {
			return co.opensObject(rest[n:], final, own...)
		}
	}
	return match.No
}

// labels are those of fences of calls. Other fences hold code.
var labels = []string{"", "json", "jsonc", "json5", "tool", "tools", "tool_call", "tool_calls", "tool_code", "tool_use", "function", "function_call"}

// isLabel reports whether the word is such a label; cut: or the beginning of one.
func isLabel(word string, cut bool) bool {
	return slices.ContainsFunc(labels, func(label string) bool {
		return strings.EqualFold(word, label) || cut && len(word) < len(label) && strings.EqualFold(word, label[:len(word)])
	})
}

// opensObject reports whether b may begin an object that is a call, or a list of them, and that isn't the family's own: its first
// key decides.
func (co *Common) opensObject(b []byte, final bool, own ...*grammar.Shape) match.Answer {
	if co.shape == nil {
		return match.No
	}
	i, open := 0, b[0]
	if open != '{' && open != '[' {
		return match.No
	}
	for i++; open == '['; i++ {
		i += match.SpaceLen(b[i:min(len(b), i+mostSpace)])
		if i == len(b) {
			return match.End(final)
		}
		if open = b[i]; open != '{' {
			return match.No
		}
	}
	i += match.SpaceLen(b[i:min(len(b), i+mostSpace)])
	if i == len(b) {
		return match.End(final)
	}
	quote := b[i]
	if quote != '"' && quote != '\'' {
		return match.No
	}
	key, a := quotedWord(b[i:], final)
	if !a.Yes() {
		return a
	}
	has := func(shape *grammar.Shape) bool { return shape != nil && shape.Field(key) != nil }
	if !has(co.shape) {
		return match.No
	}
	at := slices.IndexFunc(own, has)
	if at < 0 {
		return 1
	}
	if own[at].Field([]byte("arguments")) != nil {
		return match.No
	}
	return co.secondKey(b[i+a.Len():], final, own[at])
}

// secondKey reports whether b, which is behind an object's first key, has a string and another key, which own doesn't have. own has
// the keys of a vendor.
func (co *Common) secondKey(b []byte, final bool, own *grammar.Shape) match.Answer {
	i := 0
	for _, c := range []byte{':', '"', ',', '"'} {
		n := match.SpaceLen(b[i:min(len(b), i+mostSpace)])
		if i += n; i == len(b) {
			return match.End(final)
		}
		if b[i] != c {
			return match.No
		}
		if c != '"' {
			i++
			continue
		}
		word, a := quotedWord(b[i:], final)
		if !a.Yes() {
			return a
		}
		if i += a.Len(); i > 0 && own.Field(word) == nil && co.shape.Field(word) != nil && co.shape.Field(word).Arguments != 0 {
			return 1
		}
	}
	return match.No
}

// quotedWord is the short text in the quotes that b begins with. The answer's length includes the quotes.
func quotedWord(b []byte, final bool) (word []byte, a match.Answer) {
	word = b[1:min(len(b), 1+mostKey)]
	for n, c := range word {
		if c == b[0] {
			return word[:n], match.Answer(n + 2)
		}
	}
	if len(word) == mostKey {
		return nil, match.No
	}
	return nil, match.End(final)
}
