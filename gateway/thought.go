package gateway

import (
	"bytes"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/gateway/internal/jsonedit"
	"github.com/toolparser/toolparser/parsers"
)

// A thought takes the thought from the start of a content: Policy.SeparateReasoning. Where it begins and ends, the parser of the
// model's family says. That only this one goes, and white space around its markers, is the proxy's own rule: an API can't take a
// thought out of the midst of a message whose start the client has. So the content without it is another text, with a parser of its
// own. It implements parsers.Handler.
type thought struct {
	parser  parsers.Parser
	config  parsers.Config
	closers []parsers.ReasoningMarkers
	fault   *fault
	state   thoughtState
	found   bool   // the content starts with one, as far as is known
	begun   bool   // a part of it was returned
	last    bool   // nothing follows
	called  bool   // a call is behind what the thought is for certain
	kept    []byte // of the content, what hasn't left
	base    int    // bytes of the content before it
	ends    int    // how far the thought reaches, as far as is certain
	looked  int    // how far it was looked at for white space
	solid   int    // where it ends without the white space at its end
	behind  int    // of the content, what is before the text without the thought
	call    int    // where the call starts that is read
}

type thoughtState uint8

const (
	thoughtUnknown thoughtState = iota // the content may start with one
	thoughtOpen
	thoughtLeft  // without its closer, which may follow calls
	thoughtEnded // white space may follow
	thoughtOver
)

// newThought looks for a thought in what a family reads; nil if the policy doesn't ask for it.
func (f *Fixer) newThought(offer *Offer, family *parsers.Family, fault *fault) *thought {
	if !f.policy.SeparateReasoning {
		return nil
	}
	if len(family.ReasoningMarkers) == 0 {
		family = f.auto
	}
	t := &thought{parser: family.NewParser(), config: f.config(offer), closers: family.ReasoningMarkers, fault: fault}
	t.config.Work = new(parsers.Work)
	t.parser.Reset(&t.config, t)
	return t
}

// SplitThought takes the thought from the start of a complete content. ok is false if there is none. served is the
// model that the upstream says it served.
func (f *Fixer) SplitThought(offer *Offer, served, content string) (own, rest string, ok bool) {
	var fault fault
	t := f.newThought(offer, f.familyOf(served, offer.Model), &fault)
	if t == nil {
		return "", content, false
	}
	first, rest := t.read(content)
	last, more := t.finish()
	if !t.found || fault.happened() {
		return "", content, false
	}
	return first + last, rest + more, true
}

// waits is how many bytes of a thought wait.
func (t *thought) waits() int {
	if t.found {
		return len(t.kept)
	}
	return 0
}

// read takes the next piece of the content, cut anywhere, and returns what is certain of the thought, and of the content without it.
func (t *thought) read(piece string) (own, rest string) {
	t.kept = append(t.kept, piece...)
	if t.state < thoughtEnded {
		t.fault.guard(func() { t.parser.Parse([]byte(piece)) })
	}
	return t.take()
}

// finish ends the content, and returns what is left.
func (t *thought) finish() (own, rest string) {
	if t.found && t.state < thoughtEnded {
		t.fault.guard(func() { t.parser.Finish(parsers.FinishLength) })
	}
	t.end()
	return t.take()
}

// end ends the search where it is. Calls at the end of the thought are a part of it.
func (t *thought) end() {
	t.last = true
	switch t.none(); t.state {
	case thoughtOpen, thoughtLeft:
		if t.state == thoughtOpen || t.called {
			t.ends = t.base + len(t.kept)
		}
		t.close(t.ends)
	}
}

// take returns what is certain now. Where the fix was given up, the thought ends.
func (t *thought) take() (own, rest string) {
	if t.fault.happened() {
		t.end()
	}
	if t.found {
		own = t.own()
	}
	if t.state == thoughtEnded {
		t.drop(t.behind)
		if t.kept = bytes.TrimLeft(t.kept, jsonedit.Space); len(t.kept) > 0 || t.last {
			t.state = thoughtOver
		}
	}
	if t.state == thoughtOver {
		rest, t.kept, t.parser = string(t.kept), nil, nil
	}
	return own, rest
}

// own is what is certain of the thought, without white space at its ends.
func (t *thought) own() string {
	if !t.begun {
		own := t.kept[:max(t.ends-t.base, 0)]
		t.drop(t.base + len(own) - len(bytes.TrimLeft(own, jsonedit.Space)))
	}
	from := max(t.looked, t.base)
	t.looked = max(t.ends, from)
	if n := len(bytes.TrimRight(t.kept[from-t.base:t.looked-t.base], jsonedit.Space)); n > 0 {
		t.begun, t.solid = true, from+n
	}
	text := string(t.kept[:max(t.solid-t.base, 0)])
	t.drop(t.solid)
	return text
}

// drop drops what is kept before an offset of the content.
func (t *thought) drop(before int) {
	if n := before - t.base; n > 0 {
		t.kept, t.base = t.kept[n:], before
	}
}

// none says that the content starts with something else, unless a thought has been found.
func (t *thought) none() {
	if t.state == thoughtUnknown {
		t.state = thoughtOver
	}
}

// open opens the thought at an offset.
func (t *thought) open(at int) {
	t.state, t.found, t.ends = thoughtOpen, true, at
	t.drop(at)
}

// close ends the thought; the content goes on at an offset.
func (t *thought) close(behind int) { t.state, t.behind = thoughtEnded, behind }

// reach says that all up to an offset is a part of the thought, if it is open.
func (t *thought) reach(end int) {
	if t.none(); t.state == thoughtOpen {
		t.ends = end
	}
}

// Text implements parsers.Handler.
func (t *thought) Text(at int, text []byte) {
	switch white := len(bytes.TrimLeft(text, jsonedit.Space)) == 0; {
	case t.state == thoughtUnknown && white:
	case t.state == thoughtLeft && !white:
		t.close(t.ends)
	default:
		t.reach(at + len(text))
	}
}

// Decoded implements parsers.Handler. A vendor's response has its own place for thoughts.
func (t *thought) Decoded(raw parsers.Span, _ []byte) { t.reach(raw.End) }

// Markup implements parsers.Handler.
func (t *thought) Markup(at int, text []byte, role parsers.Role) {
	opens := role == parsers.RoleThought || role == parsers.RoleReasoning
	closes := role == parsers.RoleReasoningEnd || role == parsers.RoleThoughtEnd && len(text) > 0
	end := at + len(text)
	switch {
	case t.state == thoughtUnknown && opens:
		t.open(end)
	case t.state == thoughtUnknown && role == parsers.RoleFrame: // before the thought, in the midst of its opener
	case closes && (t.state == thoughtOpen || t.state == thoughtLeft):
		t.ends = at
		t.close(end)
	case t.state == thoughtOpen && role == parsers.RoleThoughtEnd:
		t.state, t.ends, t.called = thoughtLeft, at, false
	case t.state == thoughtLeft && opens:
		t.close(t.ends)
	case t.state == thoughtEnded && role == parsers.RoleFrame && at == t.behind && t.isCloser(string(text)):
		t.behind = end
	default:
		t.reach(end)
	}
}

// isCloser reports whether a text is a marker that ends a thought.
func (t *thought) isCloser(text string) bool {
	return slices.ContainsFunc(t.closers, func(m parsers.ReasoningMarkers) bool { return strings.TrimSpace(m.Close) == text })
}

// BeginCall implements parsers.Handler.
func (t *thought) BeginCall(b parsers.Begin) {
	t.none()
	t.called, t.call = true, b.At
}

// EndCall implements parsers.Handler.
func (t *thought) EndCall(e parsers.End) { t.reach(t.call + len(e.Raw)) }

// Call implements parsers.Handler.
func (t *thought) Call(b parsers.Begin, _ []byte, e parsers.End) {
	t.BeginCall(b)
	t.EndCall(e)
}

// InvalidCall implements parsers.Handler.
func (t *thought) InvalidCall(inv parsers.Invalid) { t.reach(inv.At + len(inv.Raw)) }

// InvalidText implements parsers.Handler.
func (t *thought) InvalidText(text []byte) { t.reach(t.ends + len(text)) }

// Arguments implements parsers.Handler.
func (*thought) Arguments([]byte) {}

// RewindArguments implements parsers.Handler.
func (*thought) RewindArguments(int) {}

// Amend implements parsers.Handler.
func (*thought) Amend(parsers.Repair) {}

// Followed implements parsers.Handler.
func (*thought) Followed(bool, parsers.Flaw) {}

// Quoted implements parsers.Handler. A call that is quoted is text of the thought or of what follows it, as another call is.
func (*thought) Quoted(bool) {}

// OnLine implements parsers.Handler. What follows a call doesn't end a thought.
func (*thought) OnLine(bool) {}
