package claude

import (
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/internal/engine"
	"github.com/toolparser/toolparser/parsers/internal/names"
	"github.com/toolparser/toolparser/parsers/internal/tags"
)

// A block is what stands between the wrapper's tags.
type block struct {
	open   bool
	prefix string
}

func matchBlock(b []byte, final bool) int {
	_, n := openingTag(b, wrapperTag, final)
	return n
}

func matchBlockEnd(b []byte, final bool) int {
	_, n := tags.Closing(b, wrapperTag, final)
	return n
}

func matchInvoke(b []byte, final bool) int {
	_, n := tags.Read(b, invokeTag, nameAttribute, final)
	return n
}

func matchInvokeEnd(b []byte, final bool) int {
	_, n := tags.Closing(b, invokeTag, final)
	return n
}

// openingTag matches an opening tag without attributes.
func openingTag(b []byte, name string, final bool) (prefix []byte, n int) {
	prefix, n = tags.Opening(b, name, final)
	if n <= 0 {
		return nil, n
	}
	end := tags.End(b[n:], final)
	if end <= 0 {
		return nil, end
	}
	return prefix, n + end
}

// openBlock waits for what follows the tag that opens a block: one that text
// follows is text.
func (p *parser) openBlock(e *engine.Engine, at int) engine.Candidate {
	prefix, n := openingTag(e.Rest(at), wrapperTag, true)
	p.opening = blockOpening{p: p, prefix: intern(prefix), start: at, end: at + n}
	return &p.opening
}

// blockOpening is the candidate for the tag that opens a block.
type blockOpening struct {
	p          *parser
	prefix     string
	start, end int // of the tag
}

// Step implements [engine.Candidate].
func (b *blockOpening) Step(e *engine.Engine) bool {
	follower, more := e.Follows(b.end)
	if more {
		return false
	}
	e.Seek(b.end)
	switch follower {
	case engine.FollowedByCall:
		b.p.enterBlock(b)
	case engine.FollowedByOpening, engine.FollowedByJSON: // the calls behind it are in another group, or in none
		e.Markup(b.end, parsers.RoleLead)
	}
	return true
}

// enterBlock opens the group of the calls in the block. Text in it is text.
func (p *parser) enterBlock(b *blockOpening) {
	if p.block.open {
		p.Markup(b.start, parsers.RoleClose)
	}
	p.block = block{open: true, prefix: b.prefix}
	p.Markup(b.end, parsers.RoleOpen)
}

// closeBlock closes the group; without one the tag belongs to the call before it.
func (p *parser) closeBlock(e *engine.Engine, at int) engine.Candidate {
	prefix, n := tags.Closing(e.Rest(at), wrapperTag, true)
	role := parsers.RoleTrail
	if p.block.open {
		if len(prefix) > 0 && string(prefix) != p.block.prefix {
			return nil
		}
		role = parsers.RoleClose
	}
	p.block = block{}
	e.Seek(at + n)
	e.Markup(at+n, role)
	return done{}
}

// openInvoke opens the call that the tag at offset at begins. Without a name
// in the tag it is one of Claude 2.1, or none.
func (p *parser) openInvoke(e *engine.Engine, at int) engine.Candidate {
	tag, n := tags.Read(e.Rest(at), invokeTag, nameAttribute, true)
	prefix := p.block.prefix
	if prefix == "" {
		prefix = intern(tag.Prefix)
	} else if len(tag.Prefix) > 0 && string(tag.Prefix) != prefix {
		return nil
	}
	if tag.Has {
		p.invoke.start(p, prefix, tag, at, n)
		return &p.invoke
	}
	p.legacy.start(p, prefix, at, n)
	return &p.legacy
}

// intern is a prefix as a string that stays.
func intern(prefix []byte) string {
	const usual = "antml"
	if string(prefix) == usual {
		return usual
	}
	return strings.Clone(string(prefix))
}

// done is the candidate that has nothing left to read.
type done struct{}

// Step implements [engine.Candidate].
func (done) Step(*engine.Engine) bool { return true }

// stray leaves a tag that belongs to nothing in the text.
func stray(*engine.Engine, int) engine.Candidate { return nil }

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
