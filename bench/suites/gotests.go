package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path/filepath"
	"strconv"
)

// goAsserts are the functions of kaptinlin/jsonrepair's tests, and how many texts they take: the input, and what
// it is repaired to.
var goAsserts = map[string]int{"assertRepair": 2, "assertRepairEqual": 1, "assertRepairFailure": 1, "assertRepairFailureExact": 1}

// readGoTests reads the calls of these functions whose texts are literals.
func readGoTests(file string) (list []repair, unread int, err error) {
	fset := gotoken.NewFileSet()
	parsed, err := parser.ParseFile(fset, file, nil, 0)
	if err != nil {
		return nil, 0, fmt.Errorf("read Go tests: %w", err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		c, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		f, ok := c.Fun.(*ast.Ident)
		if !ok || goAsserts[f.Name] == 0 {
			return true
		}
		var texts []string
		for _, arg := range c.Args[1:] {
			if text, ok := literal(arg); ok {
				texts = append(texts, text)
			}
		}
		if len(texts) < goAsserts[f.Name] {
			unread++
			return true
		}
		r := repair{key: fmt.Sprintf("%s:%d", filepath.Base(file), fset.Position(c.Pos()).Line), input: texts[0]}
		switch f.Name {
		case "assertRepair":
			r.want = texts[1]
		case "assertRepairEqual":
			r.want = texts[0]
		default:
			r.refused = true
		}
		list = append(list, r)
		return true
	})
	return list, unread, nil
}

// literal is the value of a string, also of a sum of strings.
func literal(e ast.Expr) (string, bool) {
	switch e := e.(type) {
	case *ast.BasicLit:
		text, err := strconv.Unquote(e.Value)
		return text, err == nil && e.Kind == gotoken.STRING
	case *ast.BinaryExpr:
		a, okA := literal(e.X)
		b, okB := literal(e.Y)
		return a + b, okA && okB && e.Op == gotoken.ADD
	}
	return "", false
}
