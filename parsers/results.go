package parsers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// results are the calls of the result: the accepted ones, and the invalid ones, whose text
// is content.
type results struct {
	placed *placed

	calls    []ToolCall
	callRoom []ToolCall
	repairs  int // that the calls have

	invalid []*InvalidToolCall
	// invalidArgs are the arguments of the call last reported invalid, while
	// InvalidText adds to them.
	invalidArgs     []byte
	invalidArgsOpen bool

	amends bool // the call last ended is the last of the calls
	doubt  bool // that call has a second reading
	before int8 // its confidence without that, in tenths
}

// forget lets go of what the output left behind.
func (rs *results) forget() {
	if len(rs.calls) > fewCalls {
		rs.callRoom = buffers.Emptied(rs.calls)
	}
	rs.calls, rs.repairs, rs.amends = nil, 0, false
	if len(rs.invalid) > 0 {
		rs.invalid, rs.invalidArgs, rs.invalidArgsOpen = buffers.Emptied(rs.invalid), buffers.Reused(rs.invalidArgs), false
	}
}

// accept makes a call part of the result.
func (rs *results) accept(call *call) {
	rs.amends = true
	rs.placed.segment(SegmentToolCall, call.span(), len(rs.calls))
	rs.placed.content.call()
	n := len(rs.calls)
	switch {
	case rs.calls == nil:
		rs.calls = rs.placed.request.result().calls[:0]
	case n == cap(rs.calls):
		rs.calls = slices.Grow(buffers.Grown(rs.placed.request.visits, buffers.Larger(rs.calls, rs.callRoom)), 1)
	}
	rs.calls = rs.calls[:n+1]
	t := &rs.calls[n] // in place: a literal would be made elsewhere, and copied; it is zero
	t.ID, t.IDSynthesized = call.id, call.synthesized
	t.Name, t.UnknownTool = call.Name, call.unknown
	t.Arguments = rs.placed.request.text(call.args)
	t.Format, t.Key = call.Format, call.Key
	penalized := call.penalized()
	rs.before, rs.doubt = int8(penalized), call.end.SecondReading
	t.Span, t.Confidence = call.span(), doubted(penalized, rs.doubt).float()
	if len(call.end.Repairs) > 0 {
		t.Repairs = rs.kept(call.end.Repairs)
	}
}

func (call *call) span() Span { return Span{call.At, call.At + len(call.end.Raw)} }

// skip makes a call markup.
func (rs *results) skip(call *call) {
	rs.amends = false
	rs.placed.segment(SegmentMarkup, call.span(), 0)
	rs.placed.content.call()
}

// reject makes the text of a call content.
func (rs *results) reject(call *call, why rejection) {
	rs.seal()
	rs.amends = false
	rs.placed.segment(SegmentInvalidToolCall, call.span(), len(rs.invalid))
	rs.placed.putInvalid(call.end.Raw)
	rs.addInvalid(&InvalidToolCall{
		Name:       call.Name,
		ID:         call.nativeID(),
		Arguments:  rs.placed.request.text(call.args),
		Reason:     why.reason,
		Message:    why.message,
		Span:       call.span(),
		Confidence: call.confidence().float(),
		Format:     call.Format,
		Key:        call.Key,
		Repairs:    rs.kept(call.end.Repairs),
	})
}

// reported lists a call that the parser reported invalid. Its text follows.
func (rs *results) reported(inv *Invalid) {
	rs.seal()
	rs.invalidArgs = append(rs.invalidArgs, inv.Arguments...)
	rs.invalidArgsOpen = inv.ArgumentsOpen
	rs.addInvalid(&InvalidToolCall{
		Name:       inv.Name,
		ID:         strings.TrimSpace(inv.ID),
		Reason:     inv.Reason,
		Message:    inv.Message,
		FailedAt:   inv.FailedAt,
		Span:       Span{inv.At, inv.At},
		Confidence: inv.confidence().float(),
		Format:     inv.Format,
		Key:        inv.Key,
		Repairs:    rs.kept(inv.Repairs),
	})
}

func (rs *results) addInvalid(t *InvalidToolCall) {
	rs.invalid = append(buffers.Grown(rs.placed.request.visits, rs.invalid), t)
}

// extend adds text to the arguments of the last invalid call, while they are open.
func (rs *results) extend(text []byte) {
	if rs.invalidArgsOpen {
		rs.invalidArgs = append(rs.invalidArgs, text...)
	}
}

// invalidEnd is where the last invalid call ends so far.
func (rs *results) invalidEnd() int { return rs.invalid[len(rs.invalid)-1].Span.End }

// invalidText is text, in whole code points, of the last invalid call.
func (rs *results) invalidText(at int, text []byte) {
	last := len(rs.invalid) - 1
	rs.invalid[last].Span.End = at + len(text)
	rs.placed.segment(SegmentInvalidToolCall, Span{at, at + len(text)}, last)
	rs.placed.putInvalid(text)
}

// seal ends the time in which InvalidText adds to the last invalid call.
func (rs *results) seal() {
	if len(rs.invalidArgs) > 0 {
		rs.invalid[len(rs.invalid)-1].Arguments = string(rs.invalidArgs)
	}
	rs.invalidArgs, rs.invalidArgsOpen = rs.invalidArgs[:0], false
}

// amend adds a repair to the call last ended, if it was accepted.
func (rs *results) amend(r Repair) {
	if !rs.amends {
		return
	}
	call := &rs.calls[len(rs.calls)-1]
	if len(call.Repairs) == 0 {
		rs.before = max(rs.before-CostRepaired*tenthsOfOne, 0)
		call.Confidence = doubted(tenths(rs.before), rs.doubt).float()
	}
	at, _ := slices.BinarySearchFunc(call.Repairs, r.Offset+1, atOffset)
	call.Repairs = slices.Insert(call.Repairs, at, r)
}

// doubts notes that the call last ended has a second reading, if it was accepted.
func (rs *results) doubts() {
	if rs.amends {
		rs.doubt = true
		rs.calls[len(rs.calls)-1].Confidence = doubted(tenths(rs.before), true).float()
	}
}

// inText notes that text follows the call last ended on its line, if it was accepted.
func (rs *results) inText() {
	if rs.amends {
		rs.before = max(rs.before-CostFreeText*tenthsOfOne, 0)
		rs.calls[len(rs.calls)-1].Confidence = doubted(tenths(rs.before), rs.doubt).float()
	}
}

// kept are the repairs of a call for the result, sorted as the contract lists them, in the order of the
// text: that a marker is missing before a call may be known behind it. In the end, sorting those of all
// calls would take too long at once.
func (rs *results) kept(repairs []Repair) []Repair {
	rs.repairs += len(repairs)
	repairs = slices.Clone(repairs)
	if len(repairs) > 1 {
		slices.SortStableFunc(repairs, func(a, b Repair) int { return atOffset(a, b.Offset) })
	}
	return repairs
}

func atOffset(r Repair, offset int) int { return cmp.Compare(r.Offset, offset) }
