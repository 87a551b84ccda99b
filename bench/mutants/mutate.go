package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// A mutant is a file with one change.
type mutant struct {
	// file is the file's path in the repository.
	file string
	line int
	// what was done, and the text that it was done to.
	what, term string
	source     string
}

// String is the mutant's place and change.
func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s: %s", m.file, m.line, m.what, m.term) }

// mutate makes all mutants of a file. A term isn't removed, but made to have no effect: so names that only
// this term uses are still used, and the mutant compiles.
func mutate(file string, source []byte) ([]mutant, error) {
	fset := token.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, source, 0)
	if err != nil {
		return nil, fmt.Errorf("parse a room: %w", err)
	}
	v := &visitor{file: file, source: string(source), fset: fset, inner: map[ast.Expr]bool{}}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.BinaryExpr:
			v.binary(n)
		case *ast.UnaryExpr:
			if n.Op == token.NOT {
				v.add(n, "without its negation", "", n.X)
			}
		case *ast.IfStmt:
			v.add(n.Cond, "never", "false && ", n.Cond)
			v.add(n.Cond, "always", "true || ", n.Cond)
		}
		return true
	})
	return v.mutants, nil
}

type visitor struct {
	file, source string
	fset         *token.FileSet
	// inner are expressions whose terms are those of a longer one.
	inner   map[ast.Expr]bool
	mutants []mutant
}

// binary drops each term of a chain with one operator.
func (v *visitor) binary(n *ast.BinaryExpr) {
	if n.Op != token.LAND && n.Op != token.LOR || v.inner[n] {
		return
	}
	neutral := "true || "
	if n.Op == token.LOR {
		neutral = "false && "
	}
	for _, term := range v.terms(n, n.Op) {
		v.add(term, "without the term", neutral, term)
	}
}

// terms are what the operator joins, from the left.
func (v *visitor) terms(e ast.Expr, op token.Token) []ast.Expr {
	b, ok := e.(*ast.BinaryExpr)
	if !ok || b.Op != op {
		return []ast.Expr{e}
	}
	v.inner[b] = true
	return append(v.terms(b.X, op), v.terms(b.Y, op)...)
}

// add replaces an expression by another one of its source, after a text that decides the value.
func (v *visitor) add(old ast.Expr, what, before string, by ast.Expr) {
	from, to := v.offset(old.Pos()), v.offset(old.End())
	text := v.source[v.offset(by.Pos()):v.offset(by.End())]
	if before != "" {
		text = "(" + before + "(" + text + "))"
	}
	v.mutants = append(v.mutants, mutant{
		file: v.file, line: v.fset.Position(old.Pos()).Line, what: what,
		term:   strings.Join(strings.Fields(v.source[from:to]), " "),
		source: v.source[:from] + text + v.source[to:],
	})
}

func (v *visitor) offset(pos token.Pos) int { return v.fset.Position(pos).Offset }
