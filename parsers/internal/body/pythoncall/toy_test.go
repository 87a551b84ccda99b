package pythoncall_test

import (
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// A toy is a grammar that has only calls in Python.
type toy struct {
	python  grammar.Python
	example string
}

var toys = []toy{
	// Lists, in running text and between two tokens.
	{grammar.Python{
		Format: "list/python", Calls: grammar.PythonLists, Names: grammar.AllDeclared,
		Blocks: []grammar.PythonBlock{{Markers: grammar.Between("<|calls|>", "<|/calls|>")}},
	}, `[f(k="v")]`},
	// Calls of any name, also without tools in the request, and a block that may be echoed.
	{grammar.Python{
		Format: "native/python", Calls: grammar.PythonLists, Names: grammar.NoneDeclared,
		Blocks: []grammar.PythonBlock{{Markers: grammar.Between("<|calls|>", "<|/calls|>"), Echoed: true}},
	}, `[f(k="v")]`},
	// Printed calls, and calls alone on their lines.
	{grammar.Python{Format: "print/python", Prefix: "api.", Calls: grammar.PythonPrinted}, `print(api.f(k="v"))`},
	// A method behind a token.
	{grammar.Python{
		Format: "token/line",
		Token:  &grammar.PythonToken{Format: "token/python", Token: "<|code|>", Method: ".run", Builtins: []string{"search"}},
	}, `<|code|>search.run(k="v")`},
}

func (t *toy) family() *parsers.Family {
	name, _, _ := strings.Cut(t.python.Format, "/")
	g := &grammar.Grammar{Python: &t.python, TurnEnds: []string{"<|end|>"}}
	formats := []parsers.Format{{Name: t.python.Format, Example: t.example}}
	if token := t.python.Token; token != nil {
		formats[0].Example = "f()"
		formats = append(formats, parsers.Format{Name: token.Format, Example: t.example})
	}
	return family.New(&parsers.Family{Name: name, Formats: formats}, g)
}

func TestGrammars(t *testing.T) {
	for i := range toys {
		f := toys[i].family()
		t.Run(f.Name, func(t *testing.T) {
			var formats []string
			for _, format := range f.Formats {
				formats = append(formats, format.Name)
			}
			parsertest.Run(t, f, "testdata/"+f.Name, parsertest.NonJSONFormats(formats...))
		})
	}
}
