package kimi

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
)

// A header is what a call's header says.
type header struct {
	name      string
	repaired  bool   // it isn't written as the format asks for
	opaque    bool   // it says nothing; the arguments must tell
	malformed string // why it names no tool
}

const functionsPrefix = "functions."

// readHeader finds the name in a trimmed header.
func readHeader(id string, tools *parsers.Tools) header {
	if name, ok := standardName(id); ok {
		if tools.Given() && !tools.Declared(name) {
			if declared := declaredName(name, tools); declared != "" {
				return header{name: declared, repaired: true}
			}
		}
		return header{name: name}
	}
	if name := variantName(id, tools); name != "" {
		return header{name: name, repaired: true}
	}
	if isOpaque(id) && tools.Given() {
		return header{opaque: true}
	}
	return header{malformed: "the header names no declared tool"}
}

// standardName is the name in functions.NAME:INDEX. The prefix may be missing.
func standardName(id string) (name string, ok bool) {
	i := strings.LastIndexByte(id, ':')
	if i < 0 || !isDigits(id[i+1:]) {
		return "", false
	}
	name = strings.TrimPrefix(id[:i], functionsPrefix)
	if strings.HasPrefix(name, "functions(") || !engine.ValidName([]byte(name)) {
		return "", false
	}
	return name, true
}

// variantName is the declared tool that a header of another form names; "" if
// there is none.
func variantName(id string, tools *parsers.Tools) string {
	if !tools.Given() {
		return ""
	}
	for _, base := range headerBases(id) {
		if name := declaredBase(base, tools); name != "" {
			return name
		}
	}
	return ""
}

// headerBases are what may be name and index in a header: what follows the
// prefix, what stands in functions(…), and the header itself.
func headerBases(id string) []string {
	if rest, ok := strings.CutPrefix(id, "functions("); ok {
		name, index, ok := strings.Cut(rest, ")")
		if ok && isIndex(index) {
			return []string{name}
		}
		return nil
	}
	for _, prefix := range []string{functionsPrefix, "functions_"} {
		if rest, ok := strings.CutPrefix(id, prefix); ok {
			return []string{rest, id}
		}
	}
	return []string{id}
}

// isIndex tells whether s is nothing, or an index behind its colon.
func isIndex(s string) bool { return s == "" || s[0] == ':' && isDigits(s[1:]) }

// declaredBase gives the digits at the end of a base back to the name one by
// one, until a declared tool matches.
func declaredBase(base string, tools *parsers.Tools) string {
	name := strings.TrimRight(base, "0123456789")
	if stem, ok := strings.CutSuffix(name, "_"); ok && name != base {
		if declared := declaredName(stem, tools); declared != "" {
			return declared
		}
	}
	for end := len(name); end <= len(base); end++ {
		if declared := declaredName(base[:end], tools); declared != "" {
			return declared
		}
	}
	return ""
}

// declaredName is the declared tool that a name stands for: itself, the one
// that has '_' where the name has '-', or the longest declared suffix after a dot.
func declaredName(name string, tools *parsers.Tools) string {
	for suffix := name; suffix != ""; {
		if tools.Declared(suffix) {
			return suffix
		}
		if declared := dashedName(suffix, tools); declared != "" {
			return declared
		}
		_, rest, ok := strings.Cut(suffix, ".")
		if !ok {
			break
		}
		suffix = rest
	}
	return ""
}

// dashedName is the one declared tool that differs from the name only in '_'
// where that has '-'.
func dashedName(name string, tools *parsers.Tools) string {
	if strings.IndexByte(name, '-') < 0 {
		return ""
	}
	found := ""
	for i := range tools.Len() {
		tool := tools.At(i).Name
		if tool == found || !dashesMatch(name, tool) {
			continue
		}
		if found != "" {
			return ""
		}
		found = tool
	}
	return found
}

func dashesMatch(name, tool string) bool {
	if len(name) != len(tool) {
		return false
	}
	for i := range len(name) {
		if name[i] != tool[i] && (name[i] != '-' || tool[i] != '_') {
			return false
		}
	}
	return true
}

// isOpaque tells whether a header is an id that names nothing: it holds a
// digit and isn't a word with an index, which would name a tool that isn't there.
func isOpaque(id string) bool {
	if !strings.ContainsAny(id, "0123456789") || strings.HasPrefix(id, "functions") ||
		strings.IndexByte(id, ':') >= 0 || !engine.ValidName([]byte(id)) {
		return false
	}
	word := strings.TrimRight(id, "0123456789")
	stem, ok := strings.CutSuffix(word, "_")
	if !ok || word == id || strings.ContainsAny(stem, "0123456789") {
		return true
	}
	return idWords[stem]
}

// idWords are words that an id begins with, not a tool's name.
var idWords = map[string]bool{"call": true, "tool_call": true, "toolcall": true, "tool": true, "toolu": true, "id": true}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// toolByArguments is the one declared tool whose properties hold all the keys
// of the arguments; "" if it isn't one alone. Without keys, it is the only tool.
func toolByArguments(tools *parsers.Tools, arguments []byte) string {
	var keys map[string]json.RawMessage
	if json.Unmarshal(arguments, &keys) != nil {
		return ""
	}
	if len(keys) == 0 {
		if tools.Len() == 1 {
			return tools.At(0).Name
		}
		return ""
	}
	found := ""
	for i := range tools.Len() {
		tool := tools.At(i)
		if tool.Name == found || !holdsKeys(tool.Parameters, keys) {
			continue
		}
		if found != "" {
			return ""
		}
		found = tool.Name
	}
	return found
}

// holdsKeys tells whether the schema's properties hold all the keys.
func holdsKeys(schema string, keys map[string]json.RawMessage) bool {
	var s struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if schema == "" || json.Unmarshal([]byte(schema), &s) != nil {
		return false
	}
	for key := range keys {
		if _, ok := s.Properties[key]; !ok {
			return false
		}
	}
	return true
}
