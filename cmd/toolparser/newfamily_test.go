package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// formless are the families whose calls bench/form doesn't describe, and why.
var formless = map[string]string{
	"auto":        "it has the formats of others",
	"passthrough": "it has no calls",
}

// TestNewFamiliesAreInEveryList: what a family needs outside of its folder, and that no command writes, is there. Each
// message names the file, and what to write there.
func TestNewFamiliesAreInEveryList(t *testing.T) {
	python, models, forms := readDoc(t, "clients/python/src/toolparser_client/families.py"), readDoc(t, "families/models_test.go"), readForms(t)
	for _, f := range families.All() {
		page := "docs/models/formats/" + f.Name + ".md"
		if _, err := os.Stat("../../" + page); err != nil {
			t.Errorf("%s isn't there: describe the formats of %s in it, with examples", page, f.Name)
			continue
		}
		text := readDoc(t, page)
		for _, name := range append(f.Aliases[:len(f.Aliases):len(f.Aliases)], f.ModelPatterns...) {
			if !strings.Contains(text, "`"+name+"`") {
				t.Errorf("%s doesn't name `%s`: add it to the list of aliases, or of patterns, before the formats", page, name)
			}
		}
		if entry := pythonEntry(f); !listed(python, f) {
			t.Errorf("clients/python/src/toolparser_client/families.py doesn't have %s: write %s", f.Name, entry)
		}
		for _, alias := range f.Aliases {
			if !strings.Contains(python, `"`+alias+`"`) {
				t.Errorf("clients/python/src/toolparser_client/families.py doesn't have the alias %s: write %s", alias, pythonEntry(f))
			}
		}
		if len(f.ModelPatterns) > 0 && !strings.Contains(models, `"`+f.Name+"\",\n") {
			t.Errorf("families/models_test.go has no model of %s: write \"the id of one\": %q into TestModelIDsFindTheirFamily", f.Name, f.Name)
		}
		if formless[f.Name] == "" && !strings.Contains(forms, `"`+f.Name+`/`) && !strings.Contains(forms, `"`+f.Name+`"`) {
			t.Errorf("bench/form doesn't describe how %s writes a call: write a Form with the Family %q, so that damaged calls are measured", f.Name, f.Name)
		}
	}
}

// listed reports whether families.py has the family.
func listed(python string, f *parsers.Family) bool {
	return strings.Contains(strings.ReplaceAll(python, "BuiltIn(\n        ", "BuiltIn("), fmt.Sprintf("BuiltIn(%q", f.Name))
}

// pythonEntry is how families.py lists a family.
func pythonEntry(f *parsers.Family) string {
	if len(f.Aliases) == 0 {
		return fmt.Sprintf("BuiltIn(%q),", f.Name)
	}
	return fmt.Sprintf("BuiltIn(%q, aliases=(%s)),", f.Name, `"`+strings.Join(f.Aliases, `", "`)+`",`)
}

// readForms is the code of bench/form, which is in another module.
func readForms(t *testing.T) string {
	t.Helper()
	paths, err := filepath.Glob("../../bench/form/forms_*.go")
	if err != nil || len(paths) == 0 {
		t.Fatal("bench/form has no forms: ", err)
	}
	var b strings.Builder
	for _, path := range paths {
		b.WriteString(readDoc(t, strings.TrimPrefix(filepath.ToSlash(path), "../../")))
	}
	return b.String()
}
