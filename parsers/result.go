package parsers

import (
	"math"
	"strconv"

	"github.com/toolparser/toolparser/parsers/internal/repair"
)

// A Span is the half-open byte range [Start, End) of the model output.
type Span struct{ Start, End int }

// A Repair is one edit that was made to what the model wrote.
type Repair = repair.Repair

// A RepairKind says what a repair undid.
type RepairKind = repair.Kind

// The kinds of repair, numbered as in the contract.
const (
	RepairTrailingComma          = repair.TrailingComma
	RepairMissingComma           = repair.MissingComma
	RepairMissingCloser          = repair.MissingCloser
	RepairExtraCloser            = repair.ExtraCloser
	RepairRawControlCharacter    = repair.RawControlCharacter
	RepairUnescapedQuote         = repair.UnescapedQuote
	RepairInvalidEscape          = repair.InvalidEscape
	RepairQuoteStyle             = repair.QuoteStyle
	RepairPythonLiteral          = repair.PythonLiteral
	RepairComment                = repair.Comment
	RepairDoubleEncodedArguments = repair.DoubleEncodedArguments
	RepairMissingMarker          = repair.MissingMarker
	RepairToolName               = repair.ToolName
	RepairUnquotedKey            = repair.UnquotedKey
	RepairNonFiniteNumber        = repair.NonFiniteNumber
	RepairExtraOpener            = repair.ExtraOpener
	RepairWhiteSpace             = repair.WhiteSpace
	RepairFlatArguments          = repair.FlatArguments
	RepairRepeated               = repair.Repeated
)

// A Reason says why what looked like a call was not accepted.
type Reason uint8

// The reasons, numbered as in toolparser.v1.InvalidReason.
const (
	ReasonUnspecified Reason = iota
	ReasonMalformed
	ReasonIncomplete
	ReasonMissingArguments
	ReasonUnknownTool
	ReasonLowConfidence
	ReasonAlternative
	ReasonLimit
	ReasonQuoted
)

// A confidence is from 0 to 1: ConfidenceFull less each penalty that applies, and never under
// 0. It is counted in tenths and reported as the float64 nearest to them, so that equal
// confidences are equal floats, and 0.7 is one. Sums and differences of them are not exact.
const (
	// ConfidenceFull is the confidence of a call without any doubt.
	ConfidenceFull = 1.0
	// CostFreeText is the penalty where the surroundings alone don't say that a call was meant.
	CostFreeText = 0.3
	// CostRepaired is the penalty for repairs, once, however many there are.
	CostRepaired = 0.2
	// CostAmbiguous is the penalty for exclusive options.
	CostAmbiguous = 0.4
	// CostWeakArguments is the penalty for a missing arguments key, for arguments that
	// are no object, and for arguments closed under AcceptIncomplete.
	CostWeakArguments = 0.5
	// MostDoubtful is what a call with a second reading has at most, whatever its penalties are.
	MostDoubtful = 0.4
)

// A Result is what one model output was found to hold.
type Result struct {
	// Family is the name of the family that produced the result.
	Family string
	// ToolCalls are the accepted calls, in text order.
	ToolCalls []ToolCall
	// Content is the text around the calls; empty if there is none.
	Content string
	// Reasoning is what the model thought, with Options.SeparateReasoning;
	// empty if there is none.
	Reasoning string
	// InvalidToolCalls are what looked like calls and were not accepted, in text order.
	InvalidToolCalls []*InvalidToolCall
	// Segments cover the output from end to end, in order.
	Segments []Segment
	// Leaks are the places in the content that look like a call and weren't accepted, in text order: the first ones.
	Leaks []Leak
	// LooksLike is another family's name, if all calls are in that family's formats and there is no other text; else empty.
	LooksLike string
	// Attempts has one entry per family tried, in order.
	Attempts []Attempt
	// Confidence is the lowest among the accepted calls, from 0 to 1; ConfidenceFull without any.
	Confidence float64
}

// A ToolCall is an accepted call.
type ToolCall struct {
	ID   string
	Name string
	// Arguments is JSON text: the model's own bytes where they are valid JSON.
	Arguments string
	// Format is the format that matched, e.g. "llama3/json".
	Format string
	// Key is what named the call, for counting drift; see Begin.Key.
	Key  string
	Span Span
	// Confidence is from 0 to 1, ConfidenceFull.
	Confidence float64
	Repairs    []Repair
	// IDSynthesized: the output had no id, or one already used.
	IDSynthesized bool
	// UnknownTool: tools were given and don't hold the name.
	UnknownTool bool
}

// An InvalidToolCall looked like a call and was not accepted; its text is content.
type InvalidToolCall struct {
	// Name and ID as far as known.
	Name, ID string
	// Arguments as generated; empty when none were found.
	Arguments string
	Reason    Reason
	// Message is for a person.
	Message string
	// FailedAt is the byte offset in the output that contradicts the format; 0 if there is none. It is after the call if
	// text after it was read as a part of it at first.
	FailedAt int
	Span     Span
	// Confidence is what the call would have had, from 0 to 1, as far as it was read.
	Confidence float64
	Format     string
	Key        string
	// Repairs were made before the call was rejected.
	Repairs []Repair
}

// Why is the message. That of a malformed call ends with the place that it is about, in bytes of the output: the one that contradicts the
// format, or else the start of the call.
func (c *InvalidToolCall) Why() string {
	at := min(c.FailedAt, c.Span.End)
	if c.FailedAt == 0 {
		if c.Reason != ReasonMalformed {
			return c.Message
		}
		at = c.Span.Start
	}
	return c.Message + ", at byte " + strconv.Itoa(at)
}

// A SegmentKind says what a chunk of the output is.
type SegmentKind uint8

// The kinds, numbered as in the contract.
const (
	SegmentUnspecified SegmentKind = iota
	SegmentText
	SegmentToolCall
	SegmentInvalidToolCall
	SegmentMarkup
	SegmentReasoning
)

// A Segment is a chunk of the output.
type Segment struct {
	Kind SegmentKind
	Span Span
	// Index into ToolCalls or InvalidToolCalls, by Kind; else 0.
	Index int
}

// An Attempt says what one family made of the output.
type Attempt struct {
	Family string
	// Confidence is that of the family's result, from 0 to 1.
	Confidence    float64
	ToolCallCount int
	// RejectedBecause says why the next family was tried; empty for the one used.
	RejectedBecause string
}

// A Delta is what is new by one chunk of the output. Its slices are
// valid until the stream's next call; its strings stay.
type Delta struct {
	Content   string
	Reasoning string
	ToolCalls []ToolCallDelta
	Withdrawn []WithdrawnCall
}

// A ToolCallDelta is the next piece of one call.
type ToolCallDelta struct {
	// Index is the call's position among the calls started in this stream,
	// withdrawn ones included.
	Index int
	// ID and Name are set where the call begins.
	ID, Name string
	// Arguments is the next piece.
	Arguments string
	// Begin: this is the call's first delta.
	Begin bool
	// Complete: the call is accepted and whole; it won't be withdrawn.
	Complete bool
}

// A WithdrawnCall was started in an earlier delta and turned out to be none, or
// is sent again under a later index.
type WithdrawnCall struct {
	Index int
	// Reason is ReasonUnspecified for a tool's definition, which the result doesn't report.
	Reason  Reason
	Message string
}

var reasonNames = [...]string{
	"UNSPECIFIED", "MALFORMED", "INCOMPLETE", "MISSING_ARGUMENTS",
	"UNKNOWN_TOOL", "LOW_CONFIDENCE", "ALTERNATIVE", "LIMIT", "QUOTED",
}

// String returns the name in the contract, without its INVALID_REASON_ prefix.
func (r Reason) String() string { return nameOf(reasonNames[:], int(r)) }

var segmentKindNames = [...]string{
	"UNSPECIFIED", "TEXT", "TOOL_CALL", "INVALID_TOOL_CALL", "MARKUP", "REASONING",
}

// String returns the name in the contract, without its SEGMENT_KIND_ prefix.
func (k SegmentKind) String() string { return nameOf(segmentKindNames[:], int(k)) }

// nameOf is the name of a number; that of 0, which is unspecified, if it has none.
func nameOf(names []string, number int) string {
	if number < len(names) {
		return names[number]
	}
	return names[0]
}

// tenths is how a confidence is counted, so that penalties add up exactly.
type tenths int

// tenthsOfOne makes tenths of a confidence or a penalty that is a constant.
const tenthsOfOne = 10

// float is the confidence as results have it.
func (t tenths) float() float64 { return float64(t) / tenthsOfOne }

// leastTenths is the least confidence that isn't under x. What a float can't hold
// exactly (0.7) doesn't count: 0.7 is 7, 0.75 is 8.
func leastTenths(x float64) tenths {
	return tenths(math.Ceil(x*tenthsOfOne - 1e-9))
}

// confidence is the call's, in tenths.
func (call *call) confidence() tenths {
	return doubted(call.penalized(), call.end.SecondReading)
}

// penalized is the call's confidence without what a second reading leaves of it.
func (call *call) penalized() tenths {
	return confidence(call.FreeText, len(call.end.Repairs) > 0, call.Exclusive != NotExclusive, call.end.Weak)
}

// doubted is what a second reading leaves of a confidence, if there is one.
func doubted(confidence tenths, second bool) tenths {
	if second {
		return min(confidence, MostDoubtful*tenthsOfOne)
	}
	return confidence
}

// confidence is what the call would have had, as far as is known, in tenths.
func (inv *Invalid) confidence() tenths {
	return confidence(inv.FreeText, len(inv.Repairs) > 0, false, inv.Reason == ReasonMissingArguments)
}

// confidence is a full one less what the doubts cost.
// See docs/models/formats, "Confidence".
func confidence(freeText, repaired, option, weak bool) tenths {
	left := tenths(ConfidenceFull * tenthsOfOne)
	if freeText {
		left -= CostFreeText * tenthsOfOne
	}
	if repaired {
		left -= CostRepaired * tenthsOfOne
	}
	if option {
		left -= CostAmbiguous * tenthsOfOne
	}
	if weak {
		left -= CostWeakArguments * tenthsOfOne
	}
	return max(left, 0)
}
