package pythoncall

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/bytetable"
	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/fence"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Where is the place of calls.
type Where uint8

const (
	// InText is a list in running text.
	InText Where = iota
	// AtStart is the start of the output.
	AtStart
	// OnLine is calls alone on their lines.
	OnLine
	// InFence is the body of a fence.
	InFence
	// InBlock is the text between two markers.
	InBlock
	// whole is a text that consists of calls only.
	whole
)

// anyName reports whether calls in this place may have names that aren't declared.
func (w Where) anyName(g *grammar.Python) bool {
	return g.Names != grammar.AllDeclared && (w == InBlock || w == AtStart || w == InText && g.Echoed() != nil)
}

// Opens reports whether calls begin with b. In a block and in a fence, white space and comments may
// be before them. At the start of the output and of a line, it finds only calls alone on their
// line. Lists there are found by [OpensList], which is tried at every '['.
func Opens(env *body.Env, g *grammar.Python, where Where, b []byte) match.Answer {
	inside := where == InBlock || where == InFence
	if inside {
		b, _ = behindGap(env, b)
	}
	if where == InBlock && len(b) > 0 && fence.Begins[b[0]] {
		_, a := fenceLine(env, b)
		if !a.Yes() {
			return a
		}
		b, _ = behindGap(env, b[a:])
	}
	if len(b) == 0 {
		return match.End(env.Final)
	}
	switch c := b[0]; {
	case c == '[':
		if !inside || g.Calls < grammar.PythonLists {
			return match.No
		}
		return OpensList(env, g, where, b)
	case c == '{':
		return match.No // normally, this is JSON
	case isQuote(c):
		switch {
		case inside:
			return quotedName(env, b)
		case g.Calls != grammar.PythonLists || where != AtStart:
			return match.No
		}
		return opensQuoted(env, g, where, b)
	case where == AtStart:
		where = OnLine
	}
	if b[0] == names.Typographic && where == OnLine {
		return match.No // the line begins with a quotation
	}
	if g.Calls == grammar.PythonPrinted { // the marker of print reads it
		if a := Prints(g, b, env.Final); a != match.No {
			return min(a, match.No)
		}
	}
	return opensCall(env, g, where, b)
}

const (
	// labelEnds end the label of a fence between the markers. maxLabel is the label's maximum
	// length.
	labelEnds = "\n[(<" + string(fence.Code)
	maxLabel  = 32
	// maxRun is the maximum length of the run that opens the fence.
	maxRun = 256
)

// fenceLine reports whether b begins with a fence between markers. It returns the run that opens
// the fence, and the length of the fence's first line.
func fenceLine(env *body.Env, b []byte) (fence.Run, match.Answer) {
	run := fence.At(b[:min(len(b), maxRun)])
	env.Visits.Add(run.Len)
	switch {
	case run.Len == len(b):
		return run, match.End(env.Final)
	case !run.Fences() || run.Len == maxRun || env.Prose.InFence():
		return run, match.No
	}
	b = b[run.Len:]
	n := env.Visits.IndexAny(b[:min(len(b), maxLabel)], labelEnds)
	switch {
	case n < 0 && len(b) < maxLabel:
		return run, match.End(env.Final)
	case n < 0 || b[n] != '\n':
		return run, match.No
	}
	return run, match.Answer(run.Len + n)
}

// Prints reports whether b begins with a print around a call: print, its parenthesis and the
// grammar's Prefix, with or without white space before the prefix.
func Prints(g *grammar.Python, b []byte, final bool) match.Answer {
	a := match.Text(grammar.PrintOpens, b, final)
	if !a.Yes() || g.Prefix == "" {
		return a
	}
	n := a.Len() + printSpace(b[a:])
	return match.Text(g.Prefix, b[n:], final).Plus(n)
}

// printSpace returns the length of the white space at the start of b, but at most maxPrintSpace: no
// more is allowed in the parenthesis of print.
func printSpace(b []byte) int { return match.SpaceLen(b[:min(len(b), maxPrintSpace)]) }

const maxPrintSpace = 64

// MayBegin is a quick check whether a line that begins with b may begin with a call: a parenthesis
// is behind a name, or may be.
func MayBegin(env *body.Env, b []byte) bool {
	n := wordLength(b)
	return n == len(b) || b[n] == '(' || len(env.Config.Tools.Spaced()) > 0
}

// MayList is the same check for the '[' before b, which may open a list.
func MayList(env *body.Env, b []byte) bool {
	c := b[0]
	return !(isNameByte(c) && c < utf8.RuneSelf) && c != ']' && c != '!' && c != '^' || MayBegin(env, b)
}

// A quoting tracks strings while a failed call is skipped. A string ends with its line.
type quoting struct {
	quote   byte // of the open string; 0: no string is open
	escaped bool
}

// takes reports whether c belongs to a string.
func (q *quoting) takes(c byte) bool {
	switch {
	case c == '\n':
		*q = quoting{}
		return false
	case q.escaped:
		q.escaped = false
	case q.quote != 0:
		q.escaped = c == '\\'
		if c == q.quote {
			q.quote = 0
		}
	case isQuote(c):
		q.quote = c
	default:
		return false
	}
	return true
}

func isQuote(c byte) bool { return c == '"' || c == '\'' }

// behindGap returns what follows the white space and the comments at the start of b, which is the
// rest of the window. It returns long if they are too long to be read to their end.
func behindGap(env *body.Env, b []byte) (rest []byte, long bool) {
	if len(b) > 0 && b[0] > '#' && b[0] < utf8.RuneSelf {
		return b, false // most often
	}
	n := env.Gap(env.Window.End()-len(b)) + len(b) - env.Window.End()
	return b[n:], n == cursor.MaxGap
}

// OpensList reports whether the '[' at the start of b opens a list of calls. If names in this place
// must be declared, the first call's name must be declared.
func OpensList(env *body.Env, g *grammar.Python, where Where, b []byte) match.Answer {
	for range 2 { // one may be surplus
		var long bool
		switch b, long = behindGap(env, b[1:]); {
		case len(b) == 0:
			return match.End(env.Final)
		case long:
			return match.No
		}
		if b[0] != '[' {
			break
		}
	}
	if isQuote(b[0]) {
		return opensQuoted(env, g, where, b)
	}
	return opensCall(env, g, where, b)
}

// opensQuoted reports the same for a call or a list in a string, and for a call whose name is in
// quotes.
func opensQuoted(env *body.Env, g *grammar.Python, where Where, b []byte) match.Answer {
	quote := b[0]
	b = b[1:]
	if len(b) > 0 && b[0] == '[' {
		b = b[1:]
	}
	n := nameLength(env, b)
	if n == len(b) || n == 0 || b[n] != quote {
		return opensCall(env, g, where, b)
	}
	if n+1 == len(b) {
		return match.End(env.Final)
	}
	return called(env, g, where, b[:n], b[n+1])
}

// quotedName reports whether b begins with a name in quotes, with a parenthesis behind it.
func quotedName(env *body.Env, b []byte) match.Answer {
	n := nameLength(env, b[1:]) + 2 // with its quotes
	switch {
	case n >= len(b) && n <= maxName:
		return match.End(env.Final)
	case n >= len(b) || n == 2 || b[n-1] != b[0] || b[n] != '(':
		return match.No
	}
	return match.Answer(n + 1)
}

// opensCall reports whether b begins with a call or a printed call.
func opensCall(env *body.Env, g *grammar.Python, where Where, b []byte) match.Answer {
	if where.anyName(g) {
		return matchName(env, b)
	}
	n := nameLength(env, b)
	if n == len(b) {
		if n > maxName || !mayBeDeclared(env, g, b) {
			return match.No
		}
		return match.End(env.Final)
	}
	if a := called(env, g, where, b[:n], b[n]); a.Yes() || string(b[:n+1]) != grammar.PrintOpens {
		return a
	}
	b = b[n+1:]
	b = b[printSpace(b):]
	if n = nameLength(env, b); n == len(b) {
		return match.End(env.Final)
	}
	return called(env, g, where, b[:n], b[n])
}

// called reports whether a call may have this name, and a parenthesis follows it.
func called(env *body.Env, g *grammar.Python, where Where, name []byte, next byte) match.Answer {
	if next != '(' {
		return match.No
	}
	if _, _, ok := declared(env, g, name); !ok && !where.anyName(g) {
		return match.No
	}
	return match.Answer(len(name) + 1)
}

// maxName is the maximum length of a name, in bytes.
const maxName = 256

// nameLength returns the length of the name at the start of b. It returns all of b if more of the
// name may follow, and more than maxName if the name is too long. A declared name may contain white
// space.
func nameLength(env *body.Env, b []byte) int {
	n := wordLength(b)
	env.Visits.Add(n)
	spaced := env.Config.Tools.Spaced()
	if len(spaced) == 0 {
		return n
	}
	from := 0
	for _, prefix := range prefixes {
		if bytes.HasPrefix(b, []byte(prefix)) {
			from = len(prefix)
		}
	}
	switch a := names.Spaced(spaced, b[from:], env.Final); {
	case a == match.More:
		return len(b)
	case a.Yes():
		return from + a.Len()
	}
	return n
}

// wordLength is nameLength for names without white space.
func wordLength(b []byte) int {
	n := bytetable.Index(b[:min(len(b), maxName+1)], 0, &plainNameEnds)
	for n < len(b) && n <= maxName && isNameByte(b[n]) {
		if b[n] >= utf8.RuneSelf && match.WideSpace(b[n:], true).Yes() {
			break
		}
		n++
	}
	return n
}

// isNameByte reports whether c may be in a name that is written as code, or with escapes of
// Markdown.
func isNameByte(c byte) bool { return nameBytes[c] }

// plainNameEnds are the bytes that aren't in names, and the bytes that may begin white space.
var plainNameEnds = bytetable.Of(func(c byte) bool { return c >= utf8.RuneSelf || !isNameByte(c) })

var nameBytes = bytetable.Of(func(c byte) bool {
	return names.IsWordByte(c) || c == '.' || c == '-' || c == ':' || c == '/' || c == '\\'
})

// matchName looks for a name with a parenthesis behind it, and returns the length of both.
func matchName(env *body.Env, b []byte) match.Answer {
	n := nameLength(env, b)
	switch {
	case n == len(b) && n <= maxName:
		return match.End(env.Final)
	case n == 0 || n > maxName || b[n] != '(':
		return match.No
	}
	return match.Answer(n + 1)
}

// prefixes are texts that models write before the names of declared tools.
var prefixes = [...]string{"functions.", "tools.", "default_api."}

// declared returns the declared tool's name that raw means, and the repair of raw. ok is false if
// there is none, or repairs aren't allowed. Code can't contain every name: '_' replaces characters
// that aren't allowed in code.
func declared(env *body.Env, g *grammar.Python, raw []byte) (name string, kind repair.Kind, ok bool) {
	tools := env.Config.Tools
	if !tools.Given() {
		return "", 0, false
	}
	if tools.Declared(string(raw)) {
		return tools.Intern(raw), 0, true
	}
	if bare, cut := bytes.CutPrefix(raw, []byte(g.Prefix)); cut && g.Prefix != "" {
		return declared(env, g, bare)
	}
	if inner, quoted := names.Unquoted(raw); quoted {
		if name, kind, ok = declared(env, g, inner); kind == 0 {
			kind = repair.QuoteStyle
		}
		return name, kind, ok && env.Repairs()
	}
	bare := raw
	if env.Visits.IndexByte(raw, '\\') >= 0 {
		bare = env.Visits.ReplaceAll(raw, []byte(`\_`), []byte(`_`))
	}
	if name = written(tools, bare); name != "" {
		return name, repair.ToolName, env.Repairs()
	}
	for _, prefix := range prefixes {
		if cut, ok := bytes.CutPrefix(bare, []byte(prefix)); ok {
			if name = written(tools, cut); name != "" {
				return name, repair.ToolName, env.Repairs()
			}
		}
	}
	return "", 0, false
}

// written returns the declared name that code writes as name, or "" if there is none.
func written(tools *parsers.Tools, name []byte) string {
	if tools.Declared(string(name)) {
		return tools.Intern(name)
	}
	return tools.Underscored(string(name))
}

// anyName returns the name that raw means, of a declared tool or of any other.
func anyName(env *body.Env, g *grammar.Python, raw []byte) (name string, kind repair.Kind, ok bool) {
	if name, kind, ok = declared(env, g, raw); ok {
		return name, kind, ok
	}
	bare := bytes.TrimPrefix(raw, []byte(g.Prefix))
	if names.Plain(bare) {
		return env.Intern(bare), 0, true
	}
	bare, kind = names.True(env.Visits, env.Config, bare)
	return env.Intern(bare), kind, names.Valid(env.Config.Tools, bare)
}

// mayBeDeclared reports whether b may be the beginning of a declared name, or of a text that may be
// before one.
func mayBeDeclared(env *body.Env, g *grammar.Python, b []byte) bool {
	text := string(b)
	if strings.Contains(text, `\`) || strings.HasPrefix(grammar.PrintOpens, text) || crosses(g.Prefix, text) {
		return true
	}
	for _, prefix := range prefixes {
		if crosses(prefix, text) {
			return true
		}
	}
	if text[0] == names.Typographic {
		return true
	}
	for i := range env.Config.Tools.Len() {
		if mayWrite(env.Config.Tools.At(i).Name, text) {
			return true
		}
	}
	return false
}

// mayWrite reports whether text is the beginning of the name as code writes it.
func mayWrite(name, text string) bool {
	if len(text) > len(name) {
		return false
	}
	for i := range len(text) {
		if text[i] != name[i] && (text[i] != '_' || name[i] != '-' && name[i] != '.') {
			return false
		}
	}
	return true
}

// Firsts sets the bytes with which a call alone on its line may begin.
func Firsts(env *body.Env, g *grammar.Python, firsts *[256]bool) {
	firsts['\\'], firsts[grammar.PrintOpens[0]] = true, true
	if g.Prefix != "" {
		firsts[g.Prefix[0]] = true
	}
	for _, prefix := range prefixes {
		firsts[prefix[0]] = true
	}
	for i := range env.Config.Tools.Len() {
		if name := env.Config.Tools.At(i).Name; name != "" {
			firsts[name[0]] = true
		}
	}
}

// crosses reports whether one of the two texts begins with the other. It returns false for an empty
// prefix.
func crosses(prefix, text string) bool {
	return prefix != "" && (strings.HasPrefix(prefix, text) || strings.HasPrefix(text, prefix))
}
