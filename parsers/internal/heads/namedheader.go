package heads

import (
	"bytes"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/failure"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
)

// A Header reads the headers of Named calls in a way that no table can describe.
type Header struct {
	// Of is the format of the calls.
	Of string
	// Read finds the tool in a header, which has no white space around it.
	Read func(header string, tools *parsers.Tools) NamedHeader
}

// A NamedHeader is what the header of a call says.
type NamedHeader struct {
	Name string
	// Repair is what the name needed, if it isn't written as the format asks for.
	Repair parsers.RepairKind
	// Malformed says why the header names no tool.
	Malformed string
	// Resolve, if set, finds the tool by the arguments, as in object.Header.
	Resolve func(e *place.Around, arguments []byte) (name string, free bool)
}

// maxHeader bounds a header, in bytes.
const maxHeader = 512

// readHeader finds the name in a trimmed header.
func (t *namedTable) readHeader(hd *Heads, text string) NamedHeader {
	if t.header != nil {
		return t.header.Read(text, hd.Cur.Config.Tools)
	}
	name, kind := text, parsers.RepairKind(0)
	if !names.Plain([]byte(text)) {
		var found []byte
		found, kind = names.True(hd.Cur.Visits, hd.Cur.Config, []byte(text))
		name = string(found)
	}
	if !names.Valid(hd.Cur.Config.Tools, []byte(name)) || name == t.Shell.Type && !hd.Cur.Declared(name) {
		return NamedHeader{Malformed: "the header names no tool"}
	}
	if names.Damaged(hd.Cur.Config.Tools, []byte(name)) {
		return NamedHeader{Name: name, Malformed: "the header names no tool"}
	}
	return NamedHeader{Name: name, Repair: kind}
}

// header reads up to the token that ends the header. A header that can't be one
// is reported, and ends the candidate.
func (c *namedCall) header(hd *Heads) (more, done bool) {
	for ; ; c.scan++ {
		hd.Cur.Visits.Add(1)
		rest := hd.Cur.Rest(c.scan)
		if len(rest) == 0 {
			if !hd.Cur.Final {
				return true, false
			}
			return c.fail(hd, c.scan, "", failure.CutOff)
		}
		switch b := rest[0]; {
		case hd.Marks.Triggers.Tags[b]:
			m, n := hd.Around.TokenAt(c.scan)
			if n == match.More {
				return true, false
			}
			if n.Yes() {
				return c.headerEnds(hd, m, int(n))
			}
			if hd.Marks.CutAt(c.scan) {
				return c.fail(hd, hd.Cur.Window.End(), "", failure.CutOff)
			}
			fallthrough
		default:
			if !c.inText {
				c.text = c.scan
			}
			if c.gap && !c.spaced(hd) || c.scan-c.start > maxHeader {
				return c.fail(hd, c.scan, "", "the call has no header")
			}
			c.gap, c.inText = false, true
			c.scan += c.word(hd, rest[1:])
		case b == ' ' || b == '\n' || b == '\t' || b == '\r':
			c.gap = c.inText
		}
	}
}

// spaced reports whether the header up to the position may be a declared name with white
// space in it, or the beginning of one.
func (c *namedCall) spaced(hd *Heads) bool {
	spaced := hd.Cur.Config.Tools.Spaced()
	if len(spaced) == 0 {
		return false
	}
	return names.MayBeSpaced(spaced, bytes.TrimPrefix(hd.Cur.Slice(c.text, c.scan), []byte(names.Prefix)))
}

// word is how many bytes follow that only make the header longer.
func (c *namedCall) word(hd *Heads, rest []byte) int {
	longest := max(c.start+maxHeader-c.scan, 0)
	n := bytetable.Index(rest[:min(len(rest), longest)], 0, &hd.Marks.Triggers.Header)
	hd.Cur.Visits.Add(n)
	return n
}

// headerEnds goes on behind the header, if the marker at the position ends one.
func (c *namedCall) headerEnds(hd *Heads, m *marks.Marker, n int) (more, done bool) {
	end := c.scan + n
	switch {
	case m.Part == marks.IDPart && c.tag.ID == "" && c.idEnd == 0:
		c.tag.ID = c.headerText(hd, c.scan)
		c.begin, c.scan, c.idEnd = end, end, end
		c.gap, c.inText = false, false
		return false, false
	case m.Part != marks.SeparatorPart:
		text := c.headerText(hd, c.scan)
		if m.Part != marks.EndPart {
			end = c.scan
		}
		return c.fail(hd, end, text, "the call has no arguments")
	case m.Wrong:
		c.tag.Note(parsers.RepairMissingMarker, c.scan)
	}
	c.headerEnd, c.scan = c.scan, end
	c.phase = behindHeader
	return false, false
}

// behindHeader finds out where the name is, by what follows the separator.
func (c *namedCall) behindHeader(hd *Heads) (more bool) {
	if c.t.Shell.Type != "" {
		if hd.Cur.Pass(&c.scan) {
			return true
		}
		switch named, more := c.nameFollows(hd, c.scan); {
		case more:
			return true
		case named:
			c.nameAt, c.phase = c.scan, inNameLine
			return false
		}
	}
	c.named(hd, c.headerText(hd, c.headerEnd), c.begin)
	return false
}

// nameFollows reports whether the name is at offset at: arguments, a fence and markers
// aren't the name.
func (c *namedCall) nameFollows(hd *Heads, at int) (yes, more bool) {
	rest := hd.Cur.Rest(at)
	if len(rest) == 0 {
		return false, false
	}
	switch c := rest[0]; {
	case c == '{' || c == '[' || c == '"' || fence.Begins[c]:
		return false, false
	case hd.Marks.Triggers.Tags[c]:
		_, n := hd.Marks.MarkerAt(at)
		return n == match.No, n == match.More
	}
	return true, false
}

// nameLine reads the name behind the separator. The name reaches up to the end of the
// line, the arguments, a fence or a marker.
func (c *namedCall) nameLine(hd *Heads) (more bool) {
	for ; c.scan-c.nameAt < maxHeader; c.scan++ {
		hd.Cur.Visits.Add(1)
		rest := hd.Cur.Rest(c.scan)
		if len(rest) == 0 {
			if !hd.Cur.Final {
				return true
			}
			break
		}
		if hd.Marks.Triggers.Tags[rest[0]] {
			_, n := hd.Marks.MarkerAt(c.scan)
			if n == match.More {
				return true
			}
			if n.Yes() {
				break
			}
		}
		if rest[0] == '\n' || rest[0] == '{' || rest[0] == fence.Code {
			break
		}
	}
	c.named(hd, string(match.TrimWideSpace(hd.Cur.Visits, hd.Cur.Slice(c.nameAt, c.scan))), c.nameAt)
	return false
}

// named takes the name from the text at offset at.
func (c *namedCall) named(hd *Heads, text string, at int) {
	h := c.t.readHeader(hd, text)
	c.tag.Name, c.tag.NameAt = h.Name, at
	c.tag.Malformed, c.tag.Resolve = h.Malformed, h.Resolve
	if c.t.ID == grammar.IDIsHeader {
		c.tag.ID = text
	}
	c.tag.Note(h.Repair, at)
	c.phase = beforeArguments
}

// headerText is the header, without the white space around it.
func (c *namedCall) headerText(hd *Heads, end int) string {
	text := match.TrimWideSpace(hd.Cur.Visits, hd.Cur.Slice(c.begin, end))
	if c.t.header != nil { // each header has another index, so there is nothing to intern
		return string(text)
	}
	return hd.Cur.Intern(text)
}

// fail reports a call that failed in its header, up to end.
func (c *namedCall) fail(hd *Heads, end int, text, message string) (more, done bool) {
	h := c.t.readHeader(hd, text)
	hd.Cur.Seek(end)
	invalid := parsers.Invalid{Name: h.Name, Format: c.t.Format, Message: message}
	if c.t.ID == grammar.IDIsHeader {
		invalid.ID = text
	}
	hd.failed(end, invalid)
	return false, true
}
