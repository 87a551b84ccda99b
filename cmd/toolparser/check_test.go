package main

import (
	"os"
	"strings"
	"testing"
)

// checkedFile is a right declaration.
const checkedFile = `name: "acme"
formats { name: "acme/call" example: '<call>{"name": "f", "arguments": {}}</call>' }
grammar {
  blocks { format: "acme/call" shape { base: BASE_MARKED_CALLS } markers { open: "<call>" close: "</call>" } }
}
`

func writeFiles(t *testing.T, files map[string]string) {
	t.Helper()
	for name, text := range files {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// TestCheckRunsCasesNextToTheFile: a case that differs from its want.json is reported, with
// the difference; a case without want.json is checked all the same.
func TestCheckRunsCasesNextToTheFile(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFiles(t, map[string]string{
		"acme.txtpb": checkedFile,
		"text.txtar": "Text is content.\n-- output --\nHm.\n",
	})
	got := execute(t, []string{"check", "acme.txtpb"}, "")
	if want := "  text.txtar: 0 calls; the same at "; got["exit"] != "" || !strings.Contains(got["stdout"], want) {
		t.Errorf("without want.json: %v", got)
	}
	writeFiles(t, map[string]string{"text.txtar": "Text is content.\n-- output --\nHm.\n-- want.json --\n{\"content\": \"Ah.\"}\n"})
	got = execute(t, []string{"check", "acme.txtpb"}, "")
	if got["exit"] != "1\n" || !strings.Contains(got["stdout"], "text.txtar (-want +got):") ||
		got["stderr"] != "toolparser: outputs above that are not what they should be: 1\n" {
		t.Errorf("another want.json: %v", got)
	}
}

// TestCheckPicksCasesByName: of several files in a folder each has the cases that begin with
// its name.
func TestCheckPicksCasesByName(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFiles(t, map[string]string{
		"acme.txtpb":      checkedFile,
		"other.txtpb":     strings.ReplaceAll(checkedFile, "acme", "other"),
		"acme_text.txtar": "Text is content.\n-- output --\nHm.\n",
	})
	out := execute(t, []string{"check", "."}, "")["stdout"]
	acme, other, found := strings.Cut(out, "other.txtpb: family other\n")
	if !found || !strings.Contains(acme, "acme_text.txtar: 0 calls") || strings.Contains(other, "txtar") {
		t.Errorf("check prints %s", out)
	}
}

// TestDeclaredFamiliesAreListed: as the built-in ones, printed too.
func TestDeclaredFamiliesAreListed(t *testing.T) {
	t.Chdir(t.TempDir())
	writeFiles(t, map[string]string{"acme.txtpb": checkedFile})
	got := execute(t, []string{"families", "--family-file", "acme.txtpb", "acme", "--declaration"}, "")
	if !strings.Contains(got["stdout"], "shape { base: BASE_MARKED_CALLS }") {
		t.Errorf("its declaration is %v", got)
	}
	writeFiles(t, map[string]string{"again.txtpb": strings.ReplaceAll(got["stdout"], `"acme"`, `"again"`)})
	got = execute(t, []string{"families", "--family-file", "again.txtpb", "--format", "acme/call"}, "")
	if !strings.Contains(got["stdout"], "\nagain ") {
		t.Errorf("the list is %v", got)
	}
}

func TestCheckEmptyFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	got := execute(t, []string{"check", "."}, "")
	if want := "toolparser: no file in . declares a family: want names that end in .txtpb, .textproto, .json\n"; got["exit"] != "1\n" || got["stderr"] != want {
		t.Errorf("got %v", got)
	}
}
