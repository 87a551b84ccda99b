package gateway

import (
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// Split says that a new part of the text begins at an offset, in bytes. An API may have the text
// in several parts, with other things between them; what is left of each is then known.
func (t *Text) Split(at int) { t.splits = append(t.splits, at) }

// ends are where the parts of the text end in what is left of it. White space in place of a call
// belongs to the part behind it, so that a part with nothing but a call is empty.
func (t *Text) ends(left string, segments []parsers.Segment) []int {
	if len(t.splits) == 0 {
		return []int{len(left)}
	}
	text := t.String()
	p := parting{joined: t.config.Options.ContentPolicy != parsers.ContentVerbatim}
	for _, s := range segments {
		kept := s.Kind != parsers.SegmentToolCall && s.Kind != parsers.SegmentMarkup
		for i := s.Span.Start; i < s.Span.End; i++ {
			for len(p.ends) < len(t.splits) && t.splits[len(p.ends)] <= i {
				p.end()
			}
			p.see(left, text[i], kept)
		}
	}
	for len(p.ends) < len(t.splits) {
		p.end()
	}
	return append(p.ends, len(left))
}

// A parting goes through a text and, at the same pace, through what is left of it.
type parting struct {
	ends    []int
	joined  bool // white space around calls isn't what it was
	at      int  // in what is left
	solid   int  // behind the last of its bytes that isn't white space
	removed bool // something was removed since
}

// see goes over a byte of the text, which was kept or removed.
func (p *parting) see(left string, b byte, kept bool) {
	if !kept {
		p.removed = true
		return
	}
	n := matched(left[p.at:], b)
	p.at += n
	if n > 0 && strings.IndexByte(jsonedit.Space, b) < 0 {
		p.solid, p.removed = p.at, false
	}
}

// end ends a part.
func (p *parting) end() {
	end := p.at
	if p.removed && p.joined {
		end = p.solid
	}
	if n := len(p.ends); n > 0 {
		end = max(end, p.ends[n-1])
	}
	p.ends = append(p.ends, end)
}

// maxSeparator is the longest white space that is made in place of a call, in bytes.
const maxSeparator = len("\n\n")

// matched is how many bytes, from the start of what is left, a byte of the text accounts for.
// White space may have been left out, and a separator made.
func matched(left string, b byte) int {
	for made := 0; made <= maxSeparator && made < len(left); made++ {
		if left[made] == b {
			return made + 1
		}
		if !strings.Contains(jsonedit.Space, left[made:made+1]) {
			break
		}
	}
	return 0
}
