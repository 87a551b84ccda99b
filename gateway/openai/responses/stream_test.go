package responses_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai/responses"
)

func TestStreams(t *testing.T) { suite.Streams(t) }

func TestNoEndIsMadeWhereverAStreamEnds(t *testing.T) { suite.Cuts(t) }

const (
	begun  = `data: {"type":"response.created","response":{"model":"qwen3","output":[]}}` + "\n\n"
	item   = `data: {"type":"response.output_item.added","output_index":0,"item":{"type":"message","id":"m","content":[]}}` + "\n\n"
	part   = `data: {"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"output_text","text":""}}` + "\n\n"
	callOf = `data: {"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","id":"f","call_id":"c","name":"get_weather","arguments":""}}` + "\n\n"
)

func delta(text string) string {
	return `data: {"type":"response.output_text.delta","item_id":"m","output_index":0,"content_index":0,"delta":` + apitest.Quote(text) + "}\n\n"
}

func arguments(text string) string {
	return `data: {"type":"response.function_call_arguments.delta","item_id":"f","output_index":0,"delta":` + apitest.Quote(text) + "}\n\n"
}

// What can't be part of a call leaves before the rest comes.
func TestWhatLeavesAtOnce(t *testing.T) {
	request := responses.ReadRequest(defaultRequest)
	for name, test := range map[string]struct{ upstream, held string }{
		"the start":                 {begun, ""},
		"a message without a text":  {begun, item + part},
		"text":                      {begun + item + part + delta("Hello"), ""},
		"text with a tag":           {begun + item + part + delta("a <b>"), ""},
		"a call":                    {begun + callOf, ""},
		"arguments":                 {begun + callOf + arguments(`{"city": "Os`), ""},
		"a comment":                 {begun + ": PROCESSING\n\n", ""},
		"an unknown event":          {begun + "data: {\"type\":\"response.foo\"}\n\n", ""},
		"no JSON":                   {"data: hello\n\n", ""},
		"what may be a call":        {begun + item + part + delta("Hello"), delta(" <tool_")},
		"a message that may be one": {begun, item + part + delta("<tool_")},
		"what follows such a one":   {begun, item + part + delta("<tool_") + "data: {\"type\":\"response.foo\"}\n\n"},
		"a thought":                 {begun + `data: {"type":"response.output_item.added","output_index":0,"item":{"type":"reasoning","id":"r"}}` + "\n\n" + `data: {"type":"response.reasoning_text.delta","item_id":"r","output_index":0,"content_index":0,"delta":"Hm"}` + "\n\n", ""},
		"a refusal":                 {begun + item + `data: {"type":"response.content_part.added","item_id":"m","output_index":0,"content_index":0,"part":{"type":"refusal","refusal":""}}` + "\n\n", ""},
	} {
		t.Run(name, func(t *testing.T) { apitest.Leaves(t, request, test.upstream, test.held) })
	}
}

func TestFramingSurvives(t *testing.T) {
	request := responses.ReadRequest(defaultRequest)
	end := `data: {"type":"response.completed","response":{"status":"completed","output":[]}}` + "\n\n"
	apitest.Unchanged(t, request, map[string]string{
		"CRLF":               strings.ReplaceAll("event: response.created\n"+begun+item+part+delta("a")+end, "\n", "\r\n"),
		"several lines":      "event: response.output_text.delta\nid: 7\ndata: {\"type\":\ndata: \"response.output_text.delta\",\"delta\":\"a\"}\n\n" + end,
		"a byte order mark":  "\ufeff" + begun + end,
		"no last empty line": begun + item + delta("a") + strings.TrimSuffix(end, "\n\n"),
		"an event of 10 MB":  begun + item + part + delta(strings.Repeat("word ", 2<<20)+"x") + end,
		"invalid UTF-8":      begun + item + "data: {\"type\":\"response.output_text.delta\",\"item_id\":\"m\",\"delta\":\"a\xff\xf0\x9f\"}\n\n" + end,
		"an empty stream":    "",
		"HTML":               "<html>\n\n<body>502\n\n",
		"another API":        "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"<tool_call>\"}}]}\n\ndata: [DONE]\n\n",
		"shapes of nothing": begun + "data: {\"type\":\"response.output_item.added\"}\n\ndata: {\"type\":\"response.output_item.done\",\"item\":7}\n\ndata: {\"type\":\"response.output_text.delta\"}\n\n" +
			"data: {\"type\":\"response.function_call_arguments.delta\",\"delta\":\"{\"}\n\ndata: {\"type\":\"response.function_call_arguments.done\"}\n\ndata: {\"type\":\"response.content_part.done\",\"part\":[]}\n\ndata: {\"type\":7}\n\ndata: [1]\n\n" + end,
	})
}

// Events that are made have a type as those of the upstream have, and its line ends.
func TestChangedEventsKeepTheirFraming(t *testing.T) {
	event := func(kind, members string) string {
		return "event: " + kind + "\r\ndata: {\"type\":\"" + kind + "\"," + members + "}\r\n\r\n"
	}
	end := "\"response\":{\"status\":\"completed\",\"output\":[%]}"
	call := `{"id":"fc_GENERATED","type":"function_call","status":"completed","arguments":"{}","call_id":"call_GENERATED","name":"run_shell"}`
	upstream := event("response.output_text.delta", `"item_id":"m","output_index":0,"delta":"<tool_call>{\"name\": \"run_shell\", \"arguments\": {}}</tool_call>"`) +
		"id: 1\r\n" + event("response.completed", strings.Replace(end, "%", "", 1))
	got, _ := apitest.Pipe(responses.ReadRequest(defaultRequest), apitest.Fixer(t, gateway.Policy{}), upstream)
	at := `"item_id":"fc_GENERATED","output_index":0,`
	want := event("response.output_item.added", `"output_index":0,"item":`+strings.NewReplacer(`"completed"`, `"in_progress"`, `"{}"`, `""`).Replace(call)) +
		event("response.function_call_arguments.delta", at+`"delta":"{}"`) +
		event("response.function_call_arguments.done", at+`"name":"run_shell","arguments":"{}"`) +
		event("response.output_item.done", `"output_index":0,"item":`+call) +
		"id: 1\r\n" + event("response.completed", strings.Replace(end, "%", call, 1))
	if diff := cmp.Diff(want, apitest.Stable(got)); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// Half an event is no event: it is left out.
func TestAbortSendsWhatWasHeld(t *testing.T) {
	s := responses.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{}))
	held := item + part + delta("<tool_call>")
	if got := string(s.Write([]byte(begun + held + "data: {\"typ"))); got != begun {
		t.Errorf("%q has left", got)
	}
	if got := string(s.Abort()); got != held || !s.Done() {
		t.Errorf("got %q, want %q", got, held)
	}
}

// The event that reports an error has the next number.
func TestErrorEventIsNumbered(t *testing.T) {
	number := func(i int, event string) string {
		return strings.Replace(event, `,`, `,"sequence_number":`+strconv.Itoa(i)+`,`, 1)
	}
	thought := number(0, begun) + number(1, item) + number(2, part) + number(3, delta("<think>Hm.</think>Hello."))
	for name, test := range map[string]struct {
		upstream, number string
	}{
		"of nothing":                {"", `"sequence_number":0,`},
		"behind events":             {number(0, begun) + number(1, item), `"sequence_number":2,`},
		"behind events that waited": {number(0, begun) + number(1, item) + number(2, part) + number(3, delta("<tool_call>")), `"sequence_number":4,`},
		"behind events that were made, the message's among them": {thought, `"sequence_number":10,`},
		"behind events without numbers":                          {begun + item, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := responses.ReadRequest(defaultRequest).Stream(apitest.Fixer(t, gateway.Policy{SeparateReasoning: true}))
			s.Write([]byte(test.upstream))
			s.Abort()
			want := "event: error\ndata: {\"type\":\"error\"," + test.number + `"code":"upstream_error","message":"gone","param":null}` + "\n\n"
			if got := s.ErrorEvent("gone"); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

// A stream that ends within an event ends so for the client, behind what was held.
func TestHalfAnEventLeavesAsItCame(t *testing.T) {
	apitest.HalfAnEvent(t, responses.ReadRequest(defaultRequest), begun+item+part+delta("<tool_call>"), "data: {\"type\":\"response.out", ": hi", "id: 1\n")
}

// Some servers end the stream twice; nothing behind that is part of it.
func TestDoneEndsTheStream(t *testing.T) {
	end := `data: {"type":"response.completed","response":{"output":[]}}` + "\n\ndata: [DONE]\n\n"
	apitest.EndsWith(t, responses.ReadRequest(defaultRequest), begun+end, "data: {}\n\n")
}

// An endless call is given up, and so is an endless text: they go on as they came.
func TestWhatIsKeptIsBounded(t *testing.T) {
	for name, start := range map[string]string{
		"a call": `<tool_call>{"name": "run_shell", "arguments": {"command": "`,
		"a text": "Hello",
	} {
		t.Run(name, func(t *testing.T) {
			apitest.HeldBytesAreBounded(t, responses.ReadRequest(defaultRequest), begun+item+part+delta(start), delta(strings.Repeat("x", 1<<16)))
		})
	}
}

// Each of a thousand messages is a call, streamed or not.
func TestManyItems(t *testing.T) {
	const text = `<tool_call>{"name": "run_shell", "arguments": {"command": "ls"}}</tool_call>`
	u := &upstream{Rand: rand.New(rand.NewPCG(1, 1)), status: "completed", numbered: true, lineEnd: "\n"}
	for i := range 1000 {
		u.items = append(u.items, &seen{Kind: "message", ID: fmt.Sprint("m", i), Content: []seenPart{{Kind: "output_text", Text: text}}})
	}
	request, f := responses.ReadRequest(defaultRequest), apitest.Fixer(t, gateway.Policy{})
	streamed, _ := apitest.Pipe(request, f, u.stream())
	whole, _ := request.FixBody(f, u.response())
	for how, items := range map[string][]*seen{"streamed": read(t, streamed), "whole": readBody(t, whole)} {
		calls := 0
		for _, it := range items {
			if it.Kind == "function_call" && it.Arguments == `{"command": "ls"}` {
				calls++
			}
		}
		if len(items) != 1000 || calls != 1000 {
			t.Errorf("%s, there are %d calls among %d items", how, calls, len(items))
		}
	}
}

// What may be the start of a thought waits; nothing of a thought is lost if the upstream fails within it.
func TestSeparatedThoughtsLoseNothing(t *testing.T) {
	f := apitest.Fixer(t, gateway.Policy{SeparateReasoning: true})
	s := responses.ReadRequest(defaultRequest).Stream(f)
	if got := string(s.Write([]byte(begun + item + part + delta("<th")))); got != begun || s.Held() < len(item+part+delta("<th")) {
		t.Errorf("%q has left, %d bytes are held", got, s.Held())
	}
	if got, want := string(s.Write([]byte(delta("e end")))), item+part+delta("<th")+delta("e end"); got != want {
		t.Errorf("got %q", got)
	}
	s = responses.ReadRequest(defaultRequest).Stream(f)
	out := string(s.Write([]byte(begun + item + part + delta("<think>Hm. </th"))))
	out += string(s.Abort())
	if !strings.Contains(out, `"delta":"Hm."`) || !strings.Contains(out, `"delta":" </th"`) || !strings.Contains(out, `"text":"Hm. </th"`) {
		t.Errorf("got %q", out)
	}
	// Without an index and an id, no event is known to be about the message.
	s = responses.ReadRequest(defaultRequest).Stream(f)
	end := `data: {"type":"response.completed","response":{"status":"completed","output":[]}}` + "\n\n"
	upstream := begun + strings.NewReplacer(`"output_index":0,`, "", `"id":"m",`, "").Replace(item) + delta("<think>Hm.") + end
	if got := string(s.Write([]byte(upstream))); got != upstream {
		t.Errorf("got %q", got)
	}
}

func TestFramingAndCutsChangeNothing(t *testing.T) {
	apitest.FramingAndCuts(t, responses.ReadRequest(defaultRequest), begun+item+part+delta("Blåbær 🫐 ")+": hi\n\n"+delta(`<tool_call>{"name": "get_weather", `)+
		delta(`"arguments": {"city": "Tromsø 😀"}}</tool_call>`)+`data: {"type":"response.completed","response":{"status":"completed","output":[]}}`+"\n\n")
}
