package parsers

import (
	"cmp"
	"slices"
	"strings"

	"github.com/toolparser/toolparser/parsers/internal/buffers"
)

// found are the calls of the result: the accepted ones, and the invalid ones, whose text
// is content.
type found struct {
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
}

// forget lets go of what the output left behind.
func (f *found) forget() {
	if len(f.calls) > fewCalls {
		f.callRoom = buffers.Emptied(f.calls)
	}
	f.calls, f.repairs, f.amends = nil, 0, false
	if len(f.invalid) > 0 {
		f.invalid, f.invalidArgs, f.invalidArgsOpen = buffers.Emptied(f.invalid), buffers.Reused(f.invalidArgs), false
	}
}

// accept makes a call part of the result.
func (f *found) accept(call *call) {
	f.amends = true
	f.placed.segment(SegmentToolCall, call.span(), len(f.calls))
	f.placed.content.call()
	n := len(f.calls)
	switch {
	case f.calls == nil:
		f.calls = f.placed.given.result().calls[:0]
	case n == cap(f.calls):
		f.calls = slices.Grow(buffers.Grown(f.placed.given.visits, buffers.Larger(f.calls, f.callRoom)), 1)
	}
	f.calls = f.calls[:n+1]
	t := &f.calls[n] // in place: a literal would be made elsewhere, and copied; it is zero
	t.ID, t.IDSynthesized = call.id, call.synthesized
	t.Name, t.UnknownTool = call.Name, call.unknown
	t.Arguments = f.placed.given.text(call.args)
	t.Format, t.Key = call.Format, call.Key
	t.Span, t.Confidence = call.span(), call.confidence().float()
	if len(call.end.Repairs) > 0 {
		t.Repairs = f.kept(call.end.Repairs)
	}
}

func (call *call) span() Span { return Span{call.At, call.At + len(call.end.Raw)} }

// skip makes a call markup.
func (f *found) skip(call *call) {
	f.amends = false
	f.placed.segment(SegmentMarkup, call.span(), 0)
	f.placed.content.call()
}

// reject makes the text of a call content.
func (f *found) reject(call *call, why rejection) {
	f.seal()
	f.amends = false
	f.placed.segment(SegmentInvalidToolCall, call.span(), len(f.invalid))
	f.placed.putInvalid(call.end.Raw)
	f.addInvalid(&InvalidToolCall{
		Name:       call.Name,
		ID:         call.nativeID(),
		Arguments:  f.placed.given.text(call.args),
		Reason:     why.reason,
		Message:    why.message,
		Span:       call.span(),
		Confidence: call.confidence().float(),
		Format:     call.Format,
		Key:        call.Key,
		Repairs:    f.kept(call.end.Repairs),
	})
}

// reported lists a call that the parser reported invalid. Its text follows.
func (f *found) reported(inv *Invalid) {
	f.seal()
	f.invalidArgs = append(f.invalidArgs, inv.Arguments...)
	f.invalidArgsOpen = inv.ArgumentsOpen
	f.addInvalid(&InvalidToolCall{
		Name:       inv.Name,
		ID:         strings.TrimSpace(inv.ID),
		Reason:     inv.Reason,
		Message:    inv.Message,
		Span:       Span{inv.At, inv.At},
		Confidence: inv.confidence().float(),
		Format:     inv.Format,
		Key:        inv.Key,
		Repairs:    f.kept(inv.Repairs),
	})
}

func (f *found) addInvalid(t *InvalidToolCall) {
	f.invalid = append(buffers.Grown(f.placed.given.visits, f.invalid), t)
}

// extend adds text to the arguments of the last invalid call, while they are open.
func (f *found) extend(text []byte) {
	if f.invalidArgsOpen {
		f.invalidArgs = append(f.invalidArgs, text...)
	}
}

// invalidEnd is where the last invalid call ends so far.
func (f *found) invalidEnd() int { return f.invalid[len(f.invalid)-1].Span.End }

// invalidText is text, in whole code points, of the last invalid call.
func (f *found) invalidText(at int, text []byte) {
	last := len(f.invalid) - 1
	f.invalid[last].Span.End = at + len(text)
	f.placed.segment(SegmentInvalidToolCall, Span{at, at + len(text)}, last)
	f.placed.putInvalid(text)
}

// seal ends the time in which InvalidText adds to the last invalid call.
func (f *found) seal() {
	if len(f.invalidArgs) > 0 {
		f.invalid[len(f.invalid)-1].Arguments = string(f.invalidArgs)
	}
	f.invalidArgs, f.invalidArgsOpen = f.invalidArgs[:0], false
}

// amend adds a repair to the call last ended, if it was accepted.
func (f *found) amend(r Repair) {
	if !f.amends {
		return
	}
	call := &f.calls[len(f.calls)-1]
	if len(call.Repairs) == 0 {
		call.Confidence = max(leastTenths(call.Confidence)-CostRepaired*tenthsOfOne, 0).float()
	}
	at, _ := slices.BinarySearchFunc(call.Repairs, r.Offset+1, atOffset)
	call.Repairs = slices.Insert(call.Repairs, at, r)
}

// kept are the repairs of a call for the result, sorted as the contract lists them, in the order of the
// text: that a marker is missing before a call may be known behind it. In the end, sorting those of all
// calls would take too long at once.
func (f *found) kept(repairs []Repair) []Repair {
	f.repairs += len(repairs)
	repairs = slices.Clone(repairs)
	if len(repairs) > 1 {
		slices.SortStableFunc(repairs, func(a, b Repair) int { return atOffset(a, b.Offset) })
	}
	return repairs
}

func atOffset(r Repair, offset int) int { return cmp.Compare(r.Offset, offset) }
