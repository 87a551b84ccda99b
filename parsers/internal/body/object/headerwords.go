package object

import (
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/place"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// NamesBare reports whether b begins like a block that models open with a bare name.
func NamesBare(e *place.Around, b []byte) match.Answer {
	_, _, a := bareHeader(e, b)
	return a
}

// bareHeader reads a bare name, up to the object behind it.
func bareHeader(e *place.Around, b []byte) (name []byte, kind repair.Kind, a match.Answer) {
	if !e.Config.Tools.Given() {
		return nil, 0, match.No
	}
	tagged := match.Text(functionBegin, b, e.Final)
	if tagged == match.More {
		return nil, 0, tagged
	}
	from := tagged.Len()
	word := b[from:min(len(b), from+maxName)]
	n := e.Visits.IndexFunc(word, func(r rune) bool { return r == tagEnd || r == '(' || endsWord(r) })
	switch a = names.Spaced(e.Config.Tools.Spaced(), word, e.Final || len(word) == maxName); {
	case a == match.More:
		return nil, 0, a
	case a.Yes():
		n = a.Len()
	}
	switch {
	case n < 0 && len(word) < maxName:
		return nil, 0, match.End(e.Final)
	case n <= 0:
		return nil, 0, match.No
	}
	if name, kind = bareNamed(e, word[:n]); name == nil {
		return nil, 0, match.No
	}
	end := string(tagEnd)
	if from > 0 {
		end = functionEnd
	}
	at := pastSpace(b, from+n)
	if a = match.Text(end, b[at:], e.Final); a == match.More || from > 0 && !a.Yes() {
		return nil, 0, a
	}
	at = pastSpace(b, at+a.Len())
	if at < len(b) && b[at] == '(' && from == 0 {
		at = pastSpace(b, at+1)
	}
	switch {
	case at == len(b):
		return nil, 0, match.End(e.Final)
	case b[at] != '{':
		return nil, 0, match.No
	}
	if a = nameAgain(e, name, b[at:]); a != match.No {
		return nil, 0, min(a, match.No) // the object is the call
	}
	return name, kind, match.Answer(at)
}

// functionBegin begins an element that contains the name.
const functionBegin = "<function>"

// bareNamed returns the name of the declared tool that the word means, or nil if it means none.
func bareNamed(e *place.Around, word []byte) (name []byte, kind repair.Kind) {
	if name, kind = names.True(e.Visits, e.Config, word); e.Config.Tools.Declared(string(name)) {
		return name, kind
	}
	name, _ = names.Suffix(e.Visits, e.Config, word, "/")
	return name, repair.ToolName
}

// headerEnds and white space end a name or an id in a header.
const headerEnds = "{[<" + string(fence.Code)

func endsWord(r rune) bool { return match.IsWideSpace(r) || strings.ContainsRune(headerEnds, r) }

// nameAgain reports whether b begins with an object whose first member is the tool's name. A tool
// with an argument "name" may have such an object as its arguments.
func nameAgain(e *place.Around, name, b []byte) match.Answer {
	if e.Rules.Properties(string(name)).Names([]byte("name")) {
		return match.No
	}
	return inOrder(b, e.Final, "{", `"name"`, ":", `"`+string(name)+`"`)
}

// inOrder matches texts that follow each other, ignoring white space between them.
func inOrder(b []byte, final bool, texts ...string) match.Answer {
	at := 0
	for _, text := range texts {
		at = pastSpace(b, at)
		a := match.Text(text, b[at:], final)
		if !a.Yes() {
			return a
		}
		at += a.Len()
	}
	return match.Answer(at)
}

// pastSpace returns the end of the white space at offset n, which is read up to maxWordSpace bytes.
func pastSpace(b []byte, n int) int {
	return n + match.SpaceLen(b[n:min(len(b), n+maxWordSpace)])
}
