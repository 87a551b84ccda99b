package openai_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

// frames makes a stream of lines that are an event each.
func frames(lines string) string {
	if lines == "" {
		return ""
	}
	return strings.ReplaceAll(lines, "\n", "\n\n") + "\n\n"
}

func TestStreams(t *testing.T) { suite.Streams(t) }

func TestNoEndIsMadeWhereverAStreamEnds(t *testing.T) { suite.Cuts(t) }

// immediate are streams of which a part is to have left before the rest comes.
func TestTextLeavesAtOnce(t *testing.T) {
	request := openai.ReadRequest(defaultRequest)
	for name, test := range map[string]struct{ upstream, left string }{
		"the role":           {`data: {"choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`, "all"},
		"text":               {`data: {"choices":[{"index":0,"delta":{"content":"Hello"}}]}`, "all"},
		"text with a tag":    {`data: {"choices":[{"index":0,"delta":{"content":"a <b>"}}]}`, "all"},
		"reasoning":          {`data: {"choices":[{"index":0,"delta":{"reasoning_content":"Hm"}}]}`, "all"},
		"a comment":          {`: PROCESSING`, "all"},
		"usage":              {`data: {"choices":[],"usage":{}}`, "all"},
		"an unknown event":   {`data: {"foo":1}`, "all"},
		"no JSON":            {`data: hello`, "all"},
		"a call":             {`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":""}}]}}]}`, "all"},
		"arguments":          {`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":0,"id":"a","function":{"name":"get_weather","arguments":"{\"city\": \"Os"}}]}}]}`, "all"},
		"what may be a call": {`data: {"choices":[{"index":0,"delta":{"content":"<tool_"}}]}`, ""},
		"a finish_reason":    {`data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			event := test.upstream + "\n\n"
			if test.left == "all" {
				apitest.Leaves(t, request, event, "")
			} else {
				apitest.Leaves(t, request, "", event)
			}
		})
	}
}

// One choice that may be in a call holds up no other.
func TestChoicesDoNotWaitForEachOther(t *testing.T) {
	s := openai.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
	held := `data: {"choices":[{"index":0,"delta":{"content":"<tool_call>"}}]}` + "\n\n"
	other := `data: {"choices":[{"index":1,"delta":{"content":"Hello"}}]}` + "\n\n"
	if got := string(s.Write([]byte(held + other))); got != other {
		t.Errorf("got %q", got)
	}
	if s.Held() < len(held) {
		t.Errorf("%d bytes are held", s.Held())
	}
}

func TestFramingSurvives(t *testing.T) {
	const finish = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
	apitest.Unchanged(t, openai.ReadRequest(defaultRequest), map[string]string{
		"CRLF":              "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\r\n\r\ndata: " + finish + "\r\n\r\ndata: [DONE]\r\n\r\n",
		"several lines":     "event: x\nid: 7\ndata: {\"choices\":\ndata: [{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: " + finish + "\n\ndata: [DONE]\n\n",
		"a byte order mark": "\ufeffdata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: " + finish + "\n\ndata:[DONE]\n\n",
		"no last empty line": "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\"}}]}\n\ndata: " + finish +
			"\n\ndata: [DONE]",
		"an event of 10 MB": "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"" + strings.Repeat("word ", 2<<20) + "x\"}}]}\n\ndata: " + finish + "\n\ndata: [DONE]\n\n",
		"invalid UTF-8":     "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\xff\xf0\x9f\"}}]}\n\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"\x98\x80 b\"}}]}\n\ndata: " + finish + "\n\ndata: [DONE]\n\n",
		"null as a call":    "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[null]}}]}\n\ndata: " + finish + "\n\ndata: [DONE]\n\n",
		"an empty stream":   "",
		"HTML":              "<html>\n\n<body>502\n\n",
	})
}

func TestChangedEventsKeepTheirFraming(t *testing.T) {
	request := openai.ReadRequest(defaultRequest)
	upstream := "id: 1\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\r\ndata: \"<tool_call>{\\\"name\\\": \\\"run_shell\\\", \\\"arguments\\\": {}}</tool_call>\"}}]}\r\n\r\n" +
		"event: e\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\r\n\r\n"
	got, _ := apitest.Pipe(request, apitest.Fixer(t, gateway.Policy{}), upstream)
	want := "event: e\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"call_GENERATED\",\"type\":\"function\",\"function\":{\"name\":\"run_shell\",\"arguments\":\"{}\"}}]},\"finish_reason\":null}]}\r\n\r\n" +
		"event: e\r\ndata: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"tool_calls\"}]}\r\n\r\n"
	if diff := cmp.Diff(want, apitest.Stable(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// An upstream may keep the connection open after the end, and even go on.
func TestDoneEndsTheStream(t *testing.T) {
	apitest.EndsWith(t, openai.ReadRequest(defaultRequest), "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}]}\n\ndata: [DONE]\n\n", "data: {}\n\n")
}

// Half an event is none: an error that follows would become part of it.
func TestAbortSendsTheEventsThatWereHeld(t *testing.T) {
	s := openai.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
	held := "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<tool_call>\"}}]}\n\n"
	if got := s.Write([]byte(held + "data: {\"cho")); len(got) > 0 {
		t.Errorf("%q has left", got)
	}
	if got := string(s.Abort()); got != held {
		t.Errorf("got %q, want %q", got, held)
	}
}

// A stream that ends within an event ends so for the client, behind what was held.
func TestHalfAnEventLeavesAsItCame(t *testing.T) {
	held := "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<tool_call>\"}}]}\n\n"
	apitest.HalfAnEvent(t, openai.ReadRequest(defaultRequest), held, "data: {\"choi", ": hi", "id: 1\n")
}

// An endless call is given up: it goes on as it came.
func TestHeldBytesAreBounded(t *testing.T) {
	apitest.HeldBytesAreBounded(t, openai.ReadRequest(defaultRequest),
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<tool_call>{\\\"name\\\": \\\"run_shell\\\", \\\"arguments\\\": {\\\"command\\\": \\\"\"}}]}\n\n",
		"data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\""+strings.Repeat("x", 1<<16)+"\"}}]}\n\n")
}

// A text that starts with white space leaves as it comes, as any other does: models often start so.
func TestWhiteSpaceFirstHoldsNothing(t *testing.T) {
	for _, field := range []string{"content", "reasoning_content"} {
		event := func(text string) string {
			return `data: {"choices":[{"index":0,"delta":{"` + field + `":` + apitest.Quote(text) + `},"finish_reason":null}]}` + "\n\n"
		}
		s := openai.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
		got := string(s.Write([]byte(event(" \n") + event("Hello") + event(" you"))))
		if want := event(" \n") + event("Hello") + event(" you"); got != want {
			t.Errorf("%s: got %q", field, got)
		}
	}
}

// What may be the start of a thought waits; nothing of a thought is lost if the upstream fails within it.
func TestSeparatedThoughtsLoseNothing(t *testing.T) {
	f := apitest.Fixer(t, gateway.Policy{SeparateReasoning: true})
	event := func(text string) string {
		return `data: {"choices":[{"index":0,"delta":{"content":` + apitest.Quote(text) + `},"finish_reason":null}]}` + "\n\n"
	}
	s := openai.ReadRequest(defaultRequest).Stream(f)
	if got := string(s.Write([]byte(event(" ") + event("<th")))); got != "" || s.Held() < len(event(" ")+event("<th")) {
		t.Errorf("%q has left, %d bytes are held", got, s.Held())
	}
	if got, want := string(s.Write([]byte(event("e end")))), event(" ")+event("<th")+event("e end"); got != want || s.Held() != len(" <the end") {
		t.Errorf("got %q, %d bytes are held", got, s.Held())
	}
	s = openai.ReadRequest(defaultRequest).Stream(f)
	out := string(s.Write([]byte(event("<think>Hm. </th"))))
	out += string(s.Abort())
	if !strings.Contains(out, `"reasoning_content":"Hm."`) || !strings.Contains(out, `"reasoning_content":" </th"`) {
		t.Errorf("got %q", out)
	}
}

func TestFramingAndCutsChangeNothing(t *testing.T) {
	event := func(choice string) string {
		return `data: {"model":"qwen3","choices":[{"index":0,` + choice + `}]}` + "\n\n"
	}
	apitest.FramingAndCuts(t, openai.ReadRequest(defaultRequest), event(`"delta":{"content":"Blåbær 🫐 "}`)+": hi\n\n"+event(`"delta":{"content":"<tool_call>{\"name\": \"get_weather\", "}`)+
		event(`"delta":{"content":"\"arguments\": {\"city\": \"Tromsø 😀\"}}</tool_call>"}`)+event(`"delta":{},"finish_reason":"stop"`)+"data: [DONE]\n\n")
}

// Each choice gets its call, though their events are mixed. More than gateway.MaxChoices pass as they came.
func TestManyChoicesOfAStream(t *testing.T) {
	const n = 1000
	var stream strings.Builder
	for _, choice := range []string{`"delta":{"content":"<tool_call>{\"name\": \"run_shell\", "}`, `"delta":{"content":"\"arguments\": {\"command\": \"ls\"}}</tool_call>"}`, `"delta":{},"finish_reason":"stop"`} {
		for i := range n {
			fmt.Fprintf(&stream, "data: {\"choices\":[{\"index\":%d,%s}]}\n\n", i, choice)
		}
	}
	stream.WriteString("data: [DONE]\n\n")
	got, report := apitest.Pipe(openai.ReadRequest(defaultRequest), apitest.Fixer(t, gateway.Policy{}), apitest.Pieces(stream.String(), 4096)...)
	choices := read(t, got)
	if len(choices) != n || report.Calls != gateway.MaxChoices {
		t.Fatalf("%d choices, %d calls are reported", len(choices), report.Calls)
	}
	for i, c := range choices {
		if i >= gateway.MaxChoices {
			if len(c.Calls) > 0 || !strings.HasSuffix(c.Content, "</tool_call>") || c.Finish[0] != "stop" {
				t.Fatalf("choice %d is %+v", i, c)
			}
			continue
		}
		if len(c.Calls) != 1 || c.Calls[0].Arguments != `{"command": "ls"}` || c.Content != "" || c.Finish[0] != "tool_calls" {
			t.Fatalf("choice %d is %+v", i, c)
		}
	}
}
