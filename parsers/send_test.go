package parsers

import (
	"strings"
	"testing"
)

func TestCallDeltas(t *testing.T) {
	checkDeltaLines(t, Config{}, []deltaCase{
		{"arguments flow", pieces("{f|", "1", "2", "}"), pieces("+0 f:0 f", "0 1", "0 2", "0.")},
		{"a native id", pieces("{f/ x /|1", "}"), pieces("+0 x f 1", "0.")},
		{"pieces of one feed are one", pieces("{f|{1}{2}", "}"), pieces("+0 f:0 f {1}{2}", "0.")},
		{"several calls in one feed", pieces("{f|1}{g|2}{h|", "3}"), pieces("+0 f:0 f 1. | +1 g:1 g 2. | +2 h:2 h", "2 3.")},
		{"a code point is sent whole", pieces("{f|\xe2", "\x82", "\xac!"), pieces("+0 f:0 f", "", "\"{f|€!\" | -0")},
		{"a half code point at the end", pieces("{f|\xe2", "}"), pieces("+0 f:0 f", "0 \xe2.")},
		{"malformed in the piece it began in", pieces("{f|1!", "}"), pieces(`"{f|1!"`, `"}"`)},
		{"withdrawn", pieces("{f|1", "!2", "}"), pieces("+0 f:0 f 1", `"{f|1!2" | -0`, `"}"`)},
		{"a withdrawn index isn't used again", pieces("{f|1", "!}{g|2", "}"), pieces("+0 f:0 f 1", `"{f|1!}" | +1 g:0 g 2 | -0`, "1.")},
		{"a withdrawn id is free again", pieces("{f/x/|1", "!}{g/x/|2}"), pieces("+0 x f 1", `"{f/x/|1!}" | +1 x g 2. | -0`)},
		{"cut off", pieces("a {f|1"), pieces(`"a" | +0 f:0 f 1`, `" {f|1" | -0`)},
		{"never sent: an alternate", pieces("{f//a|1", "}"), pieces("", `"{f//a|1}"`)},
		{"never sent: an option that is taken", pieces("{f//o|1}", "{g//o|1", "}"), pieces("+0 f:0 f 1.", "", `"{g//o|1}"`)},
		{"a mergeable call waits for its end", pieces("{f//m|1", "}"), pieces("", "+0 f:0 f 1.")},
		{"an absorbed call is never sent", pieces("{f//M|1}", "{f//m|1", "}"), pieces("+0 f:0 f 1.", "", "")},
		{"pending doesn't matter", pieces("{f//p|1}", "$"), pieces("+0 f:0 f 1.", `"$"`)},
	})
	checkDeltaLines(t, Config{Tools: tools("g")}, []deltaCase{
		{"never sent: an unknown tool in free text", pieces("{f//f|1", "}"), pieces("", `"{f//f|1}"`)},
	})
	checkDeltaLines(t, Config{Tools: tools("g"), Options: Options{RejectUnknownTools: true}}, []deltaCase{
		{"never sent: an unknown tool", pieces("{f|1", "}{g|1"), pieces("", `"{f|1}" | +0 g:0 g 1`, `"{g|1" | -0`)},
	})
	checkDeltaLines(t, Config{Limits: Limits{ToolCalls: 1, ArgumentBytes: 3}}, []deltaCase{
		{"never sent: one call too many", pieces("{f|1}", "{g|1", "}"), pieces("+0 f:0 f 1.", "", `"{g|1}"`)},
		{"not sent: arguments over the limit", pieces("{f|12", "34", "5", "}"), pieces("+0 f:0 f 12", "", "", `"{f|12345}" | -0`)},
	})
}

func TestBufferedCallDeltas(t *testing.T) {
	cases := []deltaCase{
		{"a call whole", pieces("{f|", "1", "2", "}"), pieces("", "", "", "+0 f:0 f 12.")},
		{"a malformed call is never sent", pieces("{f|1", "!", "}"), pieces("", `"{f|1!"`, `"}"`)},
	}
	checkDeltaLines(t, Config{Options: Options{BufferToolCalls: true}}, cases)
	checkDeltaLines(t, Config{Options: Options{MinConfidence: 0.1}}, cases)
	checkDeltaLines(t, Config{Options: Options{MinConfidence: 0.8}}, []deltaCase{
		{"a call of low confidence is never sent", pieces("{f//f|1", "}"), pieces("", `"{f//f|1}"`)},
	})
}

// The toy reads the arguments anew at every '&'.
func TestRewoundArguments(t *testing.T) {
	checkDeltaLines(t, Config{}, []deltaCase{
		{"before they were sent", pieces("{f|12&34", "}"), pieces("+0 f:0 f 34", "0.")},
		{"to the same", pieces("{f|12", "&", "1", "2", "3", "}"), pieces("+0 f:0 f 12", "", "", "", "0 3", "0.")},
		{"to the same, in one piece", pieces("{f|12", "&123", "}"), pieces("+0 f:0 f 12", "0 3", "0.")},
		{"to something else", pieces("{f|12", "&", "1", "3", "}"), pieces("+0 f:0 f 12", "", "", "+1 f:0 f 13 | -0", "1.")},
		{"to less", pieces("{f|12", "&1", "}"), pieces("+0 f:0 f 12", "", "+1 f:0 f 1. | -0")},
		{"to nothing", pieces("{f|12", "&}"), pieces("+0 f:0 f 12", "+1 f:0 f. | -0")},
		{"twice, to the same", pieces("{f|12", "&1&12", "}"), pieces("+0 f:0 f 12", "", "0.")},
		{"twice, to something else each time", pieces("{f|12", "&3", "&4", "}"), pieces("+0 f:0 f 12", "+1 f:0 f 3 | -0", "+2 f:0 f 4 | -1", "2.")},
		{"then malformed", pieces("{f|12", "&1", "!"), pieces("+0 f:0 f 12", "", `"{f|12&1!" | -0`)},
		{"then something else, then malformed", pieces("{f|12", "&3!"), pieces("+0 f:0 f 12", `"{f|12&3!" | -0`)},
		{"under a native id", pieces("{f/x/|12", "&3", "}"), pieces("+0 x f 12", "+1 x f 3 | -0", "1.")},
		{"the next index counts on", pieces("{f|12", "&3}{g|4}"), pieces("+0 f:0 f 12", "+1 f:0 f 3. | +2 g:1 g 4. | -0")},
	})
	run := streamToy(Config{}, "{f|12", "&3}")
	want := []WithdrawnCall{{0, ReasonMalformed, "the arguments were read anew; the call is sent again"}}
	if diff := diffOf(want, run.withdrawn); diff != "" {
		t.Error(diff)
	}
	checkEveryCut(t, "a {f|12&1&123&123} {g|€&€&x&} b", Config{})
}

// RewindArguments keeps the first n bytes. The toy always rewinds to none.
func TestRewindToTheMiddle(t *testing.T) {
	var c *collector
	p := &scriptParser{steps: []func(h Handler){
		func(h Handler) {
			c = h.(*collector)
			h.BeginCall(Begin{Name: "f"})
			h.Arguments([]byte("12345"))
		},
		func(h Handler) { h.RewindArguments(3); h.Arguments([]byte("45")) },
		func(h Handler) { h.RewindArguments(4); h.RewindArguments(2); h.Arguments([]byte("34x")) },
		func(h Handler) { h.RewindArguments(4); h.RewindArguments(2); h.Arguments([]byte("3-x")) },
		func(h Handler) { h.RewindArguments(9); h.EndCall(End{Raw: []byte("0123")}) },
	}}
	got := p.run()
	want := []string{"+0 f:0 f 12345", "", "+1 f:0 f 1234x | -0", "+2 f:0 f 123-x | -1", "2.", ""}
	if diff := diffOf(want, got); diff != "" {
		t.Error(diff)
	}
	if c.open.isOpen {
		t.Error("the call is still open")
	}
}

// A scriptParser does one step for each chunk of output.
type scriptParser struct {
	h     Handler
	steps []func(h Handler)
	next  int
}

func (p *scriptParser) Reset(_ *Config, h Handler) { p.h = h }
func (p *scriptParser) Finish(FinishReason)        {}
func (p *scriptParser) Parse([]byte) {
	p.steps[p.next](p.h)
	p.next++
}

// run returns what streamToy's deltas are for a toy.
func (p *scriptParser) run() []string {
	f := toyFamily()
	f.NewParser = func() Parser { return p }
	s := NewStream(f, Config{})
	var got []string
	for range p.steps {
		got = append(got, showDelta(s.Feed("x")))
	}
	d, _ := s.Finish(FinishStop)
	return append(got, showDelta(d))
}

func TestInvalidCallCutInsideACodePoint(t *testing.T) {
	p := &scriptParser{steps: []func(h Handler){
		func(h Handler) { h.InvalidCall(Invalid{Raw: []byte("a\xe2\x82"), Reason: ReasonMalformed}) },
		func(h Handler) { h.InvalidText([]byte("\xac b")) },
	}}
	if diff := diffOf([]string{`"a"`, `"€ b"`, ""}, p.run()); diff != "" {
		t.Error(diff)
	}
}

func TestUnendedCallIsWithdrawn(t *testing.T) {
	p := &scriptParser{steps: []func(h Handler){
		func(h Handler) { h.BeginCall(Begin{Name: "f"}) },
		func(h Handler) { h.BeginCall(Begin{Name: "g"}) },
	}}
	want := []string{"+0 f:0 f", "+1 g:0 g | -0", "-1"}
	if diff := diffOf(want, p.run()); diff != "" {
		t.Error(diff)
	}
}

// What a parser must not do does no harm.
func TestEventsOutOfPlace(t *testing.T) {
	p := &scriptParser{steps: []func(h Handler){
		func(h Handler) { h.Arguments([]byte("x")) },
		func(h Handler) { h.RewindArguments(0) },
		func(h Handler) { h.EndCall(End{}) },
		func(h Handler) { h.InvalidText([]byte("x")) },
		func(h Handler) { h.Amend(Repair{}) },
	}}
	if got := strings.Join(p.run(), ""); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestArgumentsOfManyCallsAreSafe(t *testing.T) {
	long := strings.Repeat("0123456789", 40)
	output := "{f|" + long + "}{g|1!}" + "{h|" + long[1:] + "}{i//a|" + long + "}{j|&2&" + long[2:] + "}"
	checkEveryCut(t, output, Config{})
	checkEveryCut(t, output, Config{Options: Options{DisableRepair: true}})
}
