package anthropic_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/anthropic"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
)

func TestStreams(t *testing.T) { suite.Streams(t) }

func TestNoEndIsMadeWhereverAStreamEnds(t *testing.T) { suite.Cuts(t) }

const (
	started   = `event: message_start` + "\n" + `data: {"type":"message_start","message":{"model":"qwen3"}}` + "\n\n"
	textStart = `event: content_block_start` + "\n" + `data: {"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}` + "\n\n"
	toolStart = `event: content_block_start` + "\n" + `data: {"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"toolu_1","name":"get_weather","input":{}}}` + "\n\n"
	blockStop = `event: content_block_stop` + "\n" + `data: {"type":"content_block_stop","index":0}` + "\n\n"
	finished  = `event: message_delta` + "\n" + `data: {"type":"message_delta","delta":{"stop_reason":"end_turn"},"usage":{"output_tokens":2}}` + "\n\n"
	stopped   = `event: message_stop` + "\n" + `data: {"type":"message_stop"}` + "\n\n"
	ping      = `event: ping` + "\n" + `data: {"type":"ping"}` + "\n\n"
)

// delta is a delta of block 0.
func delta(kind, member, text string) string {
	return "event: content_block_delta\n" + `data: {"type":"content_block_delta","index":0,"delta":{"type":"` + kind + `","` + member + `":` + apitest.Quote(text) + `}}` + "\n\n"
}

func textDelta(text string) string { return delta("text_delta", "text", text) }

// These leave before the rest of the stream comes, except for what is to wait.
func TestTextLeavesAtOnce(t *testing.T) {
	request := anthropic.ReadRequest(defaultRequest)
	for name, test := range map[string]struct{ leaves, waits string }{
		"the start of a message":     {started, ""},
		"the start of a text":        {started, textStart}, // all of it may be a call
		"a ping behind that":         {started, textStart + ping},
		"text":                       {started + textStart + textDelta("Hello"), ""},
		"text with a tag":            {started + textStart + ping + textDelta("a <b>"), ""},
		"an empty text":              {started + textStart + blockStop, ""},
		"a thought":                  {started + strings.Replace(textStart, `"text","text"`, `"thinking","thinking"`, 1) + delta("thinking_delta", "thinking", "Hm"), ""},
		"another block":              {started + strings.Replace(textStart, `"text","text"`, `"new","x"`, 1), ""},
		"the start of a call":        {started + toolStart, ""},
		"arguments":                  {started + toolStart + delta("input_json_delta", "partial_json", `{"city": "Os`), ""},
		"a call":                     {started + toolStart + delta("input_json_delta", "partial_json", `{"city": "Oslo"}`) + blockStop, ""},
		"a call without arguments":   {started + toolStart + blockStop, ""},
		"a comment":                  {": hi\n\n", ""},
		"no JSON":                    {"data: hello\n\n", ""},
		"an unknown event":           {started + "event: new\ndata: {\"type\":\"new\"}\n\n", ""},
		"a count of tokens":          {started + strings.Replace(finished, `"end_turn"`, "null", 1), ""},
		"what may be a call":         {started + textStart + textDelta("A"), textDelta("<tool_")},
		"a stop_reason":              {started, finished},
		"the end of a damaged call":  {started + toolStart + delta("input_json_delta", "partial_json", `{"city": "Os`), blockStop},
		"a ping while a call begins": {started + ping, ""},
	} {
		t.Run(name, func(t *testing.T) {
			apitest.Leaves(t, request, test.leaves, test.waits)
		})
	}
}

// A ping keeps the connection alive, however long a call takes.
func TestPingsDoNotWaitForCalls(t *testing.T) {
	s := anthropic.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
	s.Write([]byte(started + textStart + textDelta("<tool_call>")))
	if got := string(s.Write([]byte(ping))); got != ping {
		t.Errorf("got %q", got)
	}
}

func TestFramingSurvives(t *testing.T) {
	whole := started + textStart + textDelta("a") + blockStop + finished + stopped
	apitest.Unchanged(t, anthropic.ReadRequest(defaultRequest), map[string]string{
		"CRLF":                strings.ReplaceAll(whole, "\n", "\r\n"),
		"CR":                  strings.ReplaceAll(whole, "\n", "\r"),
		"several lines":       "id: 7\n" + strings.ReplaceAll(whole, `"index":0,`, "\ndata: \"index\":0,"),
		"a byte order mark":   "\ufeff" + whole,
		"no last empty line":  strings.TrimSpace(whole),
		"an event of 10 MB":   started + textStart + textDelta(strings.Repeat("word ", 2<<20)+"x") + blockStop + finished + stopped,
		"invalid UTF-8":       started + textStart + strings.Replace(textDelta("ab"), "ab", "a\xff\xf0\x9f", 1) + strings.Replace(textDelta("ab"), "ab", "\x98\x80 b", 1) + blockStop + finished + stopped,
		"text behind its end": started + textStart + textDelta("a") + blockStop + textDelta("<tool_call>{\"name\": \"run_shell\", \"arguments\": {}}</tool_call>") + finished + stopped,
		"an empty stream":     "",
		"HTML":                "<html>\n\n<body>502\n\n",
	})
}

func TestChangedEventsKeepTheirFraming(t *testing.T) {
	upstream := strings.ReplaceAll(started+"id: 1\n"+textStart+"id: 2\n: hi\n"+strings.Replace(textDelta("A <tool_call>{\"name\": \"run_shell\", \"arguments\": {}}</tool_call>"), `"delta"`, "\ndata: \"delta\"", 1)+blockStop+finished+stopped, "\n", "\r\n")
	got, _ := apitest.Pipe(anthropic.ReadRequest(defaultRequest), apitest.Fixer(t, gateway.Policy{}), upstream)
	want := strings.ReplaceAll(started+"id: 1\n"+textStart+
		"id: 2\n: hi\nevent: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\ndata: \"delta\":{\"type\":\"text_delta\",\"text\":\"A\"}}\n\n"+blockStop+
		"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":1,\"content_block\":{\"type\":\"tool_use\",\"id\":\"toolu_GENERATED\",\"name\":\"run_shell\",\"input\":{}}}\n\n"+
		"event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":1,\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":\"{}\"}}\n\n"+
		"event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":1}\n\n"+
		strings.Replace(finished, "end_turn", "tool_use", 1)+stopped, "\n", "\r\n")
	if diff := cmp.Diff(want, apitest.Stable(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// An upstream may keep the connection open after the end, and even go on.
func TestMessageStopEndsTheStream(t *testing.T) {
	apitest.EndsWith(t, anthropic.ReadRequest(defaultRequest), started+textStart+textDelta("a")+blockStop+finished+stopped, "data: [DONE]\n\n"+ping)
}

// Some servers end the stream as OpenAI does, in place of a message_stop.
func TestDoneEndsTheStream(t *testing.T) {
	s := anthropic.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
	const done = "data: [DONE]\n\n"
	got := string(s.Write([]byte(started + textStart + textDelta("a") + blockStop + finished + done)))
	if want := started + textStart + textDelta("a") + blockStop + finished + done; got != want || !s.Done() {
		t.Errorf("got %q, done %v", got, s.Done())
	}
}

// A stream that ends within an event ends so for the client, behind what was held.
func TestHalfAnEventLeavesAsItCame(t *testing.T) {
	apitest.HalfAnEvent(t, anthropic.ReadRequest(defaultRequest), started+textStart+textDelta("a"),
		"event: content_block_stop\ndata: {\"type\":\"content_bl", "event: content_bl", "event: content_block_stop\n", ": hi")
}

// Half an event is none: an error that follows would become part of it.
func TestAbortSendsTheEventsThatWereHeld(t *testing.T) {
	s := anthropic.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
	held := textStart + textDelta("<tool_call>") + finished
	if got := string(s.Write([]byte(started + held + "event: x\ndata: {\"cho"))); got != started {
		t.Errorf("%q has left", got)
	}
	if got := string(s.Abort()); got != held {
		t.Errorf("got %q, want %q", got, held)
	}
}

// An endless call is given up: it goes on as it came.
func TestHeldBytesAreBounded(t *testing.T) {
	apitest.HeldBytesAreBounded(t, anthropic.ReadRequest(defaultRequest),
		started+textStart+textDelta(`<tool_call>{"name": "run_shell", "arguments": {"command": "`), textDelta(strings.Repeat("x", 1<<16)))
}

// What may be the start of a thought waits; nothing of a thought is lost if the upstream fails within it.
func TestSeparatedThoughtsLoseNothing(t *testing.T) {
	f := apitest.Fixer(t, gateway.Policy{SeparateReasoning: true})
	start := "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"
	delta := func(text string) string {
		return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":" + apitest.Quote(text) + "}}\n\n"
	}
	s := anthropic.ReadRequest(defaultRequest).Stream(f)
	if got := string(s.Write([]byte(start + delta("<th")))); got != "" || s.Held() < len(start+delta("<th")) {
		t.Errorf("%q has left, %d bytes are held", got, s.Held())
	}
	if got, want := string(s.Write([]byte(delta("e end")))), start+delta("<th")+delta("e end"); got != want || s.Held() != len("<the end") {
		t.Errorf("got %q, %d bytes are held", got, s.Held())
	}
	s = anthropic.ReadRequest(defaultRequest).Stream(f)
	out := string(s.Write([]byte(start + delta("<think>Hm. </th"))))
	out += string(s.Abort())
	if !strings.Contains(out, `"thinking":"Hm."`) || !strings.Contains(out, `"thinking":" </th"`) {
		t.Errorf("got %q", out)
	}
	citation := "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"citations_delta\",\"citation\":{\"x\":1}}}\n\n"
	got, _ := apitest.Pipe(anthropic.ReadRequest(defaultRequest), f, start+delta("<think>Hm. </th")+citation+delta("Hello"))
	if i, j := strings.Index(got, `"thinking":" </th"`), strings.Index(got, `"citations_delta"`); i < 0 || j < i || !strings.Contains(got[j:], `"text":"Hello"`) {
		t.Errorf("got %q", got)
	}
}

func TestFramingAndCutsChangeNothing(t *testing.T) {
	apitest.FramingAndCuts(t, anthropic.ReadRequest(defaultRequest), started+textStart+textDelta("Blåbær 🫐 ")+": hi\n\n"+textDelta(`<tool_call>{"name": "get_weather", `)+
		textDelta(`"arguments": {"city": "Tromsø 😀"}}</tool_call>`)+blockStop+finished+stopped)
}
