//go:build unix

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

const grpcurlDoc = "docs/use/grpcurl.md"

// TestGRPCURLDocument runs what docs/use/grpcurl.md says to type. TOOLPARSER_GRPCURL names
// the program; .ci/run builds it.
func TestGRPCURLDocument(t *testing.T) {
	program := os.Getenv("TOOLPARSER_GRPCURL")
	if program == "" {
		t.Skip("no grpcurl here: .ci/run grpcurl runs this")
	}
	address := serveHTTP(t) // which speaks gRPC as well
	t.Chdir("../..")
	work := t.TempDir()
	own, commands := familyCommands(t, readFile(t, grpcurlDoc))
	blocks := regexp.MustCompile("(?s)```sh\n(.*?)```\n(?:\n```json\n(.*?)```)?").FindAllStringSubmatch(own+strings.Join(commands, ""), -1)
	if len(blocks) < 9+len(commands) {
		t.Fatalf("%s has %d commands", grpcurlDoc, len(blocks))
	}
	for _, block := range blocks {
		command := strings.NewReplacer("127.0.0.1:50051", address, "toolparser.protoset", filepath.Join(work, "toolparser.protoset")).Replace(block[1])
		bash := exec.Command("bash", "-ec", command)
		bash.Env = append(os.Environ(), "PATH="+filepath.Dir(program)+string(os.PathListSeparator)+os.Getenv("PATH"))
		output, err := bash.CombinedOutput()
		if err != nil {
			t.Fatalf("%s\n%v\n%s", command, err, output)
		}
		if block[2] == "" {
			continue
		}
		want, got := documents(t, block[2]), documents(t, string(output))
		if problem := missing("", got, want); problem != "" {
			t.Errorf("%s\nanswers\n%s\n%s", block[1], output, problem)
		}
	}
}

// missing is the first part of what is shown of an answer that the answer doesn't have: an object
// may have more keys, a list has as many items.
func missing(path string, got, want any) string {
	switch want := want.(type) {
	case map[string]any:
		object, _ := got.(map[string]any)
		for _, key := range slices.Sorted(maps.Keys(want)) {
			if problem := missing(path+"/"+key, object[key], want[key]); problem != "" {
				return problem
			}
		}
		return ""
	case []any:
		list, _ := got.([]any)
		if len(list) != len(want) {
			return fmt.Sprintf("%s: %d items, not %d", path, len(list), len(want))
		}
		for i := range want {
			if problem := missing(fmt.Sprint(path, "/", i), list[i], want[i]); problem != "" {
				return problem
			}
		}
		return ""
	}
	if got != want {
		return fmt.Sprintf("%s: %v, not %v", path, got, want)
	}
	return ""
}

// TestGRPCURLFamilies: what the document has of a family is what the family does. A
// family that it hasn't yet is run all the same.
func TestGRPCURLFamilies(t *testing.T) {
	doc := readDoc(t, grpcurlDoc)
	own, commands := familyCommands(t, doc)
	if *update {
		text := own + strings.TrimSuffix(strings.Join(commands, ""), "\n")
		if err := os.WriteFile("../../"+grpcurlDoc, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	rest := strings.TrimPrefix(doc, own) + "\n"
	for _, command := range commands {
		heading, _, _ := strings.Cut(command, "\n")
		if !strings.Contains(rest, heading+"\n") {
			t.Logf("%s has no %s", grpcurlDoc, heading)
			continue
		}
		if !strings.Contains(rest, command) {
			t.Errorf("%s is wrong about %s: run go test ./cmd/toolparser -run GRPCURL -update", grpcurlDoc, heading)
		}
		rest = strings.Replace(rest, command, "", 1)
	}
	if rest != "" {
		t.Errorf("%s has what no family is: %s", grpcurlDoc, rest)
	}
}

// familyCommands are the document's own part, and what it should say of every family.
func familyCommands(t *testing.T, doc string) (own string, commands []string) {
	t.Helper()
	const mark = "-update`.\n\n"
	head, _, _ := strings.Cut(doc, mark)
	for _, family := range families.All() {
		if len(family.Formats) == 0 {
			continue // it calls nothing
		}
		commands = append(commands, familyCommand(t, family.Name, family.Formats[0].Example))
	}
	return head + mark, commands
}

func familyCommand(t *testing.T, family, example string) string {
	t.Helper()
	type function struct {
		Name      string `json:"name"`
		Arguments string `json:"arguments,omitempty"`
	}
	type tool struct {
		Function function `json:"function"`
	}
	var request string
	var calls []map[string]function
	for _, tools := range [][]tool{nil, {{function{Name: "get_weather"}}}} { // some formats need a declared tool
		request = oneLine(t, struct {
			Family string `json:"family"`
			Output string `json:"model_output"`
			Tools  []tool `json:"tools,omitempty"`
		}{family, example, tools})
		message := new(toolparserv1.ParseToolCallsRequest)
		if err := protojson.Unmarshal([]byte(request), message); err != nil {
			t.Fatal(err)
		}
		response, err := server.NewService(families.Registry()).ParseToolCalls(context.Background(), message)
		if err != nil {
			t.Fatal(err)
		}
		for _, call := range response.GetResult().GetToolCalls() {
			calls = append(calls, map[string]function{"function": {call.GetFunction().GetName(), call.GetFunction().GetArguments()}})
		}
		if len(calls) > 0 {
			break
		}
	}
	if len(calls) == 0 {
		t.Fatalf("the example of %s has no call", family)
	}
	return fmt.Sprintf("### %s\n\n```sh\ngrpcurl -plaintext -d @ 127.0.0.1:50051 %s <<'EOM'\n%s\nEOM\n```\n\n```json\n%s\n```\n\n",
		family, strings.TrimPrefix(toolparserv1.ToolParserService_ParseToolCalls_FullMethodName, "/"), request,
		oneLine(t, map[string]any{"result": map[string]any{"toolCalls": calls}}))
}

// oneLine is JSON as a person writes it.
func oneLine(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(b.String())
}

func readFile(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
