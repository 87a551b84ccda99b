package claude

import (
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/names"
)

// A header is what the begin of a call says, in both kinds of tags.
type header struct {
	prefix string // of the block's tags, or ""
	name   string
	format string
	at     int
	bare   bool // there is no block around it
	nameAt int  // where the name is, if it needed a repair; else 0
}

// setName sets the name that stands at offset at, if it may be one.
func (h *header) setName(e *engine.Engine, name []byte, at int) {
	name, prefixed := names.True(e.Config, name)
	if prefixed {
		h.nameAt = at
	}
	if names.Valid(name) {
		h.name = e.Config.Tools.Intern(name)
	}
}

// fits tells whether a tag with this prefix may belong to the call.
func (h *header) fits(prefix []byte) bool {
	return len(prefix) == 0 || string(prefix) == h.prefix
}

// refused says why the call can't be accepted, whatever its arguments.
func (h *header) refused(e *engine.Engine) (parsers.Reason, string) {
	switch {
	case h.name == "":
		return parsers.ReasonMalformed, "the call's name is none that a tool can have"
	case h.bare && !e.Declared(h.name):
		return parsers.ReasonUnknownTool, "no tool \"" + h.name + "\" is declared, and the call stands alone"
	case h.bare && !e.Repairs():
		return parsers.ReasonMalformed, "the opening tag around the call is missing"
	}
	return parsers.ReasonUnspecified, ""
}

// repairs are those that the header needed.
func (h *header) repairs() []parsers.Repair {
	var repairs []parsers.Repair
	if h.bare {
		repairs = append(repairs, parsers.Repair{Kind: parsers.RepairMissingMarker, Offset: h.at})
	}
	if h.nameAt > 0 {
		repairs = append(repairs, parsers.Repair{Kind: parsers.RepairToolName, Offset: h.nameAt})
	}
	return repairs
}

func (h *header) begin(e *engine.Engine) {
	e.Handler.BeginCall(parsers.Begin{At: h.at, Name: h.name, Format: h.format, FreeText: h.free(e)})
}

// free tells whether the call costs 0.3.
func (h *header) free(e *engine.Engine) bool { return h.bare || e.Penalized(h.at) }

func (h *header) invalid(e *engine.Engine, reason parsers.Reason, message string) parsers.Invalid {
	return parsers.Invalid{Name: h.name, Format: h.format, Reason: reason, Message: message, FreeText: h.free(e)}
}

func missingCloser(at int) parsers.Repair {
	return parsers.Repair{Kind: parsers.RepairMissingCloser, Offset: at}
}

const cutOff = "unexpected end of output inside a tool call"
