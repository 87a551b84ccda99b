package forms

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// fenceSign is the shortest run with which a fence begins.
var fenceSign = strings.Repeat(string(rune(fence.Code)), 3)

// A fenceHead is the first line of a fence that names a tool: ```tool f, or ```json tool=f.
type fenceHead struct {
	run  fence.Run
	name string
	end  int // of the line
}

// opensFence is Opens for a fence.
func opensFence(b []byte, final bool, tools *parsers.Tools) match.Answer {
	h, a := fenceAt(b, final)
	if !a.Yes() {
		return a
	}
	return match.If(tools == nil || tools.Declared(h.name))
}

// fenceAt is the head of the fence with which b begins.
func fenceAt(b []byte, final bool) (h fenceHead, a match.Answer) {
	h.run = fence.At(b)
	switch {
	case h.run.Len == len(b):
		return h, match.End(final)
	case !h.run.Fences():
		return h, match.No
	}
	i := h.run.Len
	word := nameLen(b[i:])
	sign := byte('=')
	if string(b[i:i+word]) == "tool" {
		sign = ' '
	}
	if i += word; sign != ' ' {
		const attribute = " tool"
		if a = match.Text(attribute, b[i:], final); !a.Yes() {
			return h, a
		}
		i += len(attribute)
	}
	if i == len(b) {
		return h, match.End(final)
	}
	if b[i] != sign {
		return h, match.No
	}
	i++
	n := nameLen(b[i:])
	if h.name = string(b[i : i+n]); i+n < len(b) && n == 0 {
		return h, match.No
	}
	for i += n; i < len(b) && (b[i] == ' ' || b[i] == '\r'); i++ {
	}
	if h.end = i; i == len(b) {
		return h, match.End(final)
	}
	return h, match.If(b[i] == '\n')
}

// fenced reads a fence that names a tool, and has its arguments as an object and nothing else.
func (r *reader) fenced() match.Answer {
	h, a := fenceAt(r.text, r.final)
	if !a.Yes() || !r.env.Declared(h.name) {
		return min(a, match.No)
	}
	from := r.space(h.end)
	to, a := r.objectAt(from)
	if !a.Yes() {
		return a
	}
	i := r.space(to)
	if i == len(r.text) {
		return r.ended(i)
	}
	if r.env.Visits.IndexByte(r.text[to:i], '\n') < 0 {
		return match.No
	}
	if r.text[i] != r.text[0] {
		return match.No
	}
	run := fence.At(r.text[i:])
	end := i + run.Len
	switch {
	case end == len(r.text) && !r.final:
		return match.More
	case !run.Closes(h.run):
		return match.No
	}
	args := r.of(h.name)
	args.object(r.text[from:to])
	r.end = end
	_, a = r.add(FormatFence, args, 0, end)
	return a
}
