package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"unicode"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// marks says how the parts of an output are set apart: what stands before and
// after each. "#" stands for the index of a call or the kind of a repair.
type marks struct {
	call, invalid, markup, reasoning, repair string
	end                                      string
}

// plainMarks are for readers without colour. Text can hold brackets of its
// own; they are made to be read, not parsed.
var plainMarks = marks{
	call:      "[call #: ",
	invalid:   "[invalid #: ",
	markup:    "[markup: ",
	reasoning: "[reasoning: ",
	repair:    "[repair: #]",
	end:       "]",
}

const (
	green   = "\x1b[32m"
	red     = "\x1b[31m"
	dim     = "\x1b[2m"
	blue    = "\x1b[34m"
	reverse = "\x1b[7;33m"
	plain   = "\x1b[0m"
)

var colorMarks = marks{
	call:      green,
	invalid:   red,
	markup:    dim,
	reasoning: blue,
	repair:    reverse + "#" + plain,
	end:       plain,
}

// open is what stands before a segment; empty for text.
func (m marks) open(s *toolparserv1.Segment) string {
	switch s.GetKind() {
	case toolparserv1.SegmentKind_SEGMENT_KIND_TOOL_CALL:
		return fill(m.call, s.GetIndex())
	case toolparserv1.SegmentKind_SEGMENT_KIND_INVALID_TOOL_CALL:
		return fill(m.invalid, s.GetIndex())
	case toolparserv1.SegmentKind_SEGMENT_KIND_MARKUP:
		return m.markup
	case toolparserv1.SegmentKind_SEGMENT_KIND_REASONING:
		return m.reasoning
	default:
		return ""
	}
}

func fill(mark string, value any) string {
	return strings.Replace(mark, "#", fmt.Sprint(value), 1)
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
	before := r.marks.open(s)
	r.b.WriteString(before)
	for len(r.repairs) > 0 && int(r.repairs[0].GetOffset()) < end {
		at := max(int(r.repairs[0].GetOffset()), start)
		r.b.WriteString(visible(r.output[start:at]))
		start = at
		r.repair(before)
	}
	r.b.WriteString(visible(r.output[start:end]))
	// What is missing at the end of a call belongs to the call.
	if s.GetKind() == toolparserv1.SegmentKind_SEGMENT_KIND_TOOL_CALL {
		r.flushRepairs(end)
	}
	if before != "" {
		r.b.WriteString(r.marks.end)
	}
}

// repair writes the next repair; its mark ends the colour of the segment
// around it, which opens again.
func (r *renderer) repair(open string) {
	r.b.WriteString(fill(r.marks.repair, repairName(r.repairs[0].GetKind())))
	if r.marks.end == plain {
		r.b.WriteString(open)
	}
	r.repairs = r.repairs[1:]
}

func (r *renderer) flushRepairs(upTo int) {
	for len(r.repairs) > 0 && int(r.repairs[0].GetOffset()) <= upTo {
		r.repair("")
	}
}

func (r *renderer) summary(response *toolparserv1.ParseToolCallsResponse) {
	d := response.GetDiagnostics()
	fmt.Fprintf(&r.b, "family %s, confidence %v, calls: %d, invalid: %d\n", d.GetFamily(), d.GetConfidence(),
		len(d.GetToolCalls()), len(response.GetInvalidToolCalls()))
	for i, call := range response.GetResult().GetToolCalls() {
		r.callLine(i, call.GetFunction(), d.GetToolCalls()[i])
	}
	for i, call := range response.GetInvalidToolCalls() {
		reason := strings.TrimPrefix(call.GetReason().String(), "INVALID_REASON_")
		fmt.Fprintf(&r.b, "invalid %d: %s: %s: %s\n", i, visible(orNone(call.GetName())), reason, visible(call.GetMessage()))
	}
}

func (r *renderer) callLine(i int, f *toolparserv1.FunctionCall, d *toolparserv1.ToolCallDiagnostics) {
	fmt.Fprintf(&r.b, "call %d: %s %s (%s, confidence %v", i, visible(f.GetName()), visible(f.GetArguments()), d.GetFormat(), d.GetConfidence())
	for _, repair := range d.GetRepairs() {
		fmt.Fprintf(&r.b, ", %s at %d", repairName(repair.GetKind()), repair.GetOffset())
	}
	if d.GetUnknownTool() {
		r.b.WriteString(", unknown tool")
	}
	r.b.WriteString(")\n")
	for _, v := range d.GetSchemaViolations() {
		fmt.Fprintf(&r.b, "  violation at %q: %s\n", v.GetPointer(), visible(v.GetMessage()))
	}
}

func allRepairs(response *toolparserv1.ParseToolCallsResponse) []*toolparserv1.Repair {
	var all []*toolparserv1.Repair
	for _, d := range response.GetDiagnostics().GetToolCalls() {
		all = append(all, d.GetRepairs()...)
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
