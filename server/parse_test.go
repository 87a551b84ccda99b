package server_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"google.golang.org/grpc/codes"
	"google.golang.org/protobuf/encoding/prototext"
	"google.golang.org/protobuf/testing/protocmp"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

func TestParseToolCalls(t *testing.T) {
	r := start(t)
	got, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
		Family:         "lines",
		ModelOutput:    "a\n!repaired {\"n\": 12345678901234567890}\n!bad {\nb",
		Tools:          []*toolparserv1.Tool{tool("other", "")},
		PriorToolCalls: 7,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := new(toolparserv1.ParseToolCallsResponse)
	if err := prototext.Unmarshal([]byte(wholeResponse), want); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got, protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}

// wholeResponse has every field that a result can fill.
const wholeResponse = `
result {
  tools_called: true
  tool_calls { id: "repaired-7" type: "function" function { name: "repaired" arguments: '{"n": 12345678901234567890}' } }
  content: "a !bad {\nb"
}
invalid_tool_calls {
  name: "bad" arguments: "{" reason: INVALID_REASON_MALFORMED message: "arguments are no JSON, at byte 40"
  span { start: 40 end: 46 } confidence: 1 format: "line/command"
}
diagnostics {
  family: "line"
  confidence: 0.8
  tool_calls {
    format: "line/command" span { start: 2 end: 39 } confidence: 0.8
    repairs { kind: REPAIR_KIND_TRAILING_COMMA offset: 2 }
    id_synthesized: true
    unknown_tool: true
  }
  segments { kind: SEGMENT_KIND_TEXT span { end: 2 } }
  segments { kind: SEGMENT_KIND_TOOL_CALL span { start: 2 end: 39 } index: 0 }
  segments { kind: SEGMENT_KIND_TEXT span { start: 39 end: 40 } }
  segments { kind: SEGMENT_KIND_INVALID_TOOL_CALL span { start: 40 end: 46 } index: 0 }
  segments { kind: SEGMENT_KIND_TEXT span { start: 46 end: 48 } }
  attempts { family: "line" confidence: 0.8 tool_call_count: 1 }
}`

func TestParseWithoutCall(t *testing.T) {
	r := start(t)
	for _, output := range []string{"", " \n", "Hello.\n"} {
		response, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: output})
		if err != nil {
			t.Fatal(err)
		}
		result := response.GetResult()
		if result.GetToolsCalled() || result.GetContent() != output || (result.Content == nil) != (output == "") {
			t.Errorf("%q: got %v", output, result)
		}
	}
}

func TestParseByModel(t *testing.T) {
	r := start(t)
	response, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Model: "vendor/ACME-7b", ModelOutput: "!f {}"})
	if err != nil {
		t.Fatal(err)
	}
	if family := response.GetDiagnostics().GetFamily(); family != "line" {
		t.Errorf("family %q", family)
	}
}

func TestParseOptions(t *testing.T) {
	r := start(t)
	for _, test := range []struct {
		name    string
		options *toolparserv1.ParseOptions
		calls   int
		content string
	}{
		{"default", nil, 1, "a b"},
		{"verbatim", &toolparserv1.ParseOptions{ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_VERBATIM}, 1, "a\n\nb"},
		{"joined", &toolparserv1.ParseOptions{ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_JOINED}, 1, "a b"},
		{"min confidence", &toolparserv1.ParseOptions{MinConfidence: 0.9}, 0, "a\n!repaired {}\nb"},
		{"min confidence reached", &toolparserv1.ParseOptions{MinConfidence: 0.8}, 1, "a b"},
		{"clean", &toolparserv1.ParseOptions{MinConfidence: 0.9, ContentPolicy: toolparserv1.ContentPolicy_CONTENT_POLICY_CLEAN}, 0, "a b"},
		{"formats that count", &toolparserv1.ParseOptions{Formats: []string{lineFormat, lineFormat}}, 1, "a b"},
		{"reject unknown", &toolparserv1.ParseOptions{RejectUnknownTools: true}, 0, "a\n!repaired {}\nb"},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
				Family: "line", ModelOutput: "a\n!repaired {}\nb", Options: test.options,
				Tools: []*toolparserv1.Tool{tool("other", "")},
			})
			if err != nil {
				t.Fatal(err)
			}
			if got := response.GetResult(); len(got.GetToolCalls()) != test.calls || got.GetContent() != test.content {
				t.Errorf("got %v", got)
			}
		})
	}
}

func TestInvalidRequests(t *testing.T) {
	r := start(t)
	nameless := []*toolparserv1.Tool{tool("ok", "{}"), {Type: "retrieval"}}
	many := make([]*toolparserv1.Tool, 1000)
	for i := range many {
		many[i] = tool("", "[")
	}
	for _, test := range []struct {
		name   string
		req    *toolparserv1.ParseToolCallsRequest
		fields []string
		says   string
	}{
		{"neither family nor model", &toolparserv1.ParseToolCallsRequest{}, []string{"family"}, "neither family nor model"},
		{
			"min confidence", &toolparserv1.ParseToolCallsRequest{Family: "line", Options: &toolparserv1.ParseOptions{MinConfidence: 1.5}},
			[]string{"options.min_confidence"}, "1.5 is not in [0, 1]",
		},
		{
			"min confidence NaN", &toolparserv1.ParseToolCallsRequest{Family: "line", Options: &toolparserv1.ParseOptions{MinConfidence: math.NaN()}},
			[]string{"options.min_confidence"}, "NaN",
		},
		{
			"content policy", &toolparserv1.ParseToolCallsRequest{Family: "line", Options: &toolparserv1.ParseOptions{ContentPolicy: 9}},
			[]string{"options.content_policy"}, "9 is no ContentPolicy",
		},
		{
			"formats", &toolparserv1.ParseToolCallsRequest{Family: "line", FallbackFamilies: []string{"quiet"}, Options: &toolparserv1.ParseOptions{Formats: []string{"line/x", lineFormat, ""}}},
			[]string{"options.formats[0]", "options.formats[2]"}, `no family of this request has a format "line/x"; there are line/command`,
		},
		{
			"a format nearly right", &toolparserv1.ParseToolCallsRequest{Family: "line", FallbackFamilies: []string{"quiet"}, Options: &toolparserv1.ParseOptions{Formats: []string{"line/comand"}}},
			[]string{"options.formats[0]"}, `no family of this request has a format "line/comand"; did you mean line/command?`,
		},
		{"finish reason", &toolparserv1.ParseToolCallsRequest{Family: "line", FinishReason: 9}, []string{"finish_reason"}, "9 is no FinishReason"},
		{"prior tool calls", &toolparserv1.ParseToolCallsRequest{Family: "line", PriorToolCalls: -1}, []string{"prior_tool_calls"}, "-1 is negative"},
		{
			"tools", &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: nameless},
			[]string{"tools[1].type", "tools[1].function.name"}, `want "function"`,
		},
		{
			"a tool declared twice", &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: []*toolparserv1.Tool{tool("a", ""), tool("b", ""), tool("a", "{}"), tool("a", "")}},
			[]string{"tools[2].function.name", "tools[3].function.name"}, "tools[0] has it already",
		},
		{
			"schema is no JSON", &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: []*toolparserv1.Tool{tool("a", ""), tool("b", "{}"), tool("c", `{"type": `)}},
			[]string{"tools[2].function.parameters"}, "not valid JSON",
		},
		{
			"schema is blank", &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: []*toolparserv1.Tool{tool("a", " ")}},
			[]string{"tools[0].function.parameters"}, "not valid JSON",
		},
		{
			"schema is no object", &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: []*toolparserv1.Tool{tool("a", ` [{}]`)}},
			[]string{"tools[0].function.parameters"}, "not a JSON object or boolean",
		},
		{
			"fallback families", &toolparserv1.ParseToolCallsRequest{Family: "line", FallbackFamilies: []string{"line", ""}},
			[]string{"fallback_families[1]"}, "empty",
		},
		{
			"long names", &toolparserv1.ParseToolCallsRequest{Family: strings.Repeat("x", 1000), Model: strings.Repeat("x", 1000)},
			[]string{"family", "model"}, "longer than 256 bytes",
		},
		{
			"all violations at once", &toolparserv1.ParseToolCallsRequest{PriorToolCalls: -1, FinishReason: -1, Options: &toolparserv1.ParseOptions{MinConfidence: -1}},
			[]string{"options.min_confidence", "family", "prior_tool_calls", "finish_reason"}, "; ",
		},
		{
			"thousands are cut short", &toolparserv1.ParseToolCallsRequest{Family: "line", Tools: many},
			nil, "and 1984 more",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.client.ParseToolCalls(testContext(t), test.req)
			message, fields := wantError(t, err, codes.InvalidArgument)
			if test.fields != nil && !slices.Equal(fields, test.fields) {
				t.Errorf("fields %q, want %q", fields, test.fields)
			}
			if !strings.Contains(message, test.says) {
				t.Errorf("message %q does not say %q", message, test.says)
			}
		})
	}
}

func TestUnknownFamilies(t *testing.T) {
	r := start(t)
	for _, test := range []struct {
		name string
		req  *toolparserv1.ParseToolCallsRequest
		says string
	}{
		{"family", &toolparserv1.ParseToolCallsRequest{Family: "nope"}, `"nope"`},
		{"family wins over model", &toolparserv1.ParseToolCallsRequest{Family: "nope", Model: "acme-1"}, `"nope"`},
		{"model of no family", &toolparserv1.ParseToolCallsRequest{Model: "gpt"}, `"gpt"`},
		{"model of two families", &toolparserv1.ParseToolCallsRequest{Model: "quiet-1"}, "quiet"},
		{"fallback", &toolparserv1.ParseToolCallsRequest{Family: "line", FallbackFamilies: []string{"quiet", "nope"}}, "fallback_families[1]"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := r.client.ParseToolCalls(testContext(t), test.req)
			message, _ := wantError(t, err, codes.NotFound)
			if !strings.Contains(message, test.says) {
				t.Errorf("message %q", message)
			}
		})
	}
}

func TestFallback(t *testing.T) {
	r := start(t)
	for _, test := range []struct {
		name      string
		family    string
		fallbacks []string
		output    string
		min       float64
		used      string
		rejected  []string // of each attempt
	}{
		{"the first will do", "line", []string{"quiet"}, "!f {}", 0, "line", []string{""}},
		{"the second will do", "quiet", []string{"line", "rival"}, "!f {}", 0, "line", []string{"no tool call", ""}},
		{"none will do", "quiet", []string{"line", "rival"}, "!f {", 0, "quiet", []string{"", "no accepted tool call, 1 invalid", "no tool call"}},
		{"each is tried once", "quiet", []string{"quiet", "lines", "line"}, "!f", 0, "quiet", []string{"", "no accepted tool call, 1 invalid"}},
		{"a leak", "line", []string{"quiet"}, "!f {}\n<|quiet|>", 0, "line", []string{"", "no tool call"}},
		{"under min_confidence", "line", []string{"quiet"}, "!repaired {}", 0.9, "line", []string{"", "no tool call"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			response, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
				Family: test.family, FallbackFamilies: test.fallbacks, ModelOutput: test.output,
				Options: &toolparserv1.ParseOptions{MinConfidence: test.min},
			})
			if err != nil {
				t.Fatal(err)
			}
			var rejected []string
			for _, a := range response.GetDiagnostics().GetAttempts() {
				rejected = append(rejected, a.GetRejectedBecause())
			}
			if used := response.GetDiagnostics().GetFamily(); used != test.used || !slices.Equal(rejected, test.rejected) {
				t.Errorf("used %q, rejected %q", used, rejected)
			}
		})
	}
}

func TestLeaks(t *testing.T) {
	r := start(t)
	response, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{
		Family: "line", ModelOutput: "a <|quiet|> <f>", Tools: []*toolparserv1.Tool{{Function: &toolparserv1.FunctionDefinition{Name: "f"}}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []*toolparserv1.Leak{
		{Kind: toolparserv1.LeakKind_LEAK_KIND_MARKER, Span: &toolparserv1.Span{Start: 2, End: 11}, Family: "quiet"},
		{Kind: toolparserv1.LeakKind_LEAK_KIND_DECLARED_NAME, Span: &toolparserv1.Span{Start: 13, End: 14}, Name: "f"},
	}
	if diff := cmp.Diff(want, response.GetDiagnostics().GetLeaks(), protocmp.Transform()); diff != "" {
		t.Error(diff)
	}
}

func TestRequestOverSize(t *testing.T) {
	r := start(t, server.WithConfig(server.Config{MaxRequestBytes: 1000}))
	_, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: strings.Repeat("x", 1000)})
	wantError(t, err, codes.ResourceExhausted)
	if _, err := r.client.ParseToolCalls(testContext(t), &toolparserv1.ParseToolCallsRequest{Family: "line", ModelOutput: "x"}); err != nil {
		t.Errorf("the next request: %v", err)
	}
}

func TestListFamilies(t *testing.T) {
	r := start(t)
	response, err := r.client.ListFamilies(testContext(t), &toolparserv1.ListFamiliesRequest{})
	if err != nil {
		t.Fatal(err)
	}
	want := &toolparserv1.Family{
		Name: "line", Aliases: []string{"lines"}, ModelPatterns: []string{"*acme-*"},
		Description: "Calls are lines that begin with an exclamation mark.",
		Formats: []*toolparserv1.Format{{
			Name: "line/command", Description: "An exclamation mark, the name, a space, the arguments.",
			Example: `!get_time {"zone": "UTC"}`,
		}},
		PreservedTokens: []string{"<|line|>"},
	}
	if diff := cmp.Diff(want, response.GetFamilies()[0], protocmp.Transform()); diff != "" || len(response.GetFamilies()) != 3 {
		t.Error(len(response.GetFamilies()), diff)
	}
}
