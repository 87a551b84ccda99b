package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
)

// A mutant is a change of a condition. It is in the program from the start, and a number switches it on: so all
// mutants are compiled once.
type mutant struct {
	// file is the file's path in the repository.
	file string
	line int
	// what is done, and the text that it is done to.
	what, term string
	// from and to are the text's place, before is written there before it. $ stands for whether the mutant is on.
	from, to int
	before   string
}

// String is the mutant's place and change.
func (m mutant) String() string { return fmt.Sprintf("%s:%d: %s: %s", m.file, m.line, m.what, m.term) }

// What is written before a condition to change its value. The condition follows in parentheses.
const (
	never  = "!$ && "
	always = "$ || "
	not    = "$ != "
)

// mutate lists all mutants of a file.
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
				v.add(n, "without its negation", not)
			}
		case *ast.IfStmt:
			v.add(n.Cond, "never", never)
			v.add(n.Cond, "always", always)
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
	neutral := always
	if n.Op == token.LOR {
		neutral = never
	}
	for _, term := range v.terms(n, n.Op) {
		v.add(term, "without the term", neutral)
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

func (v *visitor) add(e ast.Expr, what, before string) {
	place := v.fset.Position(e.Pos())
	from, to := place.Offset, v.fset.Position(e.End()).Offset
	v.mutants = append(v.mutants, mutant{
		file: v.file, line: place.Line, what: what, term: strings.Join(strings.Fields(v.source[from:to]), " "), from: from, to: to, before: before,
	})
}

// variable is the number of the mutant that is on.
const variable = "numberOfMutant"

// A numbered is a mutant with its number.
type numbered struct {
	mutant
	number int
}

// change writes mutants of one file into its source.
func change(source string, mutants []numbered) string {
	type insertion struct {
		at int
		// inner says which of several at one place is first: closers of inner ones, then openers of outer ones.
		order [3]int
		text  string
	}
	var list []insertion
	for _, m := range mutants {
		on := fmt.Sprintf("(%s == %d)", variable, m.number)
		list = append(list,
			insertion{m.from, [3]int{1, -m.to, m.number}, "(" + strings.ReplaceAll(m.before, "$", on) + "("},
			insertion{m.to, [3]int{0, -m.from, -m.number}, "))"})
	}
	slices.SortFunc(list, func(a, b insertion) int {
		return cmp.Or(cmp.Compare(a.at, b.at), slices.Compare(a.order[:], b.order[:]))
	})
	var b strings.Builder
	at := 0
	for _, i := range list {
		b.WriteString(source[at:i.at])
		b.WriteString(i.text)
		at = i.at
	}
	b.WriteString(source[at:])
	return b.String()
}
