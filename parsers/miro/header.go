package miro

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/internal/match"
)

// maxElement bounds the text of an element before the arguments, in bytes.
const maxElement = 512

// header reads the elements before the arguments of a call.
type header struct {
	at   int // up to here it was read; 0: not started
	seen int // up to here the element has no closer
	name string
}

// Read implements [family.Reader].
func (h *header) Read(c *family.Call) {
	if h.at == 0 {
		h.at = c.Start()
	}
	for {
		h.at += match.SpaceLen(c.Rest(h.at))
		rest := c.Rest(h.at)
		if len(rest) == 0 && !c.Final() {
			return
		}
		switch server, tool, arguments := match.Text("<server_name>", rest, c.Final()), match.Text("<tool_name>", rest, c.Final()),
			match.Text("<arguments>", rest, c.Final()); {
		case server == match.More || tool == match.More || arguments == match.More:
			return
		case server.Yes():
			if _, ok := h.element(c, server.Len(), "</server_name>"); !ok {
				return
			}
		case tool.Yes():
			name, ok := h.element(c, tool.Len(), "</tool_name>")
			if !ok {
				return
			}
			h.name = name
		case h.name == "":
			c.Leave()
			return
		default:
			h.arguments(c, arguments.Len())
			return
		}
	}
}

// element reads an element, n bytes behind the offset up to which the header was read. Its text has no tag. It returns
// false if it takes more of the output, or if this is no element.
func (h *header) element(c *family.Call, n int, closer string) (text string, ok bool) {
	start := h.at + n
	rest := c.Rest(start)
	rest = rest[:min(len(rest), maxElement)]
	from := max(h.seen-start, 0)
	tag := c.IndexAny(rest[from:], "<")
	if tag < 0 {
		if h.seen = start + len(rest); len(rest) == maxElement || c.Final() && h.name == "" {
			c.Leave()
		}
		return "", false
	}
	end := from + tag
	h.seen = start + end
	switch a := match.Text(closer, c.Rest(start+end), c.Final() && h.name == ""); {
	case a.Yes():
		h.at = start + end + len(closer)
		return string(match.TrimWideSpace(nil, rest[:end])), true
	case a == match.No:
		c.Leave()
	}
	return "", false
}

// arguments reads the arguments behind their tag, which is n bytes long; 0: the tag is missing.
func (h *header) arguments(c *family.Call, n int) {
	at := h.at + n
	at += match.SpaceLen(c.Rest(at))
	rest := c.Rest(at)
	switch {
	case len(rest) == 0 && !c.Final():
	case len(rest) > 0 && rest[0] == '{':
		c.Object(h.name, "", at)
	default:
		c.Begin(h.name, "", at)
		c.Fail(at, parsers.ReasonMalformed, "the arguments aren't an object")
	}
}
