package llama3

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
)

// realOutputs holds what real models wrote. It isn't ours to publish.
const realOutputs = "../../../shared/data/llama3_real.jsonl"

// Every real output holds one call, as its last object, and the prose before it.
func TestRealOutputs(t *testing.T) {
	file, err := os.Open(realOutputs)
	if err != nil {
		t.Skip(err)
	}
	t.Cleanup(func() { _ = file.Close() })
	for lines := bufio.NewScanner(file); lines.Scan(); {
		var line struct {
			Output string `json:"model_output"`
		}
		if err := json.Unmarshal(lines.Bytes(), &line); err != nil {
			t.Fatal(err)
		}
		checkReal(t, line.Output)
	}
}

func checkReal(t *testing.T, output string) {
	t.Helper()
	at := strings.Index(output, `{"name"`)
	var want struct {
		Name       string          `json:"name"`
		Parameters json.RawMessage `json:"parameters"`
	}
	if err := json.Unmarshal([]byte(output[at:]), &want); err != nil {
		t.Fatal(err)
	}
	stream := parsers.NewStream(Family(), parsers.Config{})
	for i := range len(output) {
		stream.Feed(output[i : i+1])
	}
	_, streamed := stream.Finish(parsers.FinishStop)
	unary := parsers.Parse(Family(), output, parsers.Config{}, parsers.FinishStop)
	for _, r := range []*parsers.Result{unary, streamed} {
		if len(r.ToolCalls) != 1 || r.ToolCalls[0].Name != want.Name || r.ToolCalls[0].Arguments != string(want.Parameters) {
			t.Errorf("calls of %q: %+v", output, r.ToolCalls)
		}
		if content := strings.TrimSpace(output[:at]); r.Content != content {
			t.Errorf("content of %q: %q, want %q", output, r.Content, content)
		}
		if r.Confidence != parsers.ConfidenceFull {
			t.Errorf("confidence of %q: %v", output, r.Confidence)
		}
	}
}
