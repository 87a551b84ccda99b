package lint

import (
	"go/ast"
	"go/types"
	"strings"
	"testing"
)

// TestOnlyTheCursorMoves looks for code that sets the position of a cursor by itself. Whoever looks for what moves
// the position finds the callers of three methods.
func TestOnlyTheCursorMoves(t *testing.T) {
	const cursor, position = "parsers/internal/cursor", "Pos"
	reads := 0
	for _, p := range allPacks(t) {
		isPosition := func(e ast.Expr) bool {
			s, ok := e.(*ast.SelectorExpr)
			if !ok || s.Sel.Name != position {
				return false
			}
			field, ok := p.uses[s.Sel].(*types.Var)
			return ok && field.Pkg() != nil && field.Pkg().Path() == module+cursor
		}
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				var set []ast.Expr
				switch n := n.(type) {
				case *ast.SelectorExpr:
					if isPosition(n) {
						reads++
					}
				case *ast.AssignStmt:
					set = n.Lhs
				case *ast.IncDecStmt:
					set = []ast.Expr{n.X}
				}
				for _, e := range set {
					if isPosition(e) && p.folder != cursor {
						at := p.at.Position(e.Pos())
						t.Errorf("%s:%d sets the position of the cursor: call Seek or Take", strings.TrimPrefix(at.Filename, root), at.Line)
					}
				}
				return true
			})
		}
	}
	if reads == 0 {
		t.Errorf("nothing reads the field %s of %s: name the field here that holds the position", position, cursor)
	}
}
