package document_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// A vendor with the habits of all of them: blocks with a type, blocks that are
// distinguished by a key, choices of which the first counts, calls under a key.
var (
	testCall = grammar.Shape{
		Format: "test/typed",
		Fields: []grammar.Field{
			{Key: "name", Name: 1},
			{Key: "input", Arguments: 1},
			{Key: "id", Holds: grammar.HoldsID},
			{Key: "use", Shape: &testUse},
		},
	}
	testUse = grammar.Shape{
		Format: "test/keyed",
		Fields: []grammar.Field{
			{Key: "name", Name: 1, Format: "test/keyed"},
			{Key: "input", Arguments: 1},
			{Key: "id", Holds: grammar.HoldsID},
		},
	}
	testBlock = grammar.Level{
		Types: []grammar.PartOfType{
			{Type: "text", Part: grammar.PartInside},
			{Type: "use", Part: grammar.PartCall},
			{Type: "thinking", Part: grammar.PartReasoning},
			{Type: "*", Part: grammar.PartMarkup},
		},
		Call: &testCall,
		Keys: []grammar.Key{
			{Name: "type", Says: grammar.SaysType},
			{Name: "text", Says: grammar.SaysText, Part: grammar.PartInside},
			{Name: "use", Part: grammar.PartCall, Format: "test/keyed"},
			{Name: "thought", Part: grammar.PartReasoning},
		},
	}
	testMessageKeys = []grammar.Key{
		{Name: "id"},
		{Name: "role", Is: []string{"assistant"}},
		{Name: "content", Says: grammar.SaysText, Level: &testBlock, Nesting: grammar.NestedList},
		{Name: "call", Level: &grammar.Level{Part: grammar.PartCall, Call: &testUse}},
	}
	testChoice = grammar.Level{
		Part: grammar.PartInside,
		Keys: []grammar.Key{{Name: "message", Level: &grammar.Level{Part: grammar.PartInside, Keys: testMessageKeys}}},
	}
	testMessage = grammar.Level{
		Part: grammar.PartInside,
		Keys: append([]grammar.Key{{Name: "choices", Level: &testChoice, Nesting: grammar.NestedFirst}}, testMessageKeys...),
	}
	testDocument = grammar.Document{Object: &testMessage, List: &testBlock, Formats: []string{"test/typed"}}
	testGrammar  = grammar.Grammar{JSON: &testCall, Documents: []grammar.Document{testDocument}}
)

func testFamily() *parsers.Family {
	n := 0
	return family.New(&parsers.Family{
		Name: "test",
		NewID: func(string, int, func(string) bool) string {
			n++
			return fmt.Sprint("made", n)
		},
	}, &testGrammar)
}

// describe is a result in one line: calls, invalid calls, content.
func describe(r *parsers.Result) string {
	var b strings.Builder
	for _, c := range r.ToolCalls {
		fmt.Fprintf(&b, "%s %s%s %s; ", c.Format, c.Name, c.Arguments, c.ID)
	}
	for _, c := range r.InvalidToolCalls {
		fmt.Fprintf(&b, "%s %s [%d,%d); ", c.Reason, c.Name, c.Span.Start, c.Span.End)
	}
	return fmt.Sprintf("%s%q", b.String(), r.Content)
}

var documentCases = []struct{ name, output, want string }{
	{
		"a message: texts and calls in order", `{"role":"assistant","content":[{"type":"text","text":"A\n"},{"type":"text","text":"\u0042"},{"type":"use","id":"i1","name":"f","input":{"a": 1}}]}`,
		`test/typed f{"a": 1} i1; "A\nB"`,
	}, {
		"a message without calls", `{"role":"assistant","content":"A \"b\""}`,
		`"A \"b\""`,
	}, {
		"an array of blocks, and text after it", `[{"use":{"name":"f","input":{}}},{"text":"x"}] bye`,
		`test/keyed f{} made1; "x bye"`,
	}, {
		"an array of texts is just JSON", `[{"text":"x"}]`,
		`"[{\"text\":\"x\"}]"`,
	}, {
		"only the first choice", `{"id":1,"choices":[{"message":{"role":"assistant","content":null,"call":{"name":"f","input":null}}},{"message":{"content":"no"}},3]}`,
		`test/keyed f{} made1; ""`,
	}, {
		"reasoning and what the provider ran", `[{"type":"thinking","text":"t"},{"type":"run","name":"g","input":{}},{"text":"x","thought":true},{"text":"y","thought":false},{"type":"use","name":"f","input":{}}]`,
		`test/typed f{} made1; "y"`,
	}, {
		"cut off", `{"role":"assistant","content":[{"type":"text","text":"A"`,
		`INCOMPLETE  [0,56); "{\"role\":\"assistant\",\"content\":[{\"type\":\"text\",\"text\":\"A\""`,
	}, {
		"cut off before it was known for one", `{"id":"x","content":[{"type":"text"`,
		`"{\"id\":\"x\",\"content\":[{\"type\":\"text\""`,
	}, {
		"a role that is none of the vendor's", `{"role":"user","content":"x"}`,
		`"{\"role\":\"user\",\"content\":\"x\"}"`,
	}, {
		"one block alone is running text", `{"type":"use","name":"f","input":{}} x`,
		`test/typed f{} made1; "x"`,
	}, {
		"broken JSON is running text", `[{"type":"use","name":"f","input":{}},{"text":"x"},] y`,
		`test/typed f{} made1; ",{\"text\":\"x\"} y"`,
	}, {
		"a block that is no call breaks the shape", `[{"type":"use","name":"f"},{"type":"use","name":"f","input":{}}]`,
		`test/typed f{} made1; "{\"type\":\"use\",\"name\":\"f\"},"`,
	}, {
		"a second value of a key is ignored", `{"role":"assistant","content":"x","content":"y"}`,
		`"x"`,
	},
}

func TestDocument(t *testing.T) {
	for _, c := range documentCases {
		t.Run(c.name, func(t *testing.T) {
			if got := describe(parsers.Parse(testFamily(), c.output, parsers.Config{}, parsers.FinishStop)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
			s := parsers.NewStream(testFamily(), parsers.Config{})
			for i := range len(c.output) {
				s.Feed(c.output[i : i+1])
			}
			if _, r := s.Finish(parsers.FinishStop); describe(r) != c.want {
				t.Errorf("in a stream: got  %s\nwant %s", describe(r), c.want)
			}
		})
	}
}

// TestDocumentLetsGo: text is held back only as long as it may be a document.
func TestDocumentLetsGo(t *testing.T) {
	for _, output := range []string{`{"answer"`, `{"name"`, `[1`, `{"role":"user"`, `{"id":1,"name"`, `{"content":7`} {
		s := parsers.NewStream(testFamily(), parsers.Config{})
		content := s.Feed(output + ": 1} and more").Content
		content += s.Feed("!").Content
		if !strings.Contains(content, "and more") {
			t.Errorf("%q is held back: %q", output, content)
		}
		s.Close()
	}
}
