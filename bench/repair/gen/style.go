package gen

import (
	"strings"

	"github.com/toolparser/toolparser/bench/quote"
)

// A style says how the tokens of a call are spaced.
type style struct {
	name string
	// indent is what a level is indented by; empty for one line.
	indent string
	// comma and colon are what follows these on one line.
	comma, colon string
	// ascii escapes what isn't ASCII.
	ascii bool
}

var styles = []style{
	{name: "compact"},
	{name: "python", comma: " ", colon: " "},
	{name: "pretty2", indent: "  ", colon: " "},
	{name: "pretty4", indent: "    ", colon: " "},
	{name: "tabs", indent: "\t", colon: " "},
	{name: "python_ascii", comma: " ", colon: " ", ascii: true},
}

var pythonStyle = styles[1]

// render spaces the tokens of n.
func (st style) render(n node) []token {
	var out []token
	level := 0
	line := func() {
		if st.indent != "" {
			out = append(out, token{kind: space, text: "\n" + strings.Repeat(st.indent, level)})
		}
	}
	ts := n.append(nil)
	for i, t := range ts {
		empty := i > 0 && ts[i-1].opens() && t.closes()
		if t.closes() {
			level--
			if !empty {
				line()
			}
		} else if i > 0 && ts[i-1].opens() {
			line()
		}
		if st.ascii && t.kind == str {
			t.write = quote.ASCII
		}
		out = append(out, t)
		switch t.kind {
		case openObject, openArray:
			level++
		case comma:
			if st.indent != "" {
				line()
			} else if st.comma != "" {
				out = append(out, token{kind: space, text: st.comma})
			}
		case colon:
			if st.colon != "" {
				out = append(out, token{kind: space, text: st.colon})
			}
		}
	}
	return out
}
