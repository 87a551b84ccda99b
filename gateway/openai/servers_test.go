package openai_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/toolparser/toolparser/gateway"
	"github.com/toolparser/toolparser/gateway/internal/apitest"
	"github.com/toolparser/toolparser/gateway/openai"
)

// servers are how servers stream a text: what comes before it, around each chunk of it, and behind it.
var servers = map[string]struct{ before, piece, after string }{
	"vLLM": {
		`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":""},"logprobs":null,"finish_reason":null}]}` + "\n\n",
		`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":%s},"logprobs":null,"finish_reason":null,"token_ids":null}]}` + "\n\n",
		`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":""},"logprobs":null,"finish_reason":"stop","stop_reason":null}]}` + "\n\n" +
			`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":1,"total_tokens":3,"completion_tokens":2}}` + "\n\ndata: [DONE]\n\n",
	},
	"SGLang": {
		`data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":"assistant","content":"","reasoning_content":null,"tool_calls":null},"logprobs":null,"finish_reason":null,"matched_stop":null}],"usage":null}` + "\n\n",
		`data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":null,"content":%s,"reasoning_content":null,"tool_calls":null},"logprobs":null,"finish_reason":null,"matched_stop":null}],"usage":null}` + "\n\n",
		`data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"role":null,"content":null,"reasoning_content":null,"tool_calls":null},"logprobs":null,"finish_reason":"stop","matched_stop":2}],"usage":null}` + "\n\n" +
			`data: {"id":"1","object":"chat.completion.chunk","created":1,"model":"m","choices":[],"usage":{"prompt_tokens":1,"total_tokens":3,"completion_tokens":2}}` + "\n\ndata: [DONE]\n\n",
	},
	"Ollama": {
		"",
		`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","system_fingerprint":"fp_ollama","choices":[{"index":0,"delta":{"role":"assistant","content":%s},"finish_reason":null}]}` + "\n\n",
		`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","system_fingerprint":"fp_ollama","choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n",
	},
	"llama.cpp": {
		`data: {"choices":[{"finish_reason":null,"index":0,"delta":{"role":"assistant","content":null}}],"created":1,"id":"chatcmpl-1","model":"m","system_fingerprint":"b1","object":"chat.completion.chunk"}` + "\n\n",
		`data: {"choices":[{"finish_reason":null,"index":0,"delta":{"content":%s}}],"created":1,"id":"chatcmpl-1","model":"m","system_fingerprint":"b1","object":"chat.completion.chunk"}` + "\n\n",
		`data: {"choices":[{"finish_reason":"stop","index":0,"delta":{}}],"created":1,"id":"chatcmpl-1","model":"m","object":"chat.completion.chunk"}` + "\n\n" +
			`data: {"choices":[],"created":1,"id":"chatcmpl-1","model":"m","object":"chat.completion.chunk","usage":{"completion_tokens":2,"prompt_tokens":1,"total_tokens":3},"timings":{"prompt_ms":1.5}}` + "\n\ndata: [DONE]\n\n",
	},
	"OpenRouter": {
		": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n",
		`data: {"id":"gen-1","provider":"X","model":"m","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":{"role":"assistant","content":%s},"finish_reason":null,"native_finish_reason":null,"logprobs":null}]}` + "\n\n",
		`data: {"id":"gen-1","provider":"X","model":"m","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":"stop","native_finish_reason":"stop","logprobs":null}]}` + "\n\n" +
			`data: {"id":"gen-1","provider":"X","model":"m","object":"chat.completion.chunk","created":1,"choices":[{"index":0,"delta":{"role":"assistant","content":""},"finish_reason":null,"native_finish_reason":null,"logprobs":null}],"usage":{"prompt_tokens":1,"completion_tokens":2,"total_tokens":3}}` + "\n\ndata: [DONE]\n\n",
	},
}

// What models of ten families write is fixed as their own cases say, in the streams of five servers, and without streaming.
func TestOutputsOfFamiliesInTheStreamsOfServers(t *testing.T) {
	for _, family := range []string{"hermes", "llama3", "kimi", "glm", "deepseek", "mistral", "qwen3_coder", "minimax", "gemma", "hunyuan"} {
		t.Run(family, func(t *testing.T) {
			paths, err := filepath.Glob(filepath.Join("..", "..", "parsers", family, "testdata", "*.txtar"))
			if err != nil {
				t.Fatal(err)
			}
			checked := 0
			for _, path := range paths {
				if checkCase(t, family, path) {
					checked++
				}
			}
			if checked < 3 {
				t.Errorf("%d cases have complete calls alone", checked)
			}
		})
	}
}

// checkCase checks a family's case in each stream; ok is false if it isn't about complete calls that are certain.
func checkCase(t *testing.T, family, path string) (ok bool) {
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, f := range txtar.Parse(text).Files {
		files[f.Name] = strings.TrimSuffix(string(f.Data), "\n")
	}
	var want struct {
		Calls []struct {
			Name        string
			Arguments   json.RawMessage
			Confidence  *float64
			UnknownTool bool `json:"unknown_tool"` // none is ever called
		}
		Content   string
		Reasoning string
		Invalid   []any
	}
	if err := json.Unmarshal([]byte(files["want.json"]), &want); err != nil {
		return false
	}
	if len(want.Calls) == 0 || len(want.Invalid) > 0 || want.Reasoning != "" || len(files) != 3 || files["tools.json"] == "" {
		return false
	}
	var calls []seenCall
	for _, call := range want.Calls {
		if call.UnknownTool || call.Confidence != nil && *call.Confidence < gateway.DefaultMinPlainConfidence {
			return false
		}
		arguments := string(call.Arguments)
		_ = json.Unmarshal(call.Arguments, &arguments) // some are quoted, since they keep their spelling
		calls = append(calls, seenCall{Name: call.Name, Arguments: arguments})
	}
	var tools []json.RawMessage
	if err := json.Unmarshal([]byte(files["tools.json"]), &tools); err != nil {
		return false
	}
	functions := make([]string, len(tools))
	for i, tool := range tools {
		functions[i] = `{"type":"function","function":` + string(tool) + `}`
	}
	request := openai.ReadRequest(`{"model":"m","tools":[` + strings.Join(functions, ",") + `]}`)
	f := apitest.Fixer(t, gateway.Policy{Family: family})
	check := func(how string, got *seen) {
		t.Helper()
		if got == nil || compact(got.Calls) != compact(calls) || got.Content != want.Content || strings.Join(got.Finish, " ") != "tool_calls" {
			t.Errorf("%s, %s: got %+v, want %+v and %q", filepath.Base(path), how, got, calls, want.Content)
		}
	}
	output := files["output"]
	for name, server := range servers {
		var stream strings.Builder
		stream.WriteString(server.before)
		for piece := range strings.SplitAfterSeq(output, " ") {
			fmt.Fprintf(&stream, server.piece, apitest.Quote(piece))
		}
		stream.WriteString(server.after)
		got, _ := apitest.Pipe(request, f, apitest.Pieces(stream.String(), 100)...)
		check(name, read(t, got)[0])
		if usage := strings.Count(got, `"total_tokens"`); usage != strings.Count(server.after, `"total_tokens"`) {
			t.Errorf("%s, %s: usage is there %d times", filepath.Base(path), name, usage)
		}
	}
	fixed, _ := request.FixBody(f, `{"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":`+apitest.Quote(output)+`},"finish_reason":"stop"}]}`)
	check("without a stream", readBody(t, fixed)[0])
	return true
}

// compact are calls without ids and the white space of arguments.
func compact(calls []seenCall) string {
	var b strings.Builder
	for _, call := range calls {
		var value any
		_ = json.Unmarshal([]byte(call.Arguments), &value)
		text, _ := json.Marshal(value)
		fmt.Fprintf(&b, "%s %s\n", call.Name, text)
	}
	return b.String()
}
