package openings

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/body/object"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/work"
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
		{markers.Marker{First: '<', Look: matchFunctionTag, Match: mayBeFunctionTag, Begins: true, Formats: []string{format}, Plain: true}, openFunctionTag(format)},
		{markers.Marker{Text: functionEnd, Ends: body.EndsArguments, Plain: true}, leave},
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

// A functionHead is the opening tag of a call.
type functionHead struct {
	name    []byte
	at      int  // of the name, in the tag
	damaged bool // the tag isn't <function=NAME>
}

// mayBeFunctionTag is matchFunctionTag, whatever tools are declared.
func mayBeFunctionTag(v *work.Counter, b []byte, final bool) match.Answer {
	_, a := readFunctionTag(v, nil, b, final)
	return a
}

// matchFunctionTag matches <function=NAME>, or a damaged one up to its JSON.
func matchFunctionTag(ms *markers.Finder, b []byte, final bool) match.Answer {
	_, a := readFunctionTag(ms.Cur.Visits, ms.Cur.Config.Tools, b, final)
	return a
}

// readFunctionTag reads what matchFunctionTag matches.
func readFunctionTag(v *work.Counter, tools *parsers.Tools, b []byte, final bool) (h functionHead, a match.Answer) {
	a = match.Text(functionTag, b, final)
	if a == match.No {
		return readAttributeTag(v, tools, b, final)
	}
	if !a.Yes() {
		return h, a
	}
	n := int(a)
	name := b[n:min(len(b), n+maxName+1)]
	end := v.IndexAny(name, nameEnds)
	switch a = names.Spaced(tools.Spaced(), name, final || len(name) > maxName); {
	case a == match.More:
		return h, a
	case a.Yes() && a.Len() < len(name) && strings.IndexByte(nameEnds, name[a]) >= 0:
		end = a.Len()
	}
	if end < 0 {
		if final || len(name) > maxName {
			return h, match.No
		}
		name = trimPartialRune(v, name)
		if len(name) > 0 && !names.Begins(name) {
			return h, match.No
		}
		return h, match.More
	}
	h = functionHead{name: name[:end], at: n}
	if !names.Written(tools, h.name) {
		return h, match.No
	}
	if n += end; b[n] == '>' {
		return h, match.Answer(n + 1)
	}
	h.damaged = true
	return h, jsonBehind(v, b, n, fillers, final)
}

// readAttributeTag reads <function name="NAME"> up to its JSON.
func readAttributeTag(v *work.Counter, tools *parsers.Tools, b []byte, final bool) (h functionHead, a match.Answer) {
	a = match.Text(attributeBegin, b, final)
	if !a.Yes() {
		return h, a
	}
	n := a.Len()
	name := b[n:min(len(b), n+maxName)]
	end := v.IndexByte(name, '"')
	switch {
	case end < 0 && len(name) < maxName:
		return h, match.End(final)
	case end < 0 || !names.Written(tools, name[:end]):
		return h, match.No
	}
	h = functionHead{name: name[:end], at: n, damaged: true}
	n += end + 1
	if a = match.Text(">", b[n:], final).Plus(n); !a.Yes() {
		return h, a
	}
	return h, jsonBehind(v, b, a.Len(), " \t\r\n", final)
}

// jsonBehind is the answer for the first n bytes of b, if JSON is behind them and some fillers.
func jsonBehind(v *work.Counter, b []byte, n int, fillers string, final bool) match.Answer {
	rest := b[n:min(len(b), n+maxFillers+1)]
	filled := len(rest) - len(v.TrimLeft(rest, fillers))
	switch {
	case filled == len(rest) && filled <= maxFillers:
		return match.End(final)
	case filled == len(rest) || rest[filled] != '{':
		return match.No
	}
	return match.Answer(n + filled)
}

// trimPartialRune drops the bytes of a code point that is cut off.
func trimPartialRune(v *work.Counter, b []byte) []byte {
	return v.TrimRightFunc(b, func(r rune) bool { return r == '\uFFFD' })
}

// openFunctionTag opens a call in a function tag.
func openFunctionTag(format string) func(hd *Openings, at int) Candidate {
	return func(hd *Openings, at int) Candidate {
		h, n := readFunctionTag(hd.Cur.Visits, hd.Cur.Config.Tools, hd.Cur.Rest(at), true)
		call := &object.Header{
			Start: at, Format: format, After: afterFunctionTag, Prose: true, Openers: functionTags[:], Closers: functionEnds[:],
		}
		call.SetName(&hd.Place, h.name, at+h.at, "the tag names no tool")
		if h.damaged {
			call.Note(parsers.RepairMissingMarker, at+h.at+len(h.name))
			call.After = afterDamagedTag
		}
		return hd.OpenHeader(call, at+int(n))
	}
}

// afterFunctionTag takes the optional </function> into the call.
func afterFunctionTag(env *body.Env, at int, _ bool) (object.Tail, bool) {
	end, more := env.Space(at)
	if more {
		return object.Tail{}, true
	}
	for i, closer := range functionEnds {
		switch a := match.Text(closer, env.Rest(end), env.Final); {
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
func afterDamagedTag(env *body.Env, at int, failed bool) (object.Tail, bool) {
	for _, c := range []byte(")>") {
		end, more := env.Space(at)
		if more {
			return object.Tail{}, true
		}
		if rest := env.Rest(end); len(rest) > 0 && rest[0] == c {
			at = end + 1
		}
	}
	return afterFunctionTag(env, at, failed)
}
