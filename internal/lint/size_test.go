package lint

import (
	"bytes"
	"go/types"
	"os"
	"testing"
)

// TestFilesAreShort counts the lines of each file.
func TestFilesAreShort(t *testing.T) {
	found := map[string]int{}
	walk(t, func(path string) {
		text, err := os.ReadFile(root + path)
		if err != nil {
			t.Fatal(err)
		}
		found[path] = bytes.Count(text, []byte("\n"))
	})
	limit{
		most: 600, of: "lines",
		advice: "move what decides one thing into a file of its own, and list the file in the package's comment if " +
			"that comment lists files",
	}.check(t, found)
}

// TestTablesHaveFewFields counts the exported fields of all tables that describe a family: each is one more
// thing that the author of a family must know.
func TestTablesHaveFewFields(t *testing.T) {
	n := 0
	for _, p := range allPacks(t) {
		if p.folder != "parsers/grammar" {
			continue
		}
		scope := p.own.Scope()
		for _, name := range scope.Names() {
			table, ok := scope.Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			if s, ok := table.Type().Underlying().(*types.Struct); ok {
				for field := range s.Fields() {
					if field.Exported() {
						n++
					}
				}
			}
		}
	}
	limit{
		most: 169, of: "exported fields",
		advice: "make switches that exclude each other one enum, or let a field that a table has already say it",
	}.check(t, map[string]int{"parsers/grammar": n})
}

// TestStructsHaveFewFields counts the fields of each struct of state. In a larger struct, a reader can't see
// which fields change together. Tables and settings aren't state: package grammar is left out, and settings
// are exceptions.
func TestStructsHaveFewFields(t *testing.T) {
	found := map[string]int{}
	for _, p := range allPacks(t) {
		if p.folder == "parsers/grammar" {
			continue
		}
		scope := p.own.Scope()
		for _, name := range scope.Names() {
			named, ok := scope.Lookup(name).(*types.TypeName)
			if !ok || named.IsAlias() {
				continue
			}
			if s, ok := named.Type().Underlying().(*types.Struct); ok {
				found[p.folder+"."+name] = s.NumFields()
			}
		}
	}
	limit{
		most: 20, of: "fields", known: map[string]exception{
			"cmd/toolparser.proxyCommand":           {23, "settings: a field for each flag of the command"},
			"parsers/internal/body/object.Header":   {26, "what the opening of a call says; set once, by the many kinds of openings"},
			"parsers/internal/body/pythoncall.item": {21, "what is known of one call; it is reset as one value"},
			"parsers/internal/body/tagged.Header":   {22, "what the opening of a call says; set once, by the many kinds of openings"},
			"parsers/internal/body/tagged.value":    {24, "what is known of one value; it is reset as one value"},
			"parsers/internal/markers.Marker":       {30, "a row of the compiled table; it never changes"},
			"parsers/internal/engine.quotedCall":    {23, "what is known of one quotation or thought; divide it into the quotation, its calls, and the draft of a thought"},
			"parsers/internal/markers.Triggers":     {22, "the compiled table's lookup tables; they never change"},
			"parsers/internal/tags.Opened":          {23, "what one opening tag says, for three ways of writing a tag; set once"},
			"server.Config":                         {40, "settings: a field for each of the server's flags"},
		},
		advice: "give the fields that one decision reads and writes to a type of their own, and make it a named " +
			"field (parsers/internal/body/object/call.go shows how)",
	}.check(t, found)
}
