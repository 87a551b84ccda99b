package lint

import (
	"go/types"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// within are the folders from which the pages name files.
var within = []string{"", "parsers/internal/", "parsers/internal/body/"}

// endings are those of names that are files.
var endings = []string{"go", "json", "lock", "md", "mod", "proto", "txt", "xml"}

// foreign are the packages that the pages name, and that our code doesn't import.
var foreign = []string{"stats"}

var (
	goFile = regexp.MustCompile("`([a-z0-9_]+/[a-z0-9_/]+\\.go)`")
	symbol = regexp.MustCompile("`([A-Za-z]+)\\.([A-Za-z]+)(?:\\.([A-Za-z]+))?`")
)

// TestPagesNameTheCode checks that the files, types, fields and methods in the pages about the code exist, and that
// the page about the rooms names each of them.
func TestPagesNameTheCode(t *testing.T) {
	for _, page := range []string{"docs/develop/architecture.md", "CONTRIBUTING.md"} {
		text, err := os.ReadFile(root + page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range goFile.FindAllStringSubmatch(string(text), -1) {
			if !slices.ContainsFunc(within, func(folder string) bool {
				_, err := os.Stat(root + folder + m[1])
				return err == nil
			}) {
				t.Errorf("%s: there is no file %s", page, m[1])
			}
		}
		for _, m := range symbol.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(endings, m[2]) && !slices.Contains(foreign, m[1]) && !exists(allPacks(t), m[1], m[2], m[3]) {
				t.Errorf("%s: there is no %s", page, m[0])
			}
		}
		if page != "docs/develop/architecture.md" {
			continue
		}
		for _, room := range slices.Concat(rooms...) {
			if !strings.Contains(string(text), "`"+room+"`") {
				t.Errorf("%s doesn't describe the room %s", page, room)
			}
		}
	}
}

// exists reports whether a package has the name, or a type has the field or method. What is of a package that isn't
// loaded, but that our code imports, exists.
func exists(packs []*pack, of, name, member string) bool {
	ours, imported := false, false
	for _, p := range packs {
		scope := p.own.Scope()
		if holder := scope.Lookup(of); holder != nil && member == "" {
			ours = true
			if part, _, _ := types.LookupFieldOrMethod(holder.Type(), true, p.own, name); part != nil {
				return true
			}
		}
		imported = imported || slices.ContainsFunc(p.own.Imports(), func(other *types.Package) bool { return other.Name() == of })
		if p.own.Name() != of {
			continue
		}
		ours = true
		if found := scope.Lookup(name); found != nil {
			part, _, _ := types.LookupFieldOrMethod(found.Type(), true, p.own, member)
			if member == "" || part != nil {
				return true
			}
		}
	}
	return imported && !ours
}
