package kimi

import (
	"encoding/json"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/openings"
	"github.com/toolparser/toolparser/parsers/internal/schema"
)

const (
	functionsPrefix = "functions."
	digits          = "0123456789"
)

// readHeader finds the name in a trimmed header.
func readHeader(id string, tools *parsers.Tools) openings.NamedHeader {
	name, kind, standard := standardName(id, tools)
	standard = standard && !names.Damaged(tools, []byte(name))
	if standard && (!tools.Given() || tools.Declared(name)) {
		return openings.NamedHeader{Name: name, Repair: kind}
	}
	if declared := variantName(id, tools); declared != "" {
		return openings.NamedHeader{Name: declared, Repair: parsers.RepairToolName}
	}
	switch {
	case standard:
		return openings.NamedHeader{Name: name, Repair: kind}
	case isOpaque(id) && tools.Given(): // it says nothing; the arguments must tell
		return openings.NamedHeader{Resolve: toolByArguments}
	}
	return openings.NamedHeader{Malformed: "the header names no declared tool"}
}

// standardName is the name in functions.NAME:INDEX, and the repair that this needed. The
// prefix may be missing.
func standardName(id string, tools *parsers.Tools) (name string, kind parsers.RepairKind, ok bool) {
	if name, ok = cutIndex(id); !ok {
		return "", 0, false
	}
	for range 2 { // quotes are around the prefix, or behind it
		if inner, quoted := unquoted(name, tools); quoted {
			name, kind = inner, parsers.RepairQuoteStyle
		}
		name = strings.TrimPrefix(name, functionsPrefix)
	}
	if strings.HasPrefix(name, "functions(") || !names.Valid(tools, []byte(name)) {
		return "", 0, false
	}
	return name, kind, true
}

// unquoted is what is between the quotes around a name that isn't declared with them.
func unquoted(name string, tools *parsers.Tools) (inner string, quoted bool) {
	if name == "" || !names.BeginsQuote(name[0]) || tools.Declared(name) {
		return "", false
	}
	text, quoted := names.Unquoted([]byte(name))
	return string(text), quoted
}

// cutIndex cuts the index, and the colon or the '!' before it, off a header.
func cutIndex(id string) (base string, ok bool) {
	i := strings.LastIndexAny(id, ":!")
	if i < 0 || i == len(id)-1 || strings.ContainsFunc(id[i+1:], func(c rune) bool { return c < '0' || '9' < c }) {
		return id, false
	}
	return id[:i], true
}

// variantName is the declared tool that a header of another form names; "" if
// there is none.
func variantName(id string, tools *parsers.Tools) string {
	if !tools.Given() {
		return ""
	}
	id, _ = cutIndex(id)
	for _, base := range [...]string{id, behindFunctions(id)} {
		if name := declaredBase(base, tools); name != "" {
			return name
		}
	}
	return ""
}

// behindFunctions is what follows "functions" in a header, whatever joins
// them, or is in brackets there; "" if it doesn't begin with that word.
func behindFunctions(id string) string {
	rest, ok := strings.CutPrefix(id, "functions")
	if !ok {
		return ""
	}
	if inner, ok := strings.CutPrefix(rest, "("); ok {
		name, after, _ := strings.Cut(inner, ")")
		if after != "" {
			return ""
		}
		return name
	}
	return strings.TrimLeft(rest, "._:/")
}

// declaredBase gives the digits at the end of a base back to the name one by
// one, until a declared tool matches.
func declaredBase(base string, tools *parsers.Tools) string {
	name := strings.TrimRight(base, digits)
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

// declaredName is the declared tool that a name stands for, Markdown's \_ being
// '_': itself, the one that has '-' or '.' where the name has '_', which headers can't
// write, or '_' where the name has '-', or the longest declared suffix after a dot.
func declaredName(name string, tools *parsers.Tools) string {
	for suffix := strings.ReplaceAll(name, `\_`, "_"); suffix != ""; {
		if tools.Declared(suffix) {
			return suffix
		}
		if declared := tools.Underscored(suffix); declared != "" {
			return declared
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

// isOpaque reports whether a header is an id that names nothing: it holds a
// digit and isn't a word with an index, which would name a tool that isn't there.
func isOpaque(id string) bool {
	if strings.HasPrefix(id, "functions") || strings.IndexByte(id, ':') >= 0 || !names.Valid(nil, []byte(id)) {
		return false
	}
	word := strings.TrimRight(id, digits)
	stem, indexed := strings.CutSuffix(word, "_")
	if indexed && word != id && !strings.ContainsAny(stem, digits) {
		return idWords[stem]
	}
	return strings.ContainsAny(id, digits) || strings.HasPrefix(id, "call_")
}

// idWords are words that an id begins with, not a tool's name.
var idWords = map[string]bool{"call": true, "tool_call": true, "toolcall": true, "tool": true, "toolu": true, "id": true}

// toolByArguments is the only declared tool, or the one whose properties hold
// all the keys of the arguments; "" if it isn't one alone. It has a penalty of 0.3.
func toolByArguments(env *body.Env, arguments []byte) (name string, free bool) {
	tools := env.Config.Tools
	if tools.Len() == 1 {
		return tools.At(0).Name, true
	}
	var keys map[string]json.RawMessage
	if json.Unmarshal(arguments, &keys) != nil || len(keys) == 0 {
		return "", true
	}
	for i := range tools.Len() {
		tool := tools.At(i).Name
		switch {
		case !holdsKeys(env.Rules.Properties(tool), keys):
		case name != "":
			return "", true
		default:
			name = tool
		}
	}
	return name, true
}

// holdsKeys reports whether the properties hold all the keys.
func holdsKeys(properties *schema.Properties, keys map[string]json.RawMessage) bool {
	for key := range keys {
		if !properties.Names([]byte(key)) {
			return false
		}
	}
	return true
}
