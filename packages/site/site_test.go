package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLinksLeadSomewhere: each file that a page names is in the site, and so is the section.
func TestLinksLeadSomewhere(t *testing.T) {
	to := t.TempDir()
	if err := playground(to); err != nil {
		t.Fatal(err)
	}
	if err := documentation(to); err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`\b(?:href|src|srcset)="([^"#:]*)(?:#([^"]*))?"`)
	pages := 0
	err := filepath.WalkDir(to, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".html" {
			return err
		}
		pages++
		page := contents(t, name)
		for _, m := range named.FindAllStringSubmatch(page, -1) {
			at, text := name, page
			if m[1] != "" {
				at = filepath.Join(filepath.Dir(name), filepath.FromSlash(m[1]))
				text = contents(t, at)
			}
			if m[2] != "" && !strings.Contains(text, `id="`+m[2]+`"`) {
				t.Errorf("%s: %s has no section %q", name, at, m[2])
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if pages < 50 {
		t.Errorf("only %d pages", pages)
	}
}

func contents(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Error(err)
	}
	return string(text)
}

// TestIndex: the page works in any folder, keeps text from becoming script, and links its own documentation.
func TestIndex(t *testing.T) {
	to := t.TempDir()
	if err := playground(to); err != nil {
		t.Fatal(err)
	}
	page := contents(t, filepath.Join(to, "index.html"))
	for _, part := range []string{`="page/main.js"`, `="page/page.css"`, `http-equiv="Content-Security-Policy" content="default-src 'none';`, `="docs/index.html"`} {
		if !strings.Contains(page, part) {
			t.Errorf("index.html has no %s", part)
		}
	}
	for _, part := range []string{`="/`, `="http`} {
		if strings.Contains(page, part) {
			t.Errorf("index.html has %s", part)
		}
	}
	if rpc := contents(t, filepath.Join(to, "page/rpc.js")); !strings.Contains(rpc, "new Worker(") {
		t.Error("page/rpc.js is the server's")
	}
	if families := contents(t, filepath.Join(to, "page/families.json")); !strings.Contains(families, `"kimi"`) {
		t.Errorf("families.json is %.100s", families)
	}
}

func TestWithoutNode(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	if err := module(t.TempDir()); err == nil || !strings.HasPrefix(err.Error(), "there is no Node.js here, which builds the module: install") {
		t.Error(err)
	}
}
