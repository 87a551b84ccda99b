package heads

import (
	"bytes"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/marks"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/visit"
)

const (
	functionTag    = "<function="
	attributeBegin = `<function name="`
	functionEnd    = "</function>"
)

// functionTagMarkers are the markers of calls in <function=NAME>{…}</function>.
func functionTagMarkers(format string) []Opening {
	if format == "" {
		return nil
	}
	return []Opening{
		{marks.Marker{First: '<', Look: matchFunctionTag, Begins: true, Formats: []string{format}, Plain: true}, openFunctionTag(format)},
		{marks.Marker{Text: functionEnd, Ends: place.EndsArguments, Plain: true}, leave},
	}
}

// maxName bounds a name in a tag, in bytes: what is longer is text.
const maxName = 256

const (
	// nameEnds are the bytes that end a name in a tag; only '>' is right.
	nameEnds = "> \t\r\n,=({"
	// fillers may be between the name and the JSON of a damaged tag.
	fillers    = "> \t\r\n,=("
	maxFillers = 16
)

// matchFunctionTag matches <function=NAME>, or a damaged one up to its JSON.
func matchFunctionTag(ms *marks.Marks, b []byte, final bool) match.Answer {
	tools := ms.Cur.Config.Tools
	a := match.Text(functionTag, b, final)
	if a == match.No {
		return matchAttributeTag(ms.Cur.Visits, tools, b, final)
	}
	if !a.Yes() {
		return a
	}
	n := int(a)
	name := b[n:min(len(b), n+maxName+1)]
	end := ms.Cur.Visits.IndexAny(name, nameEnds)
	switch a = names.Spaced(tools.Spaced(), name, final || len(name) > maxName); {
	case a == match.More:
		return a
	case a.Yes() && a.Len() < len(name) && strings.IndexByte(nameEnds, name[a]) >= 0:
		end = a.Len()
	}
	if end < 0 {
		if final || len(name) > maxName {
			return match.No
		}
		name = trimPartialRune(ms.Cur.Visits, name)
		if len(name) > 0 && !names.Begins(name) {
			return match.No
		}
		return match.More
	}
	if !names.Written(tools, name[:end]) {
		return match.No
	}
	n += end
	if b[n] == '>' {
		return match.Answer(n + 1)
	}
	rest := b[n:min(len(b), n+maxFillers+1)]
	filled := len(rest) - len(ms.Cur.Visits.TrimLeft(rest, fillers))
	switch {
	case filled == len(rest) && filled <= maxFillers && !final:
		return match.More
	case filled == len(rest) || rest[filled] != '{':
		return match.No
	}
	return match.Answer(n + filled)
}

// matchAttributeTag matches <function name="NAME"> up to its JSON.
func matchAttributeTag(v *visit.Count, tools *parsers.Tools, b []byte, final bool) match.Answer {
	_, _, a := attributeTag(v, tools, b, final)
	if !a.Yes() {
		return a
	}
	rest := b[a:min(len(b), a.Len()+maxFillers+1)]
	filled := len(rest) - len(v.TrimLeft(rest, " \t\r\n"))
	switch {
	case filled == len(rest) && filled <= maxFillers:
		return match.End(final)
	case filled == len(rest) || rest[filled] != '{':
		return match.No
	}
	return a.Plus(filled)
}

// attributeTag matches <function name="NAME">; the name is at offset at.
func attributeTag(v *visit.Count, tools *parsers.Tools, b []byte, final bool) (name []byte, at int, n match.Answer) {
	n = match.Text(attributeBegin, b, final)
	if !n.Yes() {
		return nil, 0, n
	}
	at = n.Len()
	name = b[at:min(len(b), at+maxName)]
	switch end := v.IndexByte(name, '"'); {
	case end < 0 && len(name) < maxName:
		return nil, 0, match.End(final)
	case end < 0 || !names.Written(tools, name[:end]):
		return nil, 0, match.No
	default:
		return name[:end], at, match.Text(">", b[at+end+1:], final).Plus(at + end + 1)
	}
}

// trimPartialRune drops the bytes of a code point that is cut off.
func trimPartialRune(v *visit.Count, b []byte) []byte {
	return v.TrimRightFunc(b, func(r rune) bool { return r == '\uFFFD' })
}

// openFunctionTag opens a call in a function tag.
func openFunctionTag(format string) func(hd *Heads, at int) Candidate {
	return func(hd *Heads, at int) Candidate { return functionTagAt(hd, format, at) }
}

func functionTagAt(hd *Heads, format string, at int) Candidate {
	n := int(matchFunctionTag(hd.Marks, hd.Cur.Rest(at), true))
	header := hd.Cur.Slice(at+len(functionTag), at+n)
	end := strings.IndexAny(string(header), nameEnds)
	if a := names.Spaced(hd.Cur.Config.Tools.Spaced(), header, true); a.Yes() {
		end = a.Len()
	}
	name := header
	if end >= 0 {
		name = header[:end]
	}
	nameAt := at + len(functionTag)
	if attribute, n, a := attributeTag(hd.Cur.Visits, hd.Cur.Config.Tools, hd.Cur.Rest(at), true); a.Yes() {
		name, nameAt = attribute, at+n
	}
	call := &object.Header{
		Start: at, Format: format, After: afterFunctionTag, Prose: true, Openers: functionTags[:], Closers: functionEnds[:],
	}
	call.SetName(hd.Place, name, nameAt, "the tag names no tool")
	if behind, ok := bytes.CutPrefix(header, name); !ok || string(behind) != ">" {
		call.Note(parsers.RepairMissingMarker, nameAt+len(name))
		call.After = afterDamagedTag
	}
	return hd.OpenHeader(call, at+n)
}

// afterFunctionTag takes the optional </function> into the call.
func afterFunctionTag(e *place.Around, at int, _ bool) (object.Tail, bool) {
	end, more := e.Space(at)
	if more {
		return object.Tail{}, true
	}
	for i, closer := range functionEnds {
		switch a := match.Text(closer, e.Rest(end), e.Final); {
		case a == match.More:
			return object.Tail{}, true
		case a.Yes():
			return object.Tail{End: end + int(a), Missing: i > 0}, false
		}
	}
	return object.Tail{End: at}, false
}

var (
	functionTags = [...]string{functionTag}
	// functionEnds are </function>, and what models write in its place.
	functionEnds = [...]string{functionEnd, "<function>", "<function/>"}
)

// afterDamagedTag takes the rest of the opening tag into the call, and then does the same as
// afterFunctionTag.
func afterDamagedTag(e *place.Around, at int, failed bool) (object.Tail, bool) {
	for _, c := range []byte(")>") {
		end, more := e.Space(at)
		if more {
			return object.Tail{}, true
		}
		if rest := e.Rest(end); len(rest) > 0 && rest[0] == c {
			at = end + 1
		}
	}
	return afterFunctionTag(e, at, failed)
}
