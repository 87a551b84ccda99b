package wasmtest

import (
	"bytes"
	"encoding/json"
	"flag"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/internal/jsonapi"
)

var writeTo = flag.String("write", "", "write the requests and their answers to this `file`, for other runtimes")

// chunk is how many bytes of an output a stream is fed at a time, so that code points are cut.
const chunk = 31

// An asked is a case as a stream, and what the packages for Go answer. Python reads it, too.
type asked struct {
	Name   string   `json:"name"`
	Start  string   `json:"start"`
	Chunks [][]byte `json:"chunks"`
	Reason string   `json:"reason"`
	// Answers are those of the start, of each chunk and of the end.
	Answers []string `json:"answers"`
	// Whole is a request with the complete output, unless the output has bytes that JSON can't have.
	Whole       string `json:"whole,omitempty"`
	WholeAnswer string `json:"whole_answer,omitempty"`
}

// An answerer is the packages for Go, or a module.
type answerer interface {
	Parse(request []byte) []byte
	Start(request []byte) []byte
	Feed(stream uint32, piece []byte) []byte
	Finish(stream uint32, reason []byte) []byte
}

// ids are what an answer has of ids. Most of them are random, and all follow from the same code.
var ids = regexp.MustCompile(`"id":"[^"]*"`)

func plain(answer []byte) string { return string(ids.ReplaceAll(answer, []byte(`"id":""`))) }

// ask asks all of a case.
func (a *asked) ask(by answerer) (answers []string, whole string) {
	begun := by.Start([]byte(a.Start))
	answers = append(answers, number.ReplaceAllString(string(begun), `{"stream":0}`))
	var started struct{ Stream uint32 }
	if json.Unmarshal(begun, &started) == nil && started.Stream > 0 {
		for _, piece := range a.Chunks {
			answers = append(answers, plain(by.Feed(started.Stream, piece)))
		}
		answers = append(answers, plain(by.Finish(started.Stream, []byte(a.Reason))))
	}
	if a.Whole != "" {
		whole = plain(by.Parse([]byte(a.Whole)))
	}
	return answers, whole
}

var number = regexp.MustCompile(`\{"stream":\d+\}`)

// askedOf is a case in the contract's JSON. Limits are the server's: there is no request with them.
func askedOf(t *testing.T, record conformance.Record, output string) (a *asked, ok bool) {
	t.Helper()
	var options map[string]any
	if record.Options != nil {
		if err := json.Unmarshal(record.Options, &options); err != nil {
			t.Fatal(err)
		}
	}
	if _, limited := options["limits"]; limited {
		return nil, false
	}
	request := map[string]any{"family": record.Family}
	for _, name := range []string{"prior_tool_calls", "reasoning_open"} {
		if value, is := options[name]; is {
			request[name] = value
			delete(options, name)
		}
	}
	a = &asked{Name: record.Family + "/" + record.Name}
	if reason, is := options["finish_reason"].(string); is {
		a.Reason = "FINISH_REASON_" + strings.ToUpper(reason)
		delete(options, "finish_reason")
	}
	if policy, is := options["content_policy"].(string); is {
		options["content_policy"] = "CONTENT_POLICY_" + strings.ToUpper(policy)
	}
	request["options"] = options
	tools := []any{}
	for _, tool := range record.Tools {
		function := map[string]string{"name": tool.Function.Name, "parameters": string(tool.Function.Parameters)}
		tools = append(tools, map[string]any{"function": function})
	}
	request["tools"] = tools
	a.Start = encoded(t, request)
	for rest := []byte(output); len(rest) > 0; {
		n := min(len(rest), chunk)
		a.Chunks = append(a.Chunks, rest[:n])
		rest = rest[n:]
	}
	if len(record.OutputBase64) == 0 {
		whole := maps.Clone(request)
		whole["model_output"], whole["finish_reason"] = output, a.Reason
		a.Whole = encoded(t, whole)
	}
	return a, true
}

func encoded(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestModule asks one instance, because compiling it takes the longest.
func TestModule(t *testing.T) {
	m := start(t)
	t.Run("cases", func(t *testing.T) { allCases(t, m) })
	t.Run("errors", func(t *testing.T) { errorsOf(t, m) })
}

// allCases: the module answers all cases with the bytes of the packages for Go, whole and in chunks.
func allCases(t *testing.T, m *module) {
	registry := families.Registry()
	native := jsonapi.New(registry)
	var all []*asked
	for _, family := range registry.Families() {
		cases, err := conformance.Load(filepath.Join("../../parsers", family.Name, "testdata"))
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range cases {
			a, ok := askedOf(t, c.Record(family.Name), c.Output)
			if !ok {
				continue
			}
			a.Answers, a.WholeAnswer = a.ask(native)
			answers, whole := a.ask(m)
			if got, want := encoded(t, answers), encoded(t, a.Answers); got != want {
				t.Errorf("%s, streamed: %s, want %s", a.Name, got, want)
			}
			if whole != a.WholeAnswer {
				t.Errorf("%s: %s, want %s", a.Name, whole, a.WholeAnswer)
			}
			all = append(all, a)
		}
	}
	if len(all) < 5000 {
		t.Errorf("only %d cases", len(all))
	}
	if *writeTo == "" {
		return
	}
	var lines bytes.Buffer
	for _, a := range all {
		lines.WriteString(encoded(t, a) + "\n")
	}
	if err := os.WriteFile(*writeTo, lines.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
}

// errorsOf: what the module refuses.
func errorsOf(t *testing.T, m *module) {
	for want, request := range map[string]string{"NOT_FOUND": `{"family": "nobody"}`, "INVALID_ARGUMENT": `{`} {
		if said := string(m.Parse([]byte(request))); !strings.Contains(said, `{"error":{"code":"`+want) {
			t.Errorf("%s: %s, want %s", request, said, want)
		}
	}
	if said := string(m.Feed(7, nil)); !strings.Contains(said, "no stream 7 is open") {
		t.Error(said)
	}
}
