package kimi

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/markers"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/openings"
)

// movedTokens are the tokens of a call that a server moved in front of it, the longer ones first: nothing is between them.
var movedTokens = []string{
	callBegin + argumentBegin + callEnd, callBegin + callEnd + argumentBegin, callBegin + callEnd, callBegin + argumentBegin,
}

// moved matches such tokens, if the header of a declared tool and its arguments follow.
func moved(ms *markers.Finder, b []byte, final bool) match.Answer {
	for _, tokens := range movedTokens {
		a := match.Text(tokens, b, final)
		if a == match.No {
			continue
		}
		if !a.Yes() {
			return a
		}
		return headerFollows(ms, b, a.Len(), final)
	}
	return match.No
}

// headerFollows matches the tokens, which end at offset n, if the header of a declared tool and its arguments follow.
func headerFollows(ms *markers.Finder, b []byte, n int, final bool) match.Answer {
	rest := b[n:]
	rest = rest[:min(len(rest), maxHeader)]
	final = final || len(rest) == maxHeader
	space := match.SpaceLen(rest)
	if a := match.Text(functionsPrefix, rest[space:], final); !a.Yes() {
		return a
	}
	end := ms.Cur.Visits.IndexByte(rest[space:], '{')
	if end < 0 {
		return match.End(final)
	}
	name, _, ok := standardName(strings.TrimSpace(string(rest[space:space+end])), ms.Cur.Config.Tools)
	if !ok || !ms.Cur.Config.Tools.Given() || !ms.Cur.Config.Tools.Declared(name) || ms.Cur.Config.Options.DisableRepair {
		return match.No
	}
	return match.Answer(n + space)
}

// openMoved opens the call behind its tokens. It is read as a call without them.
func openMoved(e *openings.Openings, at int) openings.Candidate {
	end := e.MarkerEnd(at)
	e.Place.Seek(end)
	e.Place.MarkupTo(end, parsers.RoleLead)
	c := openings.Own[strippedCall](e)
	if c.after == nil {
		c.after = c.afterArguments
	}
	c.begin(end)
	c.moved = true
	return c
}
