package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"google.golang.org/protobuf/encoding/protojson"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// The documents say what can be tried and which flags there are. These tests
// hold them to it.

func readDoc(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile("../../" + name)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestReadmeExample(t *testing.T) {
	readme := readDoc(t, "README.md")
	payload := regexp.MustCompile(`grpcurl -plaintext -d '(.*)' 127`).FindStringSubmatch(readme)
	req := new(toolparserv1.ParseToolCallsRequest)
	if payload == nil || protojson.Unmarshal([]byte(payload[1]), req) != nil {
		t.Fatal("the readme has no request")
	}
	response, err := server.NewService(families.Registry()).ParseToolCalls(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	call := response.GetResult().GetToolCalls()[0].GetFunction()
	for _, want := range []string{
		`"content": "` + response.GetResult().GetContent() + `"`,
		`"name": "` + call.GetName() + `"`,
		`"arguments": "` + call.GetArguments() + `"`,
	} {
		if !strings.Contains(readme, want) {
			t.Errorf("the readme's answer has no %s", want)
		}
	}
}

// TestReadmeTry: what the readme says to try first prints what it shows.
func TestReadmeTry(t *testing.T) {
	try := regexp.MustCompile("(?s)```sh\necho '([^']*)' \\| go run ./cmd/toolparser ([^\n]*)\n```\n\n```text\n(.*?)```").FindStringSubmatch(readDoc(t, "README.md"))
	if try == nil {
		t.Fatal("the readme has nothing to try")
	}
	if got := execute(t, strings.Fields(try[2]), try[1]+"\n")["stdout"]; got != try[3] {
		t.Errorf("it prints\n%s\nand not\n%s", got, try[3])
	}
}

// TestReadmeTryFirst: so does the command at the top, which reads a call.
func TestReadmeTryFirst(t *testing.T) {
	try := regexp.MustCompile("`echo '([^']*)' \\| go run ./cmd/toolparser (parse [^`]*)`").FindStringSubmatch(readDoc(t, "README.md"))
	if try == nil {
		t.Fatal("the top of the readme has nothing to try")
	}
	if got := execute(t, strings.Fields(try[2]), try[1]+"\n")["stdout"]; !strings.Contains(got, "calls: 1, invalid: 0") {
		t.Errorf("it prints\n%s", got)
	}
}

// TestReadmeCountsTheFamilies: those that read calls, without auto, which reads those of the rest.
func TestReadmeCountsTheFamilies(t *testing.T) {
	count := 0
	for _, f := range families.All() {
		if len(f.Formats) > 0 && f.Name != "auto" {
			count++
		}
	}
	if want := fmt.Sprintf("are among %d built-in families", count); !strings.Contains(readDoc(t, "README.md"), want) {
		t.Errorf("the readme doesn't say %q", want)
	}
}

// TestReadmeIsShort: it is a page to land on.
func TestReadmeIsShort(t *testing.T) {
	if lines := strings.Count(readDoc(t, "README.md"), "\n"); lines > 180 {
		t.Errorf("the readme has %d lines, over 180", lines)
	}
}

func TestDocumentedStream(t *testing.T) {
	_, rest, _ := strings.Cut(readDoc(t, "docs/use/api.md"), "StreamToolCalls <<'EOM'\n")
	messages, rest, _ := strings.Cut(rest, "EOM\n")
	var requests []*toolparserv1.StreamToolCallsRequest
	for line := range strings.Lines(messages) {
		req := new(toolparserv1.StreamToolCallsRequest)
		if err := protojson.Unmarshal([]byte(line), req); err != nil {
			t.Fatal(err)
		}
		requests = append(requests, req)
	}
	var said strings.Builder
	stream := &localStream{ctx: context.Background(), requests: requests, out: &said}
	if err := server.NewService(families.Registry()).StreamToolCalls(stream); err != nil {
		t.Fatal(err)
	}
	explanation, _, _ := strings.Cut(strings.TrimPrefix(rest, "```"), "\n\n1. ")
	for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(explanation, -1) {
		if quoted := strings.ReplaceAll(m[1], `"`, `\"`); !strings.Contains(said.String(), `"`+quoted+`"`) {
			t.Errorf("the stream doesn't say %s: %s", m[1], said.String())
		}
	}
}

// TestOptionsAreDocumented: each flag of parse has its row, next to the field that it sets.
func TestOptionsAreDocumented(t *testing.T) {
	doc := readDoc(t, "docs/use/api.md") + readDoc(t, "docs/use/command-line.md")
	for _, c := range newRoot(families.Registry()).Commands() {
		if c.Name() != "parse" {
			continue
		}
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			if !strings.Contains(doc, "`--"+f.Name) && f.Name != "help" && f.Name != "color" {
				t.Errorf("--%s is not documented", f.Name)
			}
		})
	}
}

// TestDefaultsAreDocumented: the defaults of limits in docs/run/overload.md are those of the flags.
func TestDefaultsAreDocumented(t *testing.T) {
	serve, _, err := newRoot(families.Registry()).Find([]string{"serve"})
	if err != nil {
		t.Fatal(err)
	}
	stated := regexp.MustCompile("`--([a-z-]+)` \\(([0-9a-z]+)[):,]").FindAllStringSubmatch(readDoc(t, "docs/run/overload.md"), -1)
	if len(stated) < 15 {
		t.Errorf("only %d defaults are stated: %q", len(stated), stated)
	}
	for _, m := range stated {
		if f := serve.Flags().Lookup(m[1]); f == nil || f.DefValue != m[2] {
			t.Errorf("docs/run/overload.md: the default of --%s is %s; the flag is %+v", m[1], m[2], f)
		}
	}
}

func TestFormatPages(t *testing.T) {
	list := readDoc(t, "docs/models/formats/README.md")
	for _, f := range families.All() {
		page := f.Name + ".md"
		if !strings.Contains(list, "["+f.Name+"]("+page+")") {
			t.Errorf("docs/models/formats/README.md doesn't link %s", page)
		}
		for _, format := range f.Formats {
			owner, _, _ := strings.Cut(format.Name, "/") // auto has those of others
			if owner == "common" {
				owner = "README"
			}
			if !strings.Contains(readDoc(t, "docs/models/formats/"+owner+".md"), "`"+format.Name+"`") {
				t.Errorf("docs/models/formats/%s.md doesn't tell of %s", owner, format.Name)
			}
		}
	}
}

// TestLinks: what the documents link is there, with the section that is named.
func TestLinks(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^)\s:]+)\)`)
	var pages []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md", "bench/*.md", "bench/*/*.md", "clients/*/*.md", "packages/*/*.md"} {
		found, err := filepath.Glob("../../" + pattern)
		if err != nil {
			t.Fatal(err)
		}
		pages = append(pages, found...)
	}
	for _, page := range pages {
		for _, l := range link.FindAllStringSubmatch(prose(t, page), -1) {
			file, section, named := strings.Cut(l[1], "#")
			path := page
			if file != "" {
				path = filepath.Join(filepath.Dir(page), file)
			}
			if _, err := os.Stat(path); err != nil {
				t.Errorf("%s: %s: %v", page, l[1], err)
			} else if named && !slices.Contains(sections(prose(t, path)), section) {
				t.Errorf("%s: %s has no such section", page, l[1])
			}
		}
	}
}

// prose is a page without its fences.
func prose(t *testing.T, page string) string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile("(?ms)^(````*)[^`]*?^````*$").ReplaceAllString(string(text), "")
}

// sections are the names by which a page's headings are linked.
func sections(page string) []string {
	dropped := regexp.MustCompile(`[^\p{L}\p{N}_ -]`)
	var list []string
	for _, heading := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(page, -1) {
		name := dropped.ReplaceAllString(strings.ToLower(heading[1]), "")
		list = append(list, strings.ReplaceAll(name, " ", "-"))
	}
	return list
}

// TestPagesAgreeWhichFamilyReads: what the pages say of a model's family is what the registry does.
func TestPagesAgreeWhichFamilyReads(t *testing.T) {
	const rule = "the pattern with the most literal characters wins"
	for _, page := range []string{"docs/use/api.md", "docs/models/formats/README.md", "docs/models/families.md"} {
		if !strings.Contains(readDoc(t, page), rule) {
			t.Errorf("%s doesn't say that %s", page, rule)
		}
	}
	if page := "docs/connect/vllm.md"; !strings.Contains(readDoc(t, page), "| Qwen3-Coder, Qwen 3.5 to 3.8, Qwen 4 | `toolparser_qwen3_coder` |") {
		t.Errorf("%s names other models than this test", page)
	}
	for model, want := range map[string]string{
		"Qwen/Qwen3-8B": "hermes", "Qwen/QwQ-32B": "hermes", "Qwen/Qwen2.5-7B": "hermes", "Qwen/Qwen3-Coder-Next": "qwen3_coder", "qwen3-30b-coder": "qwen3_coder",
		"Qwen3.5-9B": "qwen3_coder", "Qwen3.6-9B": "qwen3_coder", "Qwen3.7-9B": "qwen3_coder", "Qwen3.8-9B": "qwen3_coder", "Qwen4-9B": "qwen3_coder",
	} {
		family, err := families.Registry().Find("", model)
		if err != nil || family.Name != want {
			t.Errorf("%s: got %v, %v, want %s", model, family, err, want)
		}
	}
}

// TestBatchSaysWhichFamilyWins: a flag counts more than the model of a response, and the page and the help say so.
func TestBatchSaysWhichFamilyWins(t *testing.T) {
	const rule = "more than the model of a response"
	page := strings.ReplaceAll(readDoc(t, "docs/run/logs.md"), "`", "")
	if help := strings.Join(strings.Fields(batchLong), " "); !strings.Contains(page, rule) || !strings.Contains(help, rule) {
		t.Errorf("the page or the help doesn't say that a flag counts %s", rule)
	}
	const response = `{"object":"chat.completion","model":"Qwen/Qwen3-8B","choices":[{"index":0,"message":{"role":"assistant","content":"Hi."}}]}` + "\n"
	for flag, want := range map[string]string{"": `"family":"hermes"`, "--family=glm": `"family":"glm"`, "--model=glm-4.5": `"family":"glm"`} {
		if got := execute(t, append([]string{"batch"}, strings.Fields(flag)...), response)["stdout"]; !strings.Contains(strings.ReplaceAll(got, " ", ""), want) {
			t.Errorf("batch %s prints %s, want %s", flag, got, want)
		}
	}
}

// TestMeasurementsSayWhen: "this checkout" is another one for each reader.
func TestMeasurementsSayWhen(t *testing.T) {
	for _, page := range []string{"README.md", "bench/RESULTS.md", "bench/canitoolcall/README.md", "bench/PROXY.md", "bench/repair/README.md"} {
		if strings.Contains(readDoc(t, page), "this checkout") {
			t.Errorf("%s says what was measured by %q", page, "this checkout")
		}
	}
}
