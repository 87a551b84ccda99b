package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A userMessage is a text of the program that a user can see.
type userMessage struct {
	at   token.Position
	text string
}

// messageCalls are the functions and methods whose texts users see: errors, statuses, lines of the log,
// and the help of flags and of metrics.
var messageCalls = regexp.MustCompile(`^(errors\.New|fmt\.Errorf|status\.(New|Newf|Error|Errorf)|.*\.(refuse|report|note|add|fail|failsOf|failInside|setFailure|endsAt|Log|LogAttrs|(Info|Warn|Error|Debug)(Context)?|(Bool|Int|Int64|Uint32|Float64|String|StringArray|StringSlice|Duration)?Var(P)?)|configError|invalid|tooLong|upstreamError|rejection|report|gauge|counter|histogram|vec|newItemCounters)$`)

// userMessages are those of all Go files but tests and generated code.
func userMessages(t *testing.T) (found []userMessage) {
	t.Helper()
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if slices.Contains([]string{"gen", "bench", "test", "clients"}, strings.TrimPrefix(filepath.ToSlash(path), "../../")) || strings.HasPrefix(entry.Name(), ".") && entry.Name() != ".." {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		found = append(found, messagesOf(t, path)...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// messagesOf are the messages of one file.
func messagesOf(t *testing.T, path string) (found []userMessage) {
	t.Helper()
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var arguments []ast.Expr
		switch n := n.(type) {
		case *ast.CallExpr:
			if messageCalls.MatchString(nameOf(n.Fun)) {
				arguments = n.Args
			}
		case *ast.CompositeLit:
			if messageCalls.MatchString(nameOf(n.Type)) {
				arguments = n.Elts
			}
		case *ast.AssignStmt:
			if slices.ContainsFunc(n.Lhs, isMessage) {
				arguments = n.Rhs
			}
		case *ast.ValueSpec:
			if slices.ContainsFunc(n.Names, func(name *ast.Ident) bool { return isMessage(name) }) {
				arguments = n.Values
			}
		case *ast.KeyValueExpr:
			if isMessage(n.Key) {
				arguments = []ast.Expr{n.Value}
			}
		}
		for _, argument := range arguments {
			literal, ok := argument.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				continue
			}
			if text, err := strconv.Unquote(literal.Value); err == nil && strings.Contains(text, " ") {
				found = append(found, userMessage{files.Position(literal.Pos()), text})
			}
		}
		return true
	})
	return found
}

// nameOf is a function's name, after that of its package or of the value that has it.
func nameOf(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.SelectorExpr:
		return nameOf(e.X) + "." + e.Sel.Name
	default:
		return ""
	}
}

// isMessage reports whether a variable, a field or a constant is named for the message that it holds.
func isMessage(e ast.Expr) bool {
	name := strings.ToLower(nameOf(e))
	return slices.ContainsFunc([]string{"message", "malformed", "help", "description"}, func(end string) bool { return strings.HasSuffix(name, end) })
}

// unclear are words that docs/develop/style.md has others for.
var unclear = regexp.MustCompile(`(?i)\b(told|beside|mended|lacks?|nobody|begun|lest|stands?|one that|by rule|a piece|behind|another one than|bec[ao]mes? of)\b`)

// Every text that a user can see has the words of docs/develop/style.md; -v lists them all.
func TestMessagesAreInPlainWords(t *testing.T) {
	messages := userMessages(t)
	t.Logf("%d messages", len(messages))
	if len(messages) < 500 {
		t.Errorf("only %d messages were found", len(messages))
	}
	for _, m := range messages {
		if testing.Verbose() {
			t.Logf("%s: %q", m.at, m.text)
		}
		if word := unclear.FindString(m.text); word != "" {
			t.Errorf("%s: %q has %q: docs/develop/style.md has another word for it", m.at, m.text, word)
		}
	}
}
