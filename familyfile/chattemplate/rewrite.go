package chattemplate

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// The engine reads most of what templates say. What it doesn't is written in another way
// before it sees it:
//
//   - A if C else B, but at the top of a tag, becomes an element of a list that "and" and
//     "or" choose, since they evaluate one side alone.
//   - (A).f() becomes [(A)][0].f().
//   - A * B becomes times(A, B), which is bounded.
//   - A[-1] and A[512], which the engine gets wrong of short lists and of dicts, become
//     [item(A, -1)][0].
//   - Strings are written with the escapes that it knows.
//   - Every tag gets newlines, so that the line that the engine names says which tag it is.

// Bounds of a template's text.
const (
	maxTemplate = 256 << 10
	maxNesting  = 64
)

// A rewriting is a template as the engine reads it.
type rewriting struct {
	text   string
	source string
	tags   []place
}

// A place is where a tag is: its opener's line in the text, the lines of what is in it, and
// the offset in the source.
type place struct{ opener, first, last, offset int }

// rewrite writes a template as the engine reads it.
func rewrite(source string) (*rewriting, error) {
	if len(source) > maxTemplate {
		return nil, fmt.Errorf("the template has %d bytes; %d are read at most", len(source), maxTemplate)
	}
	r := &rewriting{source: source}
	var out strings.Builder
	source = strings.TrimSuffix(source, "\n")
	newline := true // a line begins
	line := 1       // of what was written
	write := func(text string) {
		out.WriteString(text)
		line += strings.Count(text, "\n")
	}
	end := len(source)
	for {
		before, rest, kind := nextTag(source)
		write(stripped(before, rest, newline))
		if kind == 0 {
			r.text = out.String()
			return r, nil
		}
		offset := end - len(rest)
		if kind == '#' {
			end := strings.Index(rest, "#}")
			if end < 0 {
				return nil, fmt.Errorf("%s: a comment isn't closed", r.position(offset))
			}
			write(rest[:end+2])
			source, newline = trimmed(rest[end+2:])
			continue
		}
		size := tagEnd(rest[2:], kind)
		if size < 0 {
			return nil, fmt.Errorf("%s: a tag isn't closed: %.40q", r.position(offset), rest)
		}
		tag := rest[2 : 2+size]
		source, newline = rest[2+size+2:], false
		if kind == '%' && !strings.HasSuffix(tag, "+") {
			source, newline = trimmed(source)
		}
		if kind == '%' && strings.Trim(tag, "+- \n\t\r") == "raw" {
			raw, behind, ok := cutRaw(source)
			if !ok {
				return nil, fmt.Errorf("%s: a raw block isn't closed", r.position(offset))
			}
			write(rest[:2+size+2] + raw)
			source = behind
			continue
		}
		text, err := rewriteTag(tag, kind)
		if err != nil {
			return nil, fmt.Errorf("%s: %w, in %.60q", r.position(offset), err, strings.TrimSpace(tag))
		}
		opener := line
		write("{" + string(kind) + text + closer(kind))
		r.tags = append(r.tags, place{opener, opener + 1, line - 1, offset})
	}
}

// position is a place in the source, for a person: columns count characters from 1.
func (r *rewriting) position(offset int) string {
	before := r.source[:offset]
	line := before[strings.LastIndexByte(before, '\n')+1:]
	return fmt.Sprintf("line %d, column %d", strings.Count(before, "\n")+1, utf8.RuneCountInString(line)+1)
}

// at is the position of the tag at a place in the text, of which the engine may name the
// line alone (column 0); empty if there is none.
func (r *rewriting) at(line, column int) string {
	inside := func(p place) bool { return p.first <= line && line <= p.last }
	opens := func(p place) bool { return p.opener == line }
	closes := func(p place) bool { return p.last+1 == line }
	order := []func(place) bool{inside, opens, closes}
	if 0 < column && column <= len(" -%}") { // what begins the line is the closer
		order = []func(place) bool{inside, closes, opens}
	}
	for _, is := range order {
		if i := slices.IndexFunc(r.tags, is); i >= 0 {
			return r.position(r.tags[i].offset)
		}
	}
	return ""
}

// stripped is the text before a tag, without the white space that indents a statement or
// a comment (Jinja's lstrip_blocks).
func stripped(before, tag string, newline bool) string {
	if len(tag) < 3 || tag[1] == '{' || tag[2] == '+' {
		return before
	}
	bare := strings.TrimRight(before, " \t")
	if bare == "" && newline || strings.HasSuffix(bare, "\n") {
		return bare
	}
	return before
}

// trimmed is the text after a statement or a comment, without a newline that follows it
// directly (Jinja's trim_blocks).
func trimmed(behind string) (text string, newline bool) {
	text, newline = strings.CutPrefix(behind, "\n")
	return text, newline
}

func closer(kind byte) string {
	if kind == '{' {
		return "}}"
	}
	return string(kind) + "}"
}

// nextTag is the text before a tag, and what begins with it; kind is 0 if there is none.
func nextTag(source string) (before, rest string, kind byte) {
	for i := 0; i+1 < len(source); i++ {
		if source[i] == '{' && (source[i+1] == '{' || source[i+1] == '%' || source[i+1] == '#') {
			return source[:i], source[i:], source[i+1]
		}
	}
	return source, "", 0
}

// tagEnd is where a tag is closed, outside of strings and brackets.
func tagEnd(text string, kind byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case depth <= 0 && strings.HasPrefix(text[i:], closer(kind)):
			return i
		case c == '\'' || c == '"':
			n := stringEnd(text[i:])
			if n < 0 {
				return -1
			}
			i += n - 1
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		}
	}
	return -1
}

// cutRaw is what is before the end of a raw block, with it, and what is after.
func cutRaw(source string) (raw, behind string, ok bool) {
	for i := 0; ; {
		_, rest, kind := nextTag(source[i:])
		if kind == 0 {
			return "", "", false
		}
		at := len(source) - len(rest)
		if end := strings.Index(rest, "%}"); kind == '%' && end >= 0 && strings.Trim(rest[2:end], "+- \n\t\r") == "endraw" {
			return source[:at+end+2], rest[end+2:], true
		}
		i = at + 2
	}
}

// rewriteTag writes what is between {% and %}, or {{ and }}.
func rewriteTag(tag string, kind byte) (string, error) {
	left, right := "", ""
	if strings.HasPrefix(tag, "-") || strings.HasPrefix(tag, "+") {
		left, tag = tag[:1], tag[1:]
	}
	if strings.HasSuffix(tag, "-") || strings.HasSuffix(tag, "+") {
		tag, right = tag[:len(tag)-1], tag[len(tag)-1:]
	}
	tokens, err := tokenize(tag)
	if err != nil {
		return "", err
	}
	nodes, rest, err := nest(tokens, 0)
	if err == nil && len(rest) > 0 {
		err = fmt.Errorf("%q closes nothing", rest[0])
	}
	if err != nil {
		return "", err
	}
	text, err := rewriteNodes(nodes, kind)
	word := ""
	if kind == '%' { // which the engine wants where the tag begins
		text = strings.TrimLeft(text, " \n\t\r")
		word = text[:len(text)-len(strings.TrimLeftFunc(text, func(c rune) bool { return c < 0x80 && isNameByte(byte(c)) }))]
	}
	return left + " " + word + " \n" + text[len(word):] + " \n " + right, err
}

// rewriteNodes writes what a tag says.
func rewriteNodes(nodes []node, kind byte) (string, error) {
	word, behind := cutFirst(nodes)
	switch {
	case kind == '{':
		return element(nodes)
	case word == "if" || word == "elif":
		text, err := element(behind)
		return word + " " + text, err
	case word == "set":
		return parts(nodes)
	}
	return sequence(nodes)
}

// A node is a token, or what is in brackets.
type node struct {
	text string // of a token; the opening bracket
	kids []node // in the brackets
	end  string // the closing bracket
}

func (n node) isSpace() bool { return strings.TrimSpace(n.text) == "" }
func (n node) isGroup() bool { return n.end != "" }
func (n node) isName() bool  { return n.text != "" && isNameByte(n.text[0]) && !isDigit(n.text[0]) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isNameByte(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || isDigit(c) || c >= 0x80
}

// tokenize cuts a tag into tokens, white space too.
func tokenize(text string) (tokens []string, err error) {
	for len(text) > 0 {
		n := 1
		switch c := text[0]; {
		case c == '\'' || c == '"':
			if n = stringEnd(text); n < 0 {
				return nil, fmt.Errorf("a string isn't closed")
			}
		case isNameByte(c):
			for n < len(text) && (isNameByte(text[n]) || isDigit(c) && text[n] == '.' && n+1 < len(text) && isDigit(text[n+1])) {
				n++
			}
		case isSpaceByte(c):
			for n < len(text) && isSpaceByte(text[n]) {
				n++
			}
		default:
			for _, long := range []string{"**", "==", "!=", "<=", ">=", "//"} {
				if strings.HasPrefix(text, long) {
					n = 2
				}
			}
		}
		tokens = append(tokens, text[:n])
		text = text[n:]
	}
	return tokens, nil
}

func isSpaceByte(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// nest puts what is in brackets into nodes, up to a bracket that closes.
func nest(tokens []string, depth int) (nodes []node, rest []string, err error) {
	if depth > maxNesting {
		return nil, nil, fmt.Errorf("brackets are nested more than %d deep", maxNesting)
	}
	for len(tokens) > 0 {
		token := tokens[0]
		closes := map[string]string{"(": ")", "[": "]", "{": "}"}[token]
		switch {
		case closes != "":
			kids, behind, err := nest(tokens[1:], depth+1)
			if err != nil {
				return nil, nil, err
			}
			if len(behind) == 0 || behind[0] != closes {
				return nil, nil, fmt.Errorf("%q isn't closed", token)
			}
			nodes = append(nodes, node{token, kids, closes})
			tokens = behind[1:]
		case token == ")" || token == "]" || token == "}":
			return nodes, tokens, nil
		default:
			nodes = append(nodes, node{text: token})
			tokens = tokens[1:]
		}
	}
	return nodes, nil, nil
}

// cutFirst takes the first word off.
func cutFirst(nodes []node) (word string, behind []node) {
	for i, n := range nodes {
		if !n.isSpace() {
			return n.text, nodes[i+1:]
		}
	}
	return "", nil
}

// parts writes elements with what is between them: ',', ':' or '='.
func parts(nodes []node) (string, error) {
	var out strings.Builder
	start := 0
	for i := 0; i <= len(nodes); i++ {
		if i < len(nodes) && (nodes[i].isGroup() || !strings.Contains(",:=", nodes[i].text)) {
			continue
		}
		text, err := element(nodes[start:i])
		if err != nil {
			return "", err
		}
		out.WriteString(text)
		if i < len(nodes) {
			out.WriteString(nodes[i].text)
		}
		start = i + 1
	}
	return out.String(), nil
}

// element writes an expression that may be a condition's.
func element(nodes []node) (string, error) { return conditional(nodes, 0) }

// conditional writes one; depth is how many others it is the "else" of.
func conditional(nodes []node, depth int) (string, error) {
	at := indexWord(nodes, "if")
	switch {
	case at < 0:
		return sequence(nodes)
	case depth > maxNesting:
		return "", fmt.Errorf("conditions are nested more than %d deep", maxNesting)
	}
	value, err := sequence(nodes[:at])
	if err != nil {
		return "", err
	}
	rest, other := nodes[at+1:], []node{{text: "none"}}
	if n := indexWord(rest, "else"); n >= 0 {
		rest, other = rest[:n], rest[n+1:]
	}
	condition, err := sequence(rest)
	if err != nil {
		return "", err
	}
	otherwise, err := conditional(other, depth+1)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf(" [(%s) and [%s] or [%s]][0][0] ", condition, value, otherwise), nil
}

func indexWord(nodes []node, word string) int {
	for i, n := range nodes {
		if !n.isGroup() && n.text == word {
			return i
		}
	}
	return -1
}

// operatorWords are names that are none.
var operatorWords = map[string]bool{"and": true, "or": true, "not": true, "in": true, "is": true, "if": true, "else": true}

// sequence writes an expression without a condition.
func sequence(nodes []node) (string, error) {
	var out []string
	atom := 0      // where in out the last operand begins
	times := -1    // where the left operand of a pending '*' begins
	before := ""   // the last token that isn't white space
	value := false // it ends an operand
	flush := func() {
		if times >= 0 {
			product := " times(" + strings.Join(out[times:atom], "") + ", " + strings.Join(out[atom:], "") + ") "
			out = append(out[:times], product)
			atom, times = times, -1
		}
	}
	for i, n := range nodes {
		if n.isSpace() {
			out = append(out, n.text)
			continue
		}
		if n.text == "**" {
			return "", fmt.Errorf("powers aren't evaluated")
		}
		isOperator := !n.isGroup() && (operatorWords[n.text] || !n.isName() && !isDigit(n.text[0]) && n.text[0] != '\'' && n.text[0] != '"')
		trailer := n.text == "." || n.text == "|" || before == "." || before == "|" || n.isGroup() && value && n.text != "{"
		if isOperator && !trailer && value {
			flush()
			if n.text == "*" {
				times = atom
				atom = len(out)
				before, value = n.text, false
				continue
			}
		}
		text, err := nodeText(n, nodes[i+1:], value)
		if err != nil {
			return "", err
		}
		if !isOperator && !trailer {
			atom = len(out)
		}
		if index := constantIndex(n); index != "" && trailer {
			out = append(out[:atom], "[item("+strings.Join(out[atom:], "")+", "+index+")][0]")
			before, value = n.text, true
			continue
		}
		out = append(out, text)
		before, value = n.text, !isOperator
	}
	flush()
	return strings.Join(out, ""), nil
}

// constantIndex is the number in the brackets, if it is negative or large.
func constantIndex(n node) string {
	var b strings.Builder
	for _, kid := range n.kids {
		if !kid.isSpace() {
			b.WriteString(kid.text)
		}
	}
	number := b.String()
	if _, err := strconv.Atoi(number); n.text != "[" || err != nil || number[0] != '-' && len(number) < 2 {
		return ""
	}
	return number
}

// nodeText writes a token, or a group; after it are the nodes that follow, and before
// it an operand, or not.
func nodeText(n node, behind []node, operand bool) (string, error) {
	switch {
	case n.isGroup():
		inner, err := parts(n.kids)
		if err != nil {
			return "", err
		}
		text := n.text + inner + n.end
		if n.text == "(" && !operand && followed(behind) {
			text = "[" + text + "][0]"
		}
		return text, nil
	case n.text[0] == '\'' || n.text[0] == '"':
		return literal(n.text), nil
	}
	return n.text, nil
}

// followed reports whether an attribute or an index follows.
func followed(behind []node) bool {
	for _, n := range behind {
		if !n.isSpace() {
			return n.text == "." || n.text == "["
		}
	}
	return false
}

// literal writes a string with quotes that it doesn't hold, and escapes that the engine
// knows.
func literal(text string) string {
	inner := text[1 : len(text)-1]
	var b strings.Builder
	for i := 0; i < len(inner); i++ {
		if inner[i] != '\\' || i+1 == len(inner) {
			b.WriteByte(inner[i])
			continue
		}
		i++
		switch inner[i] {
		case 'n', 't', 'r', 'x', 'u', 'U':
			b.WriteString(inner[i-1 : i+1])
		case '\'', '"':
			b.WriteByte(inner[i])
		case '\\':
			b.WriteString(`\x5c`)
		case '\n':
		default:
			b.WriteString(`\x5c` + inner[i:i+1])
		}
	}
	inner = b.String()
	switch {
	case !strings.Contains(inner, `"`):
		return `"` + inner + `"`
	case !strings.Contains(inner, "'"):
		return "'" + inner + "'"
	}
	quoted := `"` + strings.Join(strings.Split(inner, `"`), `" ~ '"' ~ "`) + `"`
	return "[" + quoted + "][0]"
}

// stringEnd is the length of the string that begins the text; -1 if it isn't closed.
func stringEnd(text string) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return -1
}
