package lint

import (
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"
	"testing"
)

// TestTableFieldsHaveUsers looks for fields of a family's table that one family alone uses. Such a field is
// code of that family in a room that all families share.
func TestTableFieldsHaveUsers(t *testing.T) {
	users := tableUsers(t)
	if len(users) < len(alone) {
		t.Fatalf("%d fields", len(users))
	}
	for field, by := range users {
		why := alone[field]
		switch {
		case len(by) > 1 && why != "":
			t.Errorf("%s: %s use it: delete it from the list of fields with one user", field, strings.Join(by, ", "))
		case len(by) <= 1 && why == "":
			t.Errorf("%s: %s: let a field that others use say it, or move what it does into the family's folder (family.Body, openings.Hooks); "+
				"if that isn't possible, write here why", field, strings.Join(append(by, "alone uses it"), " "))
		}
	}
	for field := range alone {
		if _, ok := users[field]; !ok {
			t.Errorf("there is no field %s: delete it from the list of fields with one user", field)
		}
	}
}

// tableUsers returns the families that use each exported field of a table. Code that makes tables for several
// families is a user, too: the functions of package grammar, and what reads a model's templates.
func tableUsers(t *testing.T) map[string][]string {
	t.Helper()
	users := map[string][]string{}
	add := func(field, user string) {
		if _, ok := users[field]; ok && !slices.Contains(users[field], user) {
			users[field] = append(users[field], user)
		}
	}
	files := map[string]string{} // the table's fields by those of family files
	for _, p := range allPacks(t) {
		if p.folder == "parsers/grammar" {
			for _, field := range structFields(p.own) {
				users[field] = nil
				files[strings.ToLower(field)] = field
			}
		}
	}
	for _, p := range allPacks(t) {
		user := path.Base(p.folder)
		switch {
		case p.folder == "parsers/grammar":
			for _, field := range p.set() {
				add(field, "functions of grammar")
				add(field, "families that call them")
			}
		case path.Dir(p.folder) == "familyfile":
			for _, field := range p.fieldsOf("/family/v1") {
				add(files[strings.ToLower(field)], user)
			}
		case path.Dir(p.folder) == "parsers" && user != "auto" && user != "family":
			for _, field := range p.fieldsOf("/parsers/grammar") {
				add(field, user)
			}
		}
	}
	return users
}

// structFields lists the exported fields of a package's structs.
func structFields(p *types.Package) []string {
	var found []string
	for field, name := range owners(p) {
		if field.Exported() {
			found = append(found, name)
		}
	}
	return found
}

// owners names the fields of a package's structs.
func owners(p *types.Package) map[*types.Var]string {
	of := map[*types.Var]string{}
	for _, name := range p.Scope().Names() {
		table, ok := p.Scope().Lookup(name).(*types.TypeName)
		if !ok || name == "Problem" {
			continue
		}
		if s, ok := table.Type().Underlying().(*types.Struct); ok {
			for field := range s.Fields() {
				of[field] = name + "." + field.Name()
			}
		}
	}
	return of
}

// fieldsOf lists the fields that the package uses, of the structs of an imported package.
func (p *pack) fieldsOf(imported string) []string {
	var found []string
	for _, i := range p.own.Imports() {
		if !strings.HasSuffix(i.Path(), imported) {
			continue
		}
		of := owners(i)
		for _, use := range p.uses {
			if v, ok := use.(*types.Var); ok && of[v] != "" {
				found = append(found, of[v])
			}
		}
	}
	return found
}

// set lists the fields of its own structs that the package sets.
func (p *pack) set() []string {
	of := owners(p.own)
	var found []string
	note := func(e ast.Expr) {
		if s, ok := e.(*ast.SelectorExpr); ok {
			e = s.Sel
		}
		if id, ok := e.(*ast.Ident); ok {
			if v, ok := p.uses[id].(*types.Var); ok && of[v] != "" {
				found = append(found, of[v])
			}
		}
	}
	for _, f := range p.files {
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr:
				note(n.Key)
			case *ast.AssignStmt:
				for _, left := range n.Lhs {
					note(left)
				}
			}
			return true
		})
	}
	return found
}

// alone lists the fields that at most one family uses, each with the reason why what it does isn't in that
// family's folder.
var alone = map[string]string{
	"Grammar.Shared": "auto is a table of tables, and no family",
	"Frames.Led":     ofAuto,

	"Elements.Format": ofTags, "Elements.Name": ofTags, "Elements.Parameters": ofTags, "Tags.Elements": ofTags,
	"Tag.Closer": ofTags, "Tags.LooseSpace": ofTags, "Tags.Mended": ofTags,
	"Tags.UntrimmedWrappers": ofTags, "Tags.WrongCalls": ofTags, "Tags.WrongWrappers": ofTags,
	"Tags.Shell": "its tokens are around a wrapper that other families have, too, and which of these is missing is one decision",

	"Messages.Body":       "the call is in tags as other families write them, in a message as others write it",
	"FrameSection.Format": "the section's body is read as a message's is, and ends where that does",
	"Tree.Bare":           "the call is read as between its tokens; a family without this way leaves it empty",

	"Shape.BuiltIn": ofJSON, "Shape.Python": ofJSON, "Lead.Stripped": ofJSON,

	"Python.Label": ofPython, "Python.StartFormat": ofPython,
	"PythonBlock.Echoed": ofPython, "PythonBlock.Format": ofPython, "Python.Token": ofPython,
	"PythonToken.Builtins": ofPython, "PythonToken.Format": ofPython, "PythonToken.Method": ofPython, "PythonToken.Token": ofPython,

	"Grammar.NoCalls": "it is asked for every name, in whatever form the call is",
	"Grammar.Options": "the word is looked for in running text, by the scanner that looks for all else there",
}

// Reasons of several fields.
const (
	ofAuto   = "it keeps what one family writes apart from others in auto's table"
	ofTags   = "it says how tags are spelled, and the reader of tags decides about a tag, or about the damage in it, at one place"
	ofJSON   = "it says which JSON is a call, at the places where all families' JSON is read"
	ofPython = "it says where Python counts, or names the format of a place; the calls are read as everywhere"
)
