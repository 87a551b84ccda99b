package markers

import (
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/grammar"
	"github.com/toolparser/toolparser/parsers/internal/body"
	"github.com/toolparser/toolparser/parsers/internal/match"
	"github.com/toolparser/toolparser/parsers/internal/work"
)

// A Matcher looks for something at the start of b.
type Matcher func(v *work.Counter, b []byte, final bool) match.Answer

// A Wording says where a marker counts that begins with a letter.
type Wording uint8

const (
	// NoWord: it doesn't begin with one.
	NoWord Wording = iota
	// InText: not inside a word.
	InText
	// StartsLine: at a line start.
	StartsLine
)

// A Marker is a fixed text, or the beginning of a tag, that means something
// in running text.
type Marker struct {
	// Text is the marker, or how the tag begins. It may begin with any byte, but with
	// a letter only if it is words.
	Text string
	// Match, if set, takes Text's place.
	Match Matcher
	// First is the marker's first byte. If Text says it, it is set when the markers are compiled.
	First byte
	// Opener is the number of what the marker opens, in the list of whoever compiled the
	// markers; 0 for a marker next to calls.
	Opener int
	// Begins: a failed candidate ends where this marker is.
	Begins bool
	// Word says where the marker counts, if it begins with a letter.
	Word Wording
	// Think: the marker is a special token: it counts in a thought and in
	// inline code, too.
	Think bool
	// Inside: the marker counts in inline code, too, in a wrapper that counts there or behind
	// a call's own tokens.
	Inside bool
	// Line: the marker, of which a grammar has one at most, is a word that
	// counts at a line start only, outside of quotation. It ends nothing.
	Line bool
	// Section: the marker opens a section or a wrapper of calls.
	Section bool
	// EndsThought: an open thought ends before it.
	EndsThought bool
	// Fenced: the marker counts in a fence whose body began with such a marker. If it
	// begins nothing, it also counts in a fence whose body began with JSON.
	Fenced bool
	// Drafts: calls that the marker begins in a thought count, with a penalty, if nothing
	// but more of them follows there.
	Drafts bool
	// Formats are the formats of the calls that the marker begins, or is next to. If none
	// of them counts, the marker is text. No formats: the marker always counts.
	Formats []string
	// Ends says what the marker does to JSON before it.
	Ends body.Ending
	// OpensThoughts are the thoughts that the marker opens, and ClosesThoughts those that it closes.
	OpensThoughts, ClosesThoughts Thoughts
	// MayBeText: the marker opens a block or a wrapper, and is text if text follows.
	MayBeText bool
	// Around: the marker opens what is around calls, also around a block whose opener begins with it.
	Around bool
	// Always: the marker is markup everywhere.
	Always bool
	// Python is the block of Python calls that the marker opens.
	Python *grammar.PythonBlock
	// Part is what the marker is in a call between tokens, and Frame what it is in frames.
	Part  TokenPart
	Frame FramePart
	// Framed: the marker begins or ends calls in the messages of frames.
	Framed bool
	// Mentioned: the marker ends a section, but a thought only if no text follows.
	Mentioned bool
	// Look, if set, takes Text's place, too. It keeps what it read, or asks what tools are declared.
	Look func(ms *Finder, b []byte, final bool) match.Answer
	// Wrong: another token should be there.
	Wrong bool
	// Hidden: in a quotation the marker is none.
	Hidden bool
	// Plain: the marker is a tag, and no special token.
	Plain bool

	found found
}

// found is how the marker is found among others.
type found struct {
	second  second
	probe   Matcher  // it matches wherever Look does, and may elsewhere
	text    string   // Text, where nothing else counts
	written []string // how it is written by default, in each spelling; nil: as Text
	shares  bool     // another marker is written so, too
}

// Opens reports whether the marker opens a call, or a section or a wrapper of calls.
func (m *Marker) Opens() bool { return m.Begins || m.Section }

// Closes reports whether the marker ends a call, a section or a turn, and opens none.
func (m *Marker) Closes() bool {
	return (m.Ends != body.EndsNothing || m.Frame == FrameEnd) && !m.Opens()
}

// A TokenPart is what a token of calls in sections is.
type TokenPart uint8

// The parts of calls in sections.
const (
	OtherPart TokenPart = iota
	IDPart
	SeparatorPart
	EndPart
)

// A FramePart is what a marker of frames is.
type FramePart uint8

// The parts of frames.
const (
	NoFramePart FramePart = iota
	FrameStart
	FrameChannel
	FrameConstrain
	FrameMessage
	FrameWord // begins a header without its tokens
	FrameSection
	FrameLed // is before a section's marker, or a block's
	FrameEnd
)

// A second says what a marker's second byte is, or isn't; 0: nothing. The rest is what is behind
// that byte, as far as it is known. A second rules out most markers that begin with the same byte.
type second struct {
	is, not byte
	rest    string
}

func (s *second) rulesOut(b []byte) bool {
	if len(b) < 2 || s.is == 0 && s.not == 0 {
		return false
	}
	if s.is != 0 && b[1] != s.is || b[1] == s.not {
		return true
	}
	for i := 0; i < len(s.rest) && i+2 < len(b); i++ {
		if b[i+2] != s.rest[i] {
			return true
		}
	}
	return false
}

// spellings are how the marker is written by default.
func (m *Marker) spellings() []string {
	if m.found.written == nil && m.Text != "" {
		return []string{m.Text}
	}
	return m.found.written
}

// begins reports whether other is the marker and more bytes, and isn't found by what the marker opens.
func (m *Marker) begins(other *Marker) bool {
	return !(m.Around && other.MayBeText) && m.like(other, func(text, longer string) bool {
		return len(text) < len(longer) && strings.EqualFold(text, longer[:len(text)])
	})
}

// same reports whether other is written as the marker is.
func (m *Marker) same(other *Marker) bool { return m.like(other, strings.EqualFold) }

func (m *Marker) like(other *Marker, are func(text, other string) bool) bool {
	return slices.ContainsFunc(m.spellings(), func(text string) bool {
		return slices.ContainsFunc(other.spellings(), func(other string) bool { return are(text, other) })
	})
}

// IsTag reports whether the marker is a tag, a special token, or words before a special token.
func (m *Marker) IsTag() bool {
	return !match.IsLetter(m.First) && !m.Hidden || m.MayBeText && m.Think
}

// mark is what the marker means to a body.
func (m *Marker) mark() body.Mark {
	if m == nil {
		return body.Mark{}
	}
	return body.Mark{Text: m.Text, Begins: m.Begins, Opens: m.Opener != 0, Ends: m.Ends, ClosesThought: m.ClosesThoughts != 0}
}

// Stops reports whether a failed call ends where the marker is.
func (m *Marker) Stops() bool { return m.Begins || m.Ends != body.EndsNothing }

// Compare reports whether the marker begins b.
func (m *Marker) Compare(v *work.Counter, b []byte, final bool) match.Answer {
	if m.Match != nil {
		return m.Match(v, b, final)
	}
	return match.Text(m.Text, b, final)
}

// seeText notes the first bytes of a marker that is a text, and whether nothing but the text counts.
func (m *Marker) seeText() {
	if m.Match != nil || m.Text == "" {
		return
	}
	if m.First = m.Text[0]; len(m.Text) > 1 {
		m.found.second.is = m.Text[1]
	}
	if m.Look == nil {
		m.found.text = m.Text
	}
}

// behind are the bytes that may follow the marker's first byte, which is first; nil: any. A match that
// finds no marker in two bytes finds none in any text that begins with them.
func (m *Marker) behind(first byte) *[256]bool {
	s, matches := m.found.second, m.Match
	if m.found.probe != nil {
		matches = m.found.probe
	}
	if matches == nil && s.is == 0 && s.not == 0 {
		return nil
	}
	behind, b := new([256]bool), []byte{first, 0}
	for c := range behind {
		b[1] = byte(c)
		behind[c] = b[1] != s.not && (b[1] == s.is || s.is == 0) && (matches == nil || matches(nil, b, false) != match.No)
	}
	return behind
}

// formatFilter say where no call can count, so that nothing is held back there.
type formatFilter struct {
	Inline, Fence bool // no JSON in running text, in fences
	Lead          bool // nor at the start of the output
	markers       bool // some markers' formats may not count
}

// newFormatFilter makes the filter of an output for which the request chose formats.
func newFormatFilter(g *grammar.Grammar, cfg *parsers.Config) formatFilter {
	lead := g.Lead == nil || !mayCount(g.Lead.Shape, cfg, false)
	return formatFilter{
		Inline: !mayCount(g.JSON, cfg, false), Fence: !mayCount(g.JSON, cfg, true), Lead: lead, markers: true,
	}
}

// mayCount reports whether a format of the calls that the shape holds counts. The shape is inside of the other ones.
func mayCount(s *grammar.Shape, cfg *parsers.Config, fenced bool, outer ...*grammar.Shape) bool {
	if s == nil || slices.Contains(outer, s) {
		return false
	}
	format := s.Format
	if fenced && s.FencedFormat != "" {
		format = s.FencedFormat
	}
	if format != "" && cfg.Counts(format) {
		return true
	}
	for i := range s.Fields {
		if f := &s.Fields[i]; f.Format != "" && cfg.Counts(f.Format) || mayCount(f.Shape, cfg, fenced, append(outer, s)...) {
			return true
		}
	}
	return false
}

// outside is what markers must know of what is around calls. What is around writes it down here.
type outside struct {
	Section bool // a section is open
	Wrapped bool // a wrapper is open
	Begun   bool // a message of frames began, or ended
	Calls   bool // a message to a tool is open that holds calls in tags
	ShellAt int  // a call here has tokens of its own before it; -1: none has
}

// Open reports whether something of the family is open: a section, a wrapper, or a message.
func (o *outside) Open() bool { return o.Section || o.Wrapped || o.Begun || o.Calls }

// Inside reports whether calls at offset at are in a wrapper, or behind a token.
func (o *outside) Inside(at int) bool { return o.Wrapped || o.ShellAt == at }

// Wanted reports whether a call that the marker begins may count. Tags in frames begin none outside of a
// message to a tool.
func (fi *Finder) Wanted(m *Marker) bool {
	return !(m.Framed && fi.Outside.Begun && !fi.Outside.Calls) && (!fi.FormatFilter.markers || len(m.Formats) == 0 || slices.ContainsFunc(m.Formats, fi.Cur.Config.Counts))
}
