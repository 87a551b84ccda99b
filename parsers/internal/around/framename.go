package around

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/cursor"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// BuiltIn reports whether the server runs the tool itself.
func (h *Header) BuiltIn(cur *cursor.Cursor) bool {
	first, _, _ := strings.Cut(h.To, ".")
	return slices.Contains(h.Messages.BuiltIn, first) && !cur.Declared(h.To)
}

// Name is the tool that the recipient names, and the repair that this needed.
func (h *Header) Name(cur *cursor.Cursor) (name string, kind repair.Kind) {
	to := h.To
	if to != "" && names.BeginsQuote(to[0]) && cur.Repairs() && !cur.Declared(to) {
		if inner, ok := names.Unquoted([]byte(to)); ok {
			to, kind = string(inner), repair.QuoteStyle
		}
	}
	bare := strings.TrimPrefix(to, h.Messages.Prefix)
	if !cur.Declared(bare) && cur.Declared(to) {
		return to, kind
	}
	name, further := h.declared(cur, bare)
	return name, cmp.Or(further, kind)
}

// declared is the declared tool that a name stands for. The tool may be named behind a dot, or run
// into a content type or a channel whose token is missing. If there is no such tool, it is the name.
func (h *Header) declared(cur *cursor.Cursor, name string) (declared string, kind repair.Kind) {
	if cur.Declared(name) || !cur.Repairs() || !cur.Config.Tools.Given() && names.Plain([]byte(name)) {
		return name, 0
	}
	text := []byte(name)
	if found, kind := names.True(cur.Visits, cur.Config, text); kind != 0 {
		return string(found), kind
	}
	if found, ok := names.Suffix(cur.Visits, cur.Config, text, "."); ok {
		return string(found), repair.ToolName
	}
	for _, word := range h.Messages.Words {
		if found, ok := strings.CutSuffix(name, word); ok && cur.Declared(found) {
			return found, repair.ToolName
		}
	}
	return name, 0
}
