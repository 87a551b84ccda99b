package client_test

import (
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
	text, err := os.ReadFile("../docs/clients/go.md")
	if err != nil {
		t.Fatal(err)
	}
	programs := program.FindAllStringSubmatch(string(text), -1)
	if len(programs) < 3 {
		t.Fatalf("%d programs", len(programs))
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

func TestTheServiceConfigIsInTheDocuments(t *testing.T) {
	text, err := os.ReadFile("../docs/cluster.md")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "```json\n"+client.ServiceConfig+"```\n") {
		t.Error("docs/cluster.md has another service config than service_config.json")
	}
}
