package lint

import (
	"go/ast"
	"strings"
	"testing"
)

// TestExportedNamesHaveComments counts the exported names of the public packages that have no comment.
func TestExportedNamesHaveComments(t *testing.T) {
	names := 0
	for _, p := range allPacks(t) {
		if strings.Contains("/"+p.folder+"/", "/internal/") || p.own.Name() == "main" {
			continue
		}
		check := func(id *ast.Ident, comments ...*ast.CommentGroup) {
			if !id.IsExported() {
				return
			}
			names++
			for _, c := range comments {
				if c.Text() != "" {
					return
				}
			}
			t.Errorf("%s: %s has no comment: say what it is, with its unit, range and default", p.at.Position(id.Pos()), id.Name)
		}
		for _, file := range p.files {
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if d.Recv == nil || exportedReceiver(d.Recv.List[0].Type) {
						check(d.Name, d.Doc)
					}
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						switch spec := spec.(type) {
						case *ast.TypeSpec:
							check(spec.Name, spec.Doc, d.Doc)
						case *ast.ValueSpec:
							for _, id := range spec.Names {
								check(id, spec.Doc, spec.Comment, d.Doc)
							}
						}
					}
				}
			}
		}
	}
	if names == 0 {
		t.Error("there are no exported names")
	}
}

// exportedReceiver reports whether the type that has the method is exported.
func exportedReceiver(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.StarExpr:
		return exportedReceiver(e.X)
	case *ast.IndexExpr:
		return exportedReceiver(e.X)
	case *ast.Ident:
		return e.IsExported()
	}
	return false
}
