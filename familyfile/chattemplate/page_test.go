package chattemplate_test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestThePageQuotesErrors: each error that the page about new models explains is one that the package has.
func TestThePageQuotesErrors(t *testing.T) {
	page, err := os.ReadFile("../../docs/models/new-model.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, ok := strings.Cut(string(page), "| the error contains |")
	table, _, _ = strings.Cut(table, "\n\n")
	rows := regexp.MustCompile(`(?m)^\| (`+"`"+`[^|]*) \|`).FindAllStringSubmatch(table, -1)
	if !ok || len(rows) < 8 {
		t.Fatalf("the page has %d errors", len(rows))
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var source strings.Builder
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	for _, row := range rows {
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			if !strings.Contains(source.String(), quoted[1]) {
				t.Errorf("no error contains %q", quoted[1])
			}
		}
	}
}
