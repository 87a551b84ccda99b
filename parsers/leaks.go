package parsers

import (
	"slices"
	"strings"
	"sync"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
	"github.com/toolparser/toolparser/parsers/internal/leaks"
)

// A Marker is what a family writes around its calls: it is a sign of a call where it is left in text.
type Marker = leaks.Marker

// A LeakKind says what a leak is.
type LeakKind = leaks.Kind

// The kinds of leaks, numbered as in the contract.
const (
	// LeakMarker is a marker of any family.
	LeakMarker = leaks.KindMarker
	// LeakDeclaredName is a declared name in markup, or before arguments.
	LeakDeclaredName = leaks.DeclaredName
	// LeakAnnounced is a marker that announces a call, behind which none can be read.
	LeakAnnounced = leaks.Announced
)

// A Leak is a place in the content that looks like a call, or like the markup of one, and that wasn't accepted.
type Leak struct {
	Kind LeakKind
	Span Span
	// Family is the one whose marker it is; empty for a LeakDeclaredName.
	Family string
	// Name is the declared name; empty for the other kinds.
	Name string
}

// Signs are by what leaks of a family are found. Package family takes them from the table.
type Signs struct {
	// Markers are what the family writes around its calls.
	Markers []Marker
	// Others are what it writes around turns, thoughts and answers.
	Others []string
	// Results are the openers and the closers of a tool's results.
	Results [][2]string
	// Framed: every message is in a frame. What looks like a call in one to the user is text.
	Framed bool
}

func (s *Signs) source(family string) leaks.Source {
	return leaks.Source{Family: family, Markers: s.Markers, Others: s.Others, Results: s.Results}
}

// Markers are the markers of several families, by which leaks are found. They are safe for concurrent use.
type Markers struct {
	table *leaks.Table
	names map[string]bool // of the families
}

// NewMarkers makes the markers of the families. Those of auto are other families', so they are left out, unless it is alone.
func NewMarkers(families ...*Family) *Markers {
	var sources []leaks.Source
	names := map[string]bool{}
	for _, f := range families {
		names[f.Name] = true
		if f.Name != Auto || len(families) == 1 {
			sources = append(sources, f.Signs.source(f.Name))
		}
	}
	return &Markers{leaks.Compile(sources...), names}
}

// ownMarkers are those of one family, made when they are first needed.
type ownMarkers struct {
	once    sync.Once
	markers *Markers
}

// lazyMarkers are made when they are first needed.
func lazyMarkers(families ...*Family) func() *Markers {
	families = slices.Clone(families)
	return sync.OnceValue(func() *Markers { return NewMarkers(families...) })
}

// table is that by which the leaks of an output are found; nil: none are looked for, as the family has no calls, or
// none were asked for.
func (rq *request) table() *leaks.Table {
	f := rq.family
	switch {
	case len(f.Formats) == 0, rq.cfg.ToolChoice.Mode == ToolChoiceNone:
		return nil
	case rq.cfg.Markers != nil:
		return rq.cfg.Markers.table
	}
	f.own.once.Do(func() { f.own.markers = NewMarkers(f) })
	return f.own.markers.table
}

// A lookout looks for leaks in one output. Markup is looked at late: most of it turns out to be what is around accepted calls, where
// nothing leaks. See docs/models/formats, "Leaks".
type lookout struct {
	finder *leaks.Finder // made when it first has something to look at; kept for other outputs
	late   Span          // markup that wasn't looked at so far, and white space
	bytes  []byte        // of late; in a stream only
	white  int32         // bytes of white space that late ends with
	broken bool          // something that isn't text follows it
	opens  bool          // it ends with what opens a group, such as the first line of a fence
}

// finder looks for leaks from offset at on. It is made when it first has something to look at: most streams wait, or are inside of a
// call. A nil finder finds nothing.
func (c *collector) finder(at int) *leaks.Finder {
	if c.leaks != nil && c.leaks.finder.Looking() {
		return c.leaks.finder
	}
	table := c.request.table()
	if table == nil {
		return nil
	}
	if c.leaks == nil {
		c.leaks = new(lookout)
	}
	if c.leaks.finder == nil {
		c.leaks.finder = new(leaks.Finder)
	}
	var tools leaks.Tools
	if given := c.request.cfg.Tools; given.Given() {
		tools = given
	}
	f := c.leaks.finder
	f.Begin(table, c.request.family.Name, string(c.request.output), tools, c.request.visits)
	if at > 0 {
		f.Break()
	}
	return f
}

// breakLook says that something follows that isn't text.
func (c *collector) breakLook() {
	switch l := c.leaks; {
	case l == nil:
	case l.late.End > 0:
		l.broken = true
	case l.finder.Looking():
		l.finder.Break()
	}
}

// forgetLook lets go of the output.
func (c *collector) forgetLook() {
	l := c.leaks
	if l == nil {
		return
	}
	if l.finder.Looking() {
		l.finder.Forget()
	}
	l.bytes = buffers.Reused(l.bytes)
	l.none()
}

// mostWhite is how much white space is looked at late.
const mostWhite = 8

// lookAtText looks at text.
func (c *collector) lookAtText(at int, text []byte) {
	l := c.leaks
	if l != nil && l.late.End == 0 && l.finder.Waits(at, text) {
		return
	}
	if l != nil && l.late.End == at && at > 0 && !l.broken && len(text) <= mostWhite && isWhite(text) {
		c.lookLate(at, text)
		l.white += int32(len(text))
		return
	}
	c.lookAtLate()
	c.finder(at).Text(at, text)
}

// lookAt looks at markup: it may turn out to be text.
func (c *collector) lookAt(at int, text []byte, role Role) {
	switch role {
	case RoleThought, RoleReasoning, RoleThoughtEnd, RoleReasoningEnd:
		c.lookAtLate()
		c.finder(at).Thought(role == RoleThought || role == RoleReasoning)
		return
	case RoleDocument:
		c.breakLook()
		return
	}
	if len(text) == 0 || c.request.table() == nil {
		return
	}
	if c.leaks == nil {
		c.leaks = new(lookout)
	}
	if l := c.leaks; l.broken || l.late.End != at {
		c.lookAtLate()
		l.late.Start = at
	}
	c.lookLate(at, text)
	c.leaks.white, c.leaks.opens = 0, role == RoleOpen
}

// lookLate says that what follows late is looked at with it.
func (c *collector) lookLate(at int, text []byte) {
	l := c.leaks
	l.late.End = at + len(text)
	if c.request.output == "" {
		l.bytes = append(l.bytes, text...)
	}
}

// lookAtLate looks at what wasn't looked at so far, unless all of it is known to be markup, or white space.
func (c *collector) lookAtLate() {
	l := c.leaks
	if l == nil || l.late.End == 0 {
		return
	}
	at, late := l.late.Start, l.bytes
	if c.request.output != "" {
		late = c.request.output.part(l.late)
	}
	n := len(late) - int(l.white)
	if !c.queue.empty() || c.queue.pending != nil || c.placed.hasText(at, late) {
		c.finder(at).Next(at, late[:n], l.opens && !l.broken)
	} else if l.finder.Looking() {
		l.finder.Next(at, nil, false)
	}
	if n < len(late) {
		c.finder(at+n).Text(at+n, late[n:])
	}
	if l.broken && l.finder.Looking() {
		l.finder.Break()
	}
	l.bytes = l.bytes[:0]
	l.none()
}

// none says that nothing is to be looked at late.
func (l *lookout) none() { l.late, l.white, l.broken, l.opens = Span{}, 0, false, false }

// hasText reports whether the last part of the output, from an offset on, has text other than white space.
func (p *placed) hasText(from int, part []byte) bool {
	for i := len(p.segments) - 1; i >= 0 && p.segments[i].Span.End > from; i-- {
		s := &p.segments[i]
		start, end := max(s.Span.Start-from, 0), min(s.Span.End-from, len(part))
		if s.Kind == SegmentText && start < end && !isWhite(part[start:end]) {
			return true
		}
	}
	return false
}

// announcedMessage is why a call that was announced is malformed.
const announcedMessage = "the marker announces a call, and what follows can't be read as one"

// leak puts the leaks into the result: those that turned out to be text. What was announced is an invalid call, too.
func (c *collector) leak(r *Result, end int) {
	l := c.leaks
	if l == nil {
		return
	}
	c.lookAtLate()
	if !l.finder.Looking() {
		return
	}
	found := l.finder.End(end)
	if len(found) == 0 {
		return
	}
	c.request.visits.Add(len(r.Segments))
	at := 0
	for i := range found {
		l := &found[i]
		for at < len(r.Segments) && r.Segments[at].Span.End <= l.Start {
			at++
		}
		if at == len(r.Segments) || !r.Segments[at].holds(l) {
			continue
		}
		if n := len(r.Leaks); n > 0 && l.Start < r.Leaks[n-1].Span.End {
			continue // a name in a marker
		}
		if l.Kind == LeakDeclaredName && slices.ContainsFunc(r.Leaks, func(other Leak) bool { return other.Kind == l.Kind && other.Name == l.Name }) {
			continue
		}
		format, counts := c.request.formatOf(l.Format)
		kind := l.Kind
		if kind == LeakAnnounced && (c.request.family.Signs.Framed || len(c.request.cfg.Options.Formats) > 0) {
			kind = LeakMarker // it may be text, by the frame or by the request
		}
		if !counts && kind == LeakMarker {
			continue // text, by the request
		}
		r.Leaks = append(r.Leaks, Leak{kind, Span{l.Start, l.End}, l.Family, l.Name})
		if kind == LeakAnnounced {
			c.announce(r, at, &InvalidToolCall{
				Reason: ReasonMalformed, Message: announcedMessage, FailedAt: l.End, Confidence: ConfidenceFull, Format: format,
				Span: Span{l.Start, min(l.Close, r.Segments[at].Span.End)},
			})
		}
	}
}

// holds reports whether a leak is in the segment, which is text.
func (s *Segment) holds(l *leaks.Leak) bool {
	return s.Kind == SegmentText && s.Span.Start <= l.Start && l.End <= s.Span.End
}

// formatOf is a format if it is the family's, and whether calls in it count. Where the request lists formats, those of other families don't.
func (rq *request) formatOf(name string) (format string, counts bool) {
	if name != "" && slices.ContainsFunc(rq.family.Formats, func(f Format) bool { return f.Name == name }) {
		return name, rq.cfg.Counts(name)
	}
	return "", len(rq.cfg.Options.Formats) == 0
}

// announce adds an invalid call that is a part of the segment at an index. It becomes a segment of its own. Not so under ContentClean:
// its text may have been sent by then.
func (c *collector) announce(r *Result, at int, call *InvalidToolCall) {
	i, _ := slices.BinarySearchFunc(r.InvalidToolCalls, call.Span.Start, func(c *InvalidToolCall, start int) int { return c.Span.Start - start })
	r.InvalidToolCalls = slices.Insert(r.InvalidToolCalls, i, call)
	c.request.visits.Add(len(r.Segments))
	for j := range r.Segments {
		if s := &r.Segments[j]; s.Kind == SegmentInvalidToolCall && s.Index >= i {
			s.Index++
		}
	}
	if c.request.cfg.Options.ContentPolicy == ContentClean {
		return
	}
	whole := r.Segments[at].Span
	parts := []Segment{{Kind: SegmentInvalidToolCall, Span: call.Span, Index: i}}
	if whole.Start < call.Span.Start {
		parts = slices.Insert(parts, 0, Segment{Kind: SegmentText, Span: Span{whole.Start, call.Span.Start}})
	}
	if call.Span.End < whole.End {
		parts = append(parts, Segment{Kind: SegmentText, Span: Span{call.Span.End, whole.End}})
	}
	r.Segments = slices.Concat(r.Segments[:at], parts, r.Segments[at+1:])
}

// looksLike is the family, if not this one, in whose formats all calls are; empty if there is none, or other text.
func (r *Result) looksLike(known *Markers) string {
	if known == nil || len(r.ToolCalls) == 0 || strings.TrimSpace(r.Content) != "" {
		return ""
	}
	first, _, _ := strings.Cut(r.ToolCalls[0].Format, "/")
	for i := range r.ToolCalls {
		if family, _, ok := strings.Cut(r.ToolCalls[i].Format, "/"); !ok || family != first {
			return ""
		}
	}
	if first == r.Family || !known.names[first] {
		return ""
	}
	return first
}

// IsCommon reports whether a format belongs to no family.
func IsCommon(format string) bool { return strings.HasPrefix(format, commonFormats+"/") }

// commonFormats is what the names of formats begin with that belong to no family.
const commonFormats = "common"

// InformalFormat is the format of calls between <tool_call> tags that are written in none of the family's formats.
const InformalFormat = commonFormats + "/tool_call"
