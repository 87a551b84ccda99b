package conformance

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers"
)

// checkContract proves that the parser keeps the contract of parsers.Handler:
// every byte is reported once, in order, and calls begin and end in turn.
func (s *Suite) checkContract(t Reporter, in input) {
	t.Helper()
	for name, pieces := range map[string][]string{
		"whole":   {in.output},
		"by byte": cutEvery(in.output, 1),
	} {
		if w := s.witness(in, pieces); w.problem != "" {
			t.Errorf("fed %s, the parser breaks the contract of Handler: %s", name, w.problem)
		}
	}
}

// witness watches the parser.
func (s *Suite) witness(in input, pieces []string) *witness {
	w := &witness{output: in.output, reads: s.family.Reads}
	w.clean = in.config.Options.ContentPolicy == parsers.ContentClean
	p := s.family.NewParser()
	p.Reset(&in.config, w)
	for _, piece := range pieces {
		if piece != "" {
			p.Parse([]byte(piece))
		}
	}
	p.Finish(in.reason)
	w.endThought(w.at)
	w.expect(!w.begun, "the call started at %d isn't ended", w.open)
	w.expect(w.at == len(w.output), "the output from %d on isn't reported", w.at)
	return w
}

// A witness is a Handler that remembers the first breach of its contract.
type witness struct {
	output    string
	reads     func(format string) bool
	clean     bool // invalid calls are left out
	at        int  // what was reported
	begun     bool
	open      int // where the open call began
	arguments int // their length
	invalid   bool
	decoded   bool // there was Decoded text
	ended     bool
	watched   bool // the call that ended last is
	inner     bool // it may be quoted
	onLine    bool // it is alone on its line, as far as is known
	breach

	thinking parsers.Role // what opened the thought that is open, or RoleAlways
	opened   int          // where
	thoughts []thought
	blocks   saying // the texts in the reasoning blocks
}

// A thought is what is between RoleThought or RoleReasoning and its end.
type thought struct {
	span  parsers.Span
	block bool // RoleReasoning's
}

// A breach is the first one of the rules.
type breach struct{ problem string }

func (b *breach) expect(ok bool, format string, args ...any) {
	if !ok && b.problem == "" {
		b.problem = fmt.Sprintf(format, args...)
	}
}

// report is called for every byte of the output.
func (w *witness) report(event string, at int, text []byte) {
	w.expect(at == w.at, "%s at %d, where %d is next", event, at, w.at)
	end := at + len(text)
	w.expect(at >= 0 && end <= len(w.output) && w.output[max(at, 0):end] == string(text),
		"%s at %d has %q, which isn't there", event, at, text)
	w.at = end
}

// between is called by events that are between calls.
func (w *witness) between(event string) {
	w.expect(!w.begun, "%s at %d, in an open call", event, w.at)
	w.invalid = false
}

func (w *witness) Text(at int, text []byte) {
	w.between("Text")
	w.report("Text", at, text)
	if w.thinking == parsers.RoleReasoning {
		w.blocks[len(w.blocks)-1] += string(text)
	}
}

// thinkCall notes text of a call that doesn't count: in a reasoning block it is reasoning.
func (w *witness) thinkCall(text []byte) {
	switch {
	case w.thinking != parsers.RoleReasoning:
	case w.clean:
		w.blocks = append(w.blocks, "")
	default:
		w.blocks[len(w.blocks)-1] += string(text)
	}
}

func (w *witness) Decoded(raw parsers.Span, _ []byte) {
	w.between("Decoded")
	w.decoded = true
	w.expect(raw.Start == w.at && raw.Start <= raw.End && raw.End <= len(w.output),
		"Decoded has span %v, where %d is next", raw, w.at)
	w.at = raw.End
}

func (w *witness) Markup(at int, text []byte, role parsers.Role) {
	w.between("Markup")
	if len(text) > 0 || !role.Bare() {
		w.report("Markup", at, text)
	}
	switch role {
	case parsers.RoleThought, parsers.RoleReasoning:
		w.expect(w.thinking == parsers.RoleAlways, "a thought at %d opens in the one that opened at %d", at, w.opened)
		w.thinking, w.opened = role, at
		if role == parsers.RoleThought {
			w.opened = w.at
		} else {
			w.blocks = append(w.blocks, "")
		}
	case parsers.RoleThoughtEnd:
		w.expect(w.thinking != parsers.RoleAlways || len(text) > 0, "an end of a thought at %d has no text, and no thought is open", at)
		w.endThought(at)
	case parsers.RoleReasoningEnd:
		w.expect(w.thinking == parsers.RoleReasoning, "a reasoning block ends at %d, and none is open", at)
		w.endThought(w.at)
	}
}

// endThought ends the open thought, if there is one.
func (w *witness) endThought(at int) {
	if w.thinking != parsers.RoleAlways {
		w.thoughts = append(w.thoughts, thought{parsers.Span{Start: w.opened, End: at}, w.thinking == parsers.RoleReasoning})
	}
	w.thinking = parsers.RoleAlways
}

func (w *witness) BeginCall(b parsers.Begin) {
	w.between("BeginCall")
	w.expect(b.At == w.at, "BeginCall at %d, where %d is next", b.At, w.at)
	w.expect(b.Name != "", "BeginCall at %d has no name", b.At)
	w.expect(b.Quoted || w.thinking == parsers.RoleAlways, "BeginCall at %d, in the thought that opened at %d", b.At, w.opened)
	w.expectFormat("BeginCall", b.At, b.Format)
	w.begun, w.open, w.arguments = true, b.At, 0
}

func (w *witness) expectFormat(event string, at int, name string) {
	w.expect(w.reads(name), "%s at %d has the format %q, which the family doesn't list", event, at, name)
}

func (w *witness) Arguments(piece []byte) {
	w.expect(w.begun, "Arguments at %d without an open call", w.at)
	w.arguments += len(piece)
}

func (w *witness) RewindArguments(n int) {
	w.expect(w.begun, "RewindArguments at %d without an open call", w.at)
	w.expect(n >= 0 && n <= w.arguments, "RewindArguments to %d of %d bytes", n, w.arguments)
	w.arguments = n
}

func (w *witness) EndCall(e parsers.End) {
	w.expect(w.begun, "EndCall at %d without an open call", w.at)
	w.begun, w.ended, w.watched = false, true, e.Watched != parsers.WatchNothing
	w.inner, w.onLine = e.Inner, e.OnLine
	w.expect(len(e.Raw) > 0, "EndCall at %d without Raw", w.at)
	w.report("EndCall", w.open, e.Raw)
	w.thinkCall(e.Raw)
}

func (w *witness) Call(b parsers.Begin, arguments []byte, e parsers.End) {
	w.BeginCall(b)
	w.Arguments(arguments)
	w.EndCall(e)
}

func (w *witness) InvalidCall(inv parsers.Invalid) {
	reported := inv.Reason != parsers.ReasonUnspecified
	w.expect(reported || w.begun, "InvalidCall at %d has no reason", inv.At)
	w.expect(inv.Message != "", "InvalidCall at %d has no message", inv.At)
	w.expectFormat("InvalidCall", inv.At, inv.Format)
	w.begun, w.invalid = false, reported
	w.report("InvalidCall", inv.At, inv.Raw)
	w.thinkCall(inv.Raw)
}

func (w *witness) InvalidText(text []byte) {
	w.expect(w.invalid, "InvalidText at %d without InvalidCall before it", w.at)
	w.report("InvalidText", w.at, text)
	w.thinkCall(text)
}

func (w *witness) Amend(parsers.Repair) {
	w.expect(w.ended, "Amend at %d without a call that was ended", w.at)
}

func (w *witness) Followed(bool, parsers.Flaw) {
	w.expect(w.watched, "Followed at %d without a watched call that was ended", w.at)
	w.watched = false
}

func (w *witness) Quoted(bool) {
	w.expect(w.inner, "Quoted at %d without a call that was ended and may be quoted", w.at)
	w.inner = false
}

func (w *witness) OnLine(bool) {
	w.expect(w.onLine, "OnLine at %d without a call that was ended and is alone on its line", w.at)
	w.onLine = false
}
