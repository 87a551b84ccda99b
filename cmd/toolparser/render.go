package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A mark says how a part of the output is shown. Around its text are
// color and end; label, in which "#" stands for the index of a call or the kind
// of a repair, is before it once.
type mark struct{ color, label, end string }

// marks are those of every part but text.
type marks struct{ call, invalid, markup, reasoning, repair mark }

// plainMarks are for readers without color. Text can hold brackets of its
// own; they are made to be read, not parsed.
var plainMarks = marks{
	call:      mark{label: "[call #: ", end: "]"},
	invalid:   mark{label: "[invalid #: ", end: "]"},
	markup:    mark{label: "[markup: ", end: "]"},
	reasoning: mark{label: "[reasoning: ", end: "]"},
	repair:    mark{label: "[repair: #", end: "]"},
}

const (
	green   = "\x1b[32m"
	red     = "\x1b[31m"
	dim     = "\x1b[2m"
	blue    = "\x1b[34m"
	yellow  = "\x1b[33m"
	reverse = "\x1b[7m"
	forward = "\x1b[27m"
	plain   = "\x1b[0m"
)

var colorMarks = marks{
	call:      mark{color: green, label: reverse + "call #" + forward, end: plain},
	invalid:   mark{color: red, label: reverse + "invalid #" + forward, end: plain},
	markup:    mark{color: dim, end: plain},
	reasoning: mark{color: blue, end: plain},
	repair:    mark{color: yellow, label: reverse + "#", end: plain},
}

// of is a segment's mark; empty for text.
func (m marks) of(s *toolparserv1.Segment) mark {
	switch s.GetKind() {
	case toolparserv1.SegmentKind_SEGMENT_KIND_TOOL_CALL:
		return m.call
	case toolparserv1.SegmentKind_SEGMENT_KIND_INVALID_TOOL_CALL:
		return m.invalid
	case toolparserv1.SegmentKind_SEGMENT_KIND_MARKUP:
		return m.markup
	case toolparserv1.SegmentKind_SEGMENT_KIND_REASONING:
		return m.reasoning
	default:
		return mark{}
	}
}

// open is what is before a part, labelled with the value.
func (m mark) open(value any) string {
	return m.color + strings.Replace(m.label, "#", fmt.Sprint(value), 1)
}

// renderText is the output with its parts marked, and a line for every call.
func renderText(output string, response *toolparserv1.ParseToolCallsResponse, m marks) string {
	r := renderer{marks: m, output: output, repairs: allRepairs(response)}
	for _, s := range response.GetDiagnostics().GetSegments() {
		r.segment(s)
	}
	r.flushRepairs(len(output))
	text := strings.TrimSuffix(r.b.String(), "\n")
	r.b.Reset()
	r.summary(response)
	return text + "\n\n" + r.b.String()
}

type renderer struct {
	marks   marks
	output  string
	repairs []*toolparserv1.Repair // those still to come, by offset
	b       strings.Builder
}

func (r *renderer) segment(s *toolparserv1.Segment) {
	start, end := int(s.GetSpan().GetStart()), int(s.GetSpan().GetEnd())
	around := r.marks.of(s)
	r.b.WriteString(around.open(s.GetIndex()))
	for len(r.repairs) > 0 && int(r.repairs[0].GetOffset()) < end {
		at := max(int(r.repairs[0].GetOffset()), start)
		r.b.WriteString(visible(r.output[start:at]))
		start = at
		r.repair(around)
	}
	r.b.WriteString(visible(r.output[start:end]))
	if s.Index != nil { // what is missing at the end of a call belongs to the call
		r.flushRepairs(end)
	}
	r.b.WriteString(around.end)
}

// repair writes the next repair. Its end also ends the color of the segment
// around it, which begins again.
func (r *renderer) repair(around mark) {
	m := r.marks.repair
	r.b.WriteString(m.open(repairName(r.repairs[0].GetKind())) + m.end + around.color)
	r.repairs = r.repairs[1:]
}

func (r *renderer) flushRepairs(upTo int) {
	for len(r.repairs) > 0 && int(r.repairs[0].GetOffset()) <= upTo {
		r.repair(mark{})
	}
}

func (r *renderer) summary(response *toolparserv1.ParseToolCallsResponse) {
	d := response.GetDiagnostics()
	fmt.Fprintf(&r.b, "family %s%s, calls: %d, invalid: %d%s\n", d.GetFamily(), overallConfidence(d),
		len(d.GetToolCalls()), len(response.GetInvalidToolCalls()), leakCount(d))
	for i, call := range response.GetResult().GetToolCalls() {
		r.callLine(i, call.GetFunction(), d.GetToolCalls()[i])
	}
	for i, call := range response.GetInvalidToolCalls() {
		reason := strings.TrimPrefix(call.GetReason().String(), "INVALID_REASON_")
		fmt.Fprintf(&r.b, "invalid %d: %s: %s: %s%s\n", i, visible(orNone(call.GetName())), reason,
			visible(call.GetMessage()), repairsText(call.GetRepairs()))
	}
	for _, leak := range d.GetLeaks() {
		r.leakLine(leak)
	}
	if d.GetLooksLike() != "" {
		fmt.Fprintf(&r.b, "looks like %s (--family %[1]s)\n", d.GetLooksLike())
	}
}

// overallConfidence is that of the calls; without any there is nothing to be sure of.
func overallConfidence(d *toolparserv1.Diagnostics) string {
	if len(d.GetToolCalls()) == 0 {
		return ""
	}
	return fmt.Sprintf(", confidence %v", d.GetConfidence())
}

// leakCount is the number of leaks, which most outputs don't have.
func leakCount(d *toolparserv1.Diagnostics) string {
	if len(d.GetLeaks()) == 0 {
		return ""
	}
	return fmt.Sprintf(", leaks: %d", len(d.GetLeaks()))
}

func (r *renderer) callLine(i int, f *toolparserv1.FunctionCall, d *toolparserv1.ToolCallDiagnostics) {
	fmt.Fprintf(&r.b, "call %d: %s %s (%s, confidence %v%s", i, visible(f.GetName()), visible(f.GetArguments()),
		d.GetFormat(), d.GetConfidence(), repairsText(d.GetRepairs()))
	if d.GetUnknownTool() {
		r.b.WriteString(", unknown tool")
	}
	r.b.WriteString(")\n")
	for _, v := range d.GetSchemaViolations() {
		fmt.Fprintf(&r.b, "  violation at %q: %s\n", v.GetPointer(), visible(v.GetMessage()))
	}
}

// leakLine is about a place in the content that looks like a call.
func (r *renderer) leakLine(leak *toolparserv1.Leak) {
	start, end := leak.GetSpan().GetStart(), leak.GetSpan().GetEnd()
	of := ""
	if leak.GetFamily() != "" {
		of = " of " + leak.GetFamily()
	}
	fmt.Fprintf(&r.b, "leak: %s at %d: %s%s\n", leakKind(leak), start, visible(r.output[start:end]), of)
}

func leakKind(leak *toolparserv1.Leak) string {
	return strings.TrimPrefix(leak.GetKind().String(), "LEAK_KIND_")
}

func repairsText(repairs []*toolparserv1.Repair) string {
	var b strings.Builder
	for _, repair := range repairs {
		fmt.Fprintf(&b, ", %s at %d", repairName(repair.GetKind()), repair.GetOffset())
	}
	return b.String()
}

func allRepairs(response *toolparserv1.ParseToolCallsResponse) []*toolparserv1.Repair {
	var all []*toolparserv1.Repair
	for _, d := range response.GetDiagnostics().GetToolCalls() {
		all = append(all, d.GetRepairs()...)
	}
	for _, call := range response.GetInvalidToolCalls() {
		all = append(all, call.GetRepairs()...)
	}
	slices.SortStableFunc(all, func(a, b *toolparserv1.Repair) int { return cmp.Compare(a.GetOffset(), b.GetOffset()) })
	return all
}

func repairName(k toolparserv1.RepairKind) string {
	return strings.TrimPrefix(k.String(), "REPAIR_KIND_")
}

func orNone(s string) string {
	if s == "" {
		return "(no name)"
	}
	return s
}

// visible escapes what could command a terminal or turn its text around: an
// output is not to be trusted.
func visible(s string) string {
	if !strings.ContainsFunc(s, isHidden) {
		return s
	}
	var b strings.Builder
	for _, r := range s {
		if isHidden(r) {
			fmt.Fprintf(&b, "\\u%04x", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func isHidden(r rune) bool {
	return r != '\n' && r != '\t' && unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
}
