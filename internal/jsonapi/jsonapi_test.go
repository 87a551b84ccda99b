package jsonapi

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// plain is a response without the ids that differ from call to call: those of kimi are counted.
func plain(t *testing.T, text []byte) map[string]any {
	t.Helper()
	var value map[string]any
	var named response
	if err := errors.Join(json.Unmarshal(text, &value), json.Unmarshal(text, &named)); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	for i, d := range named.Diagnostics.ToolCalls {
		if id := named.Result.ToolCalls[i].ID; d.IDSynthesized && id != "" && !strings.HasPrefix(id, "functions.") {
			value["result"].(map[string]any)["tool_calls"].([]any)[i].(map[string]any)["id"] = "(made)"
		}
	}
	return value
}

// TestAnswersAsTheServer compares the answers for the conformance cases of all families.
func TestAnswersAsTheServer(t *testing.T) {
	files, _ := filepath.Glob("../../parsers/*/testdata/*.txtar")
	registry := families.Registry()
	service, api := server.NewService(registry), New(registry)
	compared := 0
	for i, file := range files {
		if testing.Short() && i%10 != 0 {
			continue
		}
		family := filepath.Base(filepath.Dir(filepath.Dir(file)))
		if _, err := registry.Find(family, ""); err != nil {
			continue
		}
		archive, err := txtar.ParseFile(file)
		if err != nil {
			t.Fatal(err)
		}
		request := &toolparserv1.ParseToolCallsRequest{Family: family, Options: &toolparserv1.ParseOptions{SeparateReasoning: compared%2 == 1, NativeOnly: compared%3 == 1}}
		for _, f := range archive.Files {
			switch f.Name {
			case "output":
				request.ModelOutput = strings.ToValidUTF8(strings.TrimSuffix(string(f.Data), "\n"), "\ufffd")
			case "tools.json":
				request.Tools = toolsOf(t, f.Data)
			}
		}
		want, err := service.ParseToolCalls(context.Background(), request)
		if err != nil || len(want.GetInvalidToolCalls()) >= 256 {
			continue // what has limits in the server
		}
		asked, _ := protojson.MarshalOptions{UseProtoNames: true}.Marshal(request)
		said, _ := protojson.MarshalOptions{UseProtoNames: true}.Marshal(want)
		if diff := cmp.Diff(plain(t, said), plain(t, api.Parse(asked))); diff != "" {
			t.Errorf("%s: %s", file, diff)
		}
		compared++
		if diff := streamed(t, api, request, want.GetResult()); diff != "" {
			t.Errorf("%s, streamed: %s", file, diff)
		}
	}
	if compared < len(files)/12 {
		t.Errorf("only %d of %d cases were compared", compared, len(files))
	}
	if len(api.streams) > 0 {
		t.Errorf("%d streams are left", len(api.streams))
	}
}

func toolsOf(t *testing.T, text []byte) (tools []*toolparserv1.Tool) {
	t.Helper()
	var list []struct {
		Name       string
		Parameters json.RawMessage
	}
	if err := json.Unmarshal(text, &list); err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		tools = append(tools, &toolparserv1.Tool{Function: &toolparserv1.FunctionDefinition{Name: f.Name, Parameters: string(f.Parameters)}})
	}
	return tools
}

// streamed compares the result of a stream, and what its deltas add up to.
func streamed(t *testing.T, api *API, request *toolparserv1.ParseToolCallsRequest, want *toolparserv1.ExtractedToolCallInformation) string {
	t.Helper()
	head := map[string]any{"family": request.GetFamily(), "options": map[string]any{
		"separate_reasoning": request.GetOptions().GetSeparateReasoning(), "native_only": request.GetOptions().GetNativeOnly(),
	}}
	var tools []map[string]any
	for _, tool := range request.GetTools() {
		tools = append(tools, map[string]any{"function": map[string]string{"name": tool.GetFunction().GetName(), "parameters": tool.GetFunction().GetParameters()}})
	}
	head["tools"] = tools
	asked, _ := json.Marshal(head)
	var started struct{ Stream uint32 }
	if err := json.Unmarshal(api.Start(asked), &started); err != nil || started.Stream == 0 {
		t.Fatal("no stream", err)
	}
	content := ""
	for text := request.GetModelOutput(); text != ""; {
		n := min(len(text), 7)
		var d delta
		if err := json.Unmarshal(api.Feed(started.Stream, []byte(text[:n])), &d); err != nil {
			t.Fatal(err)
		}
		content, text = content+d.Content, text[n:]
	}
	var end struct {
		Deltas []delta
		Result response
	}
	if err := json.Unmarshal(api.Finish(started.Stream, nil), &end); err != nil {
		t.Fatal(err)
	}
	for _, d := range end.Deltas {
		content += d.Content
	}
	got := end.Result.Result
	if strings.TrimSpace(content) != strings.TrimSpace(got.Content) || got.Content != want.GetContent() || got.Reasoning != want.GetReasoning() || len(got.ToolCalls) != len(want.GetToolCalls()) {
		return cmp.Diff([]any{want.GetContent(), want.GetReasoning(), len(want.GetToolCalls())}, []any{content, got.Content, got.Reasoning, len(got.ToolCalls)})
	}
	for i, c := range got.ToolCalls {
		if f := want.GetToolCalls()[i].GetFunction(); c.Function.Name != f.GetName() || c.Function.Arguments != f.GetArguments() {
			return cmp.Diff(f.GetArguments(), c.Function.Arguments)
		}
	}
	return ""
}

func TestWrongRequests(t *testing.T) {
	api := New(families.Registry())
	for text, want := range map[string]string{
		`{`:                                  "INVALID_ARGUMENT",
		`{"family": "nobody"}`:               "NOT_FOUND",
		`{}`:                                 "neither family nor model",
		`{"family": "hermes", "nothing": 1}`: "unknown field",
		`{"family": "hermes", "options": {"min_confidence": 2}}`:                                    "min_confidence",
		`{"family": "hermes", "options": {"content_policy": "X"}}`:                                  "content_policy",
		`{"family": "hermes", "options": {"formats": ["x"]}}`:                                       "has no format",
		`{"family": "hermes", "options": {"validate_arguments": true}}`:                             "unknown field",
		`{"family": "hermes", "finish_reason": "tired"}`:                                            "finish_reason",
		`{"family": "hermes", "prior_tool_calls": -1}`:                                              "negative",
		`{"family": "hermes", "tools": [{}]}`:                                                       "tools[0].function.name: empty",
		`{"family": "hermes", "tools": [{"function": {"name": "f"}}, {"function": {"name": "f"}}]}`: "has it already",
		`{"family": "hermes", "tools": [{"function": {"name": "f", "parameters": "3"}}]}`:           "no JSON object",
	} {
		if said := string(api.Parse([]byte(text))); !strings.Contains(said, `{"error":`) || !strings.Contains(said, want) {
			t.Errorf("%s: %s, want %s", text, said, want)
		}
	}
	if said := string(api.Feed(1, nil)); !strings.Contains(said, "no stream 1 is open") {
		t.Error(said)
	}
	api.Cancel(1)
}

// TestSpecialTokens: complete outputs and streams have what the server has, in chunks of any length.
func TestSpecialTokens(t *testing.T) {
	const call = "<tool_call>\n<function=f>\n<parameter=x>\né\n</parameter>\n</function>\n</tool_call>"
	const output = "The log says " + call + ". " + call
	at := len(output) - len(call)
	spans := [][2]int{{at, at + len("<tool_call>")}, {len(output) - len("</tool_call>"), len(output)}}
	list := func(from, to int) string {
		var parts []string
		for _, s := range spans {
			if start, end := max(s[0], from), min(s[1], to); start < end {
				parts = append(parts, fmt.Sprintf(`{"start": %d, "end": %d}`, start-from, end-from))
			}
		}
		return "[" + strings.Join(parts, ", ") + "]"
	}
	api := New(families.Registry())
	head := `{"family": "qwen3_coder", "tools": [{"function": {"name": "f"}}], "special_tokens": {`
	text, _ := json.Marshal(output)
	want := plain(t, api.Parse(fmt.Appendf(nil, `%s"spans": %s}, "model_output": %s}`, head, list(0, len(output)), text)))
	result := want["result"].(map[string]any)
	if got, content := len(result["tool_calls"].([]any)), "The log says "+call+"."; got != 1 || result["content"] != content {
		t.Fatalf("%d calls, content %q", got, result["content"])
	}
	for _, size := range []int{1, 2, 3, 7, 40, len(output)} {
		var begun struct{ Stream uint32 }
		if err := json.Unmarshal(api.Start([]byte(head+"}}")), &begun); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(output); at += size {
			end := min(at+size, len(output))
			of := list(at, end)
			if answer := api.FeedTokens(begun.Stream, uint32(len(of)), []byte(of+output[at:end])); strings.Contains(string(answer), `"error"`) {
				t.Fatalf("chunks of %d: %s", size, answer)
			}
		}
		var last struct{ Result json.RawMessage }
		if err := json.Unmarshal(api.Finish(begun.Stream, nil), &last); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, plain(t, last.Result)); diff != "" {
			t.Errorf("chunks of %d: %s", size, diff)
		}
	}
}

func TestSpecialTokensErrors(t *testing.T) {
	api := New(families.Registry())
	for request, want := range map[string]string{
		`{"family": "hermes", "model_output": "é", "special_tokens": {"spans": [{"start": 1, "end": 2}]}}`: "special_tokens.spans[0]: byte 1 is inside a code point",
		`{"family": "hermes", "model_output": "a", "special_tokens": {"spans": [{"end": 2}]}}`:             "special_tokens.spans[0]: 0 to 2 is outside of the text, which has 1 bytes",
		`{"family": "hermes", "special_tokens": []}`:                                                       "the request:",
	} {
		if got := string(api.Parse([]byte(request))); !strings.Contains(got, want) {
			t.Errorf("%s: %s", request, got)
		}
	}
	if got := string(api.Start([]byte(`{"family": "hermes", "special_tokens": {"spans": [{"end": 1}]}}`))); !strings.Contains(got, "want none here") {
		t.Error(got)
	}
	api.Start([]byte(`{"family": "hermes"}`))
	api.Start([]byte(`{"family": "hermes", "special_tokens": {}}`))
	for _, c := range []struct {
		stream, n   uint32
		input, want string
	}{
		{1, 12, `[{"end": 1}]x`, "start has no special_tokens"},
		{2, 12, `[{"end": 2}]x`, "special_tokens[0]: 0 to 2 is outside of the text, which has 1 bytes"},
		{2, 99, `[]x`, "special_tokens: 99 bytes of an input that has 3"},
		{2, 3, `[}]x`, "special_tokens: invalid character"},
		{2, 2, `[]x`, `"content":"x"`},
	} {
		if got := string(api.FeedTokens(c.stream, c.n, []byte(c.input))); !strings.Contains(got, c.want) {
			t.Errorf("%s: %s, want %s", c.input, got, c.want)
		}
	}
}
