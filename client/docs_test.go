package client_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/client"
	"github.com/toolparser/toolparser/server"
)

// A program of the documentation, and what it says that the program prints.
var program = regexp.MustCompile("(?s)```go\n(package main\n.*?)```\n+(?:[^`\n][^\n]*\n+)*```text\n(.*?)```\n")

func TestTheDocumentedProgramsPrintWhatItSays(t *testing.T) {
	target := serve(t, server.Config{}).target
	for page, least := range map[string]int{"../docs/use/clients/go.md": 3, "../docs/use/go.md": 2} {
		programs := program.FindAllStringSubmatch(readPage(t, page), -1)
		if len(programs) < least {
			t.Fatalf("%s: %d programs", page, len(programs))
		}
		for _, p := range programs {
			source := filepath.Join(t.TempDir(), "main.go")
			code := strings.ReplaceAll(p[1], "127.0.0.1:50051", target)
			if err := os.WriteFile(source, []byte(code), 0o600); err != nil {
				t.Fatal(err)
			}
			output, err := exec.Command("go", "run", source).CombinedOutput()
			if err != nil || string(output) != p[2] {
				t.Errorf("%s\nprints %s, want %s: %v", p[1], output, p[2], err)
			}
		}
	}
}

// TestTheDocumentedCommands follows docs/use/clients/go.md in a new module: its commands, and then its first program. The clone is
// this checkout.
func TestTheDocumentedCommands(t *testing.T) {
	page := readPage(t, "../docs/use/clients/go.md")
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	module := t.TempDir()
	// With these checksums, the module of the page needs no database of them for what it builds.
	writeFile(t, filepath.Join(module, "go.sum"), readPage(t, "../go.sum"))
	commands := regexp.MustCompile("(?s)```sh\n(.*?)```").FindAllStringSubmatch(page, -1)
	first := program.FindStringSubmatch(page)
	if len(commands) != 2 || !strings.Contains(commands[0][1], "git clone https://github.com/toolparser/toolparser\n") || first == nil {
		t.Fatalf("the page has the commands %q", commands)
	}
	run := func(command string) (string, error) {
		c := exec.Command("bash", "-ec", command)
		c.Dir, c.Env = module, append(os.Environ(), "GOWORK=off", "GONOSUMDB=*")
		var told strings.Builder
		c.Stderr = &told
		output, err := c.Output()
		if err != nil {
			err = fmt.Errorf("%s\n%w: %s", command, err, told.String())
		}
		return string(output), err
	}
	if _, err := run(strings.Replace(commands[0][1], "git clone https://github.com/toolparser/toolparser", "ln -s '"+root+"' toolparser", 1)); err != nil {
		t.Fatal(err)
	}
	target := serve(t, server.Config{}).target
	writeFile(t, filepath.Join(module, "main.go"), strings.ReplaceAll(first[1], "127.0.0.1:50051", target))
	switch output, err := run(commands[1][1]); {
	case err != nil && unreachable.MatchString(err.Error()):
		t.Skip("go mod tidy reads the modules that the dependencies' tests need, and there is no network here: ", err)
	case err != nil || output != first[2]:
		t.Errorf("the program prints %s, want %s: %v", output, first[2], err)
	}
}

// unreachable is what Go says if it can't get a module.
var unreachable = regexp.MustCompile(`module lookup disabled|dial tcp|no such host|connection refused|i/o timeout|TLS handshake`)

// TestTheDocumentedDeltas: the loop over the deltas prints what the program before it prints, which sends the chunks itself.
func TestTheDocumentedDeltas(t *testing.T) {
	page := readPage(t, "../docs/use/clients/go.md")
	stream := program.FindAllStringSubmatch(page, 2)[1]
	loop := regexp.MustCompile("(?s)```go\n(for delta, err := range session\\.Deltas.*?)```").FindStringSubmatch(page)
	head, rest, sends := strings.Cut(stream[1], "\tfor _, piece := range ")
	chunks, _, _ := strings.Cut(rest, " {\n")
	_, tail, shows := strings.Cut(rest, "\nfunc show(")
	if loop == nil || !sends || !shows {
		t.Fatal("the page has no loop over deltas, or another program before it")
	}
	code := head + "\tif err := deltas(session); err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n\n" +
		"func deltas(session *client.Session) error {\n\tchunks := slices.Values(" + chunks + ")\n\treason := toolparserv1.FinishReason_FINISH_REASON_STOP\n" +
		loop[1] + "\tfmt.Println(len(response.GetResult().GetToolCalls()), \"call\")\n\treturn nil\n}\n\nfunc show(" + tail
	code = strings.Replace(code, "\t\"log\"\n", "\t\"log\"\n\t\"slices\"\n", 1)
	source := filepath.Join(t.TempDir(), "main.go")
	writeFile(t, source, strings.ReplaceAll(code, "127.0.0.1:50051", serve(t, server.Config{}).target))
	output, err := exec.Command("go", "run", source).CombinedOutput()
	if err != nil || string(output) != stream[2] {
		t.Errorf("%s\nprints %s, want %s: %v", code, output, stream[2], err)
	}
}

func readPage(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// kept is a file that a page asks to keep, and its content.
var kept = regexp.MustCompile("(?s)eep this as\\s`((?:birch|willow)/[^`]+)`:\n\n```\\w+\n(.*?)```\n")

// took is the time of a test, which differs from machine to machine.
var took = regexp.MustCompile(`\([0-9.]+s\)`)

// TestTheDocumentedFamily follows docs/use/go.md in a module of its own: the family's tests need
// want.json, pass with it, and report the table's error alone where there is one.
func TestTheDocumentedFamily(t *testing.T) {
	page := readPage(t, "../docs/use/go.md")
	module := externalModule(t)
	files := kept.FindAllStringSubmatch(page, -1)
	if len(files) != 5 {
		t.Fatalf("%d files", len(files))
	}
	for _, file := range files {
		writeFile(t, filepath.Join(module, file[1]), file[2])
	}
	test := func(family string, args ...string) string {
		c := exec.Command("go", append([]string{"test", "./" + family}, args...)...)
		c.Dir = module
		output, _ := c.CombinedOutput() // it says FAIL
		return string(output)
	}
	run := func(args ...string) string { return test("birch", args...) }
	if got := run(); !strings.Contains(got, "has no want.json") {
		t.Errorf("without want.json: %s", got)
	}
	for _, args := range [][]string{{"-run", "Family", "-update"}, {}, {"-run", "^$", "-bench", ".", "-benchtime", "1x"}} {
		if got := run(args...); !strings.Contains(got, "ok  ") {
			t.Errorf("go test %q: %s", args, got)
		}
	}
	if got := readPage(t, filepath.Join(module, "birch/testdata/one_call.txtar")); !strings.Contains(got, `"name": "get_weather", "arguments": {"city": "Oslo"}`) {
		t.Errorf("the case is %s", got)
	}
	testTheDocumentedBody(t, filepath.Join(module, "willow/testdata/calls.txtar"), func(args ...string) string { return test("willow", args...) })

	source := files[0][2]
	broken := strings.Replace(source, `grammar.Between("<|call|>", `, `grammar.Between("<|calls|>", `, 1)
	writeFile(t, filepath.Join(module, files[0][1]), broken)
	_, said, _ := strings.Cut(page, "$ go test ./birch\n---")
	said, _, _ = strings.Cut(said, "\n```")
	if got := took.ReplaceAllString(run(), "(0.00s)"); broken == source || said == "" || !strings.Contains(got, said) || strings.Contains(got, "it holds []") {
		t.Errorf("a broken table: %s, want %s", got, said)
	}
}

// testTheDocumentedBody runs the test of the family with a body, which gets a case with these calls: one that streams,
// one that needs repairs, and one that is text.
func testTheDocumentedBody(t *testing.T, path string, run func(args ...string) string) {
	t.Helper()
	writeFile(t, path, "Calls.\n-- output --\n"+
		`Look: <|run|>#7 get_weather {"city": "Oslo"}<|ran|> <|run|>#8 get_time {'zone': "CET",}<|end|> <|run|>me<|ran|>`+"\n")
	for _, args := range [][]string{{"-update"}, {}} {
		if got := run(args...); !strings.Contains(got, "ok  ") {
			t.Errorf("go test %q: %s", args, got)
		}
	}
	got := readPage(t, path)
	for _, want := range []string{
		`"id": "7", "name": "get_weather", "arguments": {"city": "Oslo"}`, `"id": "8", "name": "get_time", "arguments": {"zone": "CET"}`,
		`"QUOTE_STYLE@`, `"TRAILING_COMMA@`, `"MISSING_MARKER@`, `"content": "Look: <|run|>me<|ran|>"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the case lacks %s: %s", want, got)
		}
	}
}

// externalModule is a module that requires this one, as it is here.
func externalModule(t *testing.T) string {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	module := t.TempDir()
	const path = "github.com/toolparser/toolparser"
	writeFile(t, filepath.Join(module, "go.mod"), strings.Replace(readPage(t, "../go.mod"), "module "+path, "module example.com/agent", 1))
	writeFile(t, filepath.Join(module, "go.sum"), readPage(t, "../go.sum"))
	edit := exec.Command("go", "mod", "edit", "-require="+path+"@v0.0.0", "-replace="+path+"="+root)
	edit.Dir = module
	if output, err := edit.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v", output, err)
	}
	return module
}

func writeFile(t *testing.T, path, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestTheServiceConfigIsInTheDocuments(t *testing.T) {
	text, err := os.ReadFile("../docs/run/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```json\n"+client.ServiceConfig+"```\n") {
		t.Error("docs/run/cluster.md has another service config than service_config.json")
	}
}
