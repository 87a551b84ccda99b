package chattemplate

import (
	"fmt"
	"strconv"
	"strings"
)

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

// nodeText writes a token, or a group; behind it are the nodes that follow, and before
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
