package grammar_test

import (
	"fmt"

	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// acmeExample is an output of the model that the table below is for.
const acmeExample = `<acme:call>{"name": "get_weather", "arguments": {"city": "Oslo"}}</acme:call>`

// acme is a family that this module doesn't know. Its calls are JSON between two tags.
func acme() *parsers.Family {
	return family.New(&parsers.Family{
		Name:          "acme",
		ModelPatterns: []string{"acme/*"},
		Description:   "Acme: JSON between tags.",
		Formats: []parsers.Format{{
			Name:        "acme/json",
			Description: "An object with a name and arguments between two tags.",
			Example:     acmeExample,
		}},
	}, &grammar.Grammar{
		Blocks: []grammar.Block{{
			Format:  "acme/json",
			Shape:   grammar.BlockCalls(),
			Markers: grammar.Element("acme:call"),
			Kind:    grammar.PlainTags,
		}},
		Thoughts: []grammar.Markers{grammar.ThinkTags},
		TurnEnds: []string{"<|acme_end|>"},
	})
}

// A family of one's own is a table that is registered like the built-in families. It streams
// and repairs as they do. Pass the registry to package server, or use it directly.
func Example() {
	registry, err := parsers.NewRegistry(acme())
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := registry.Find("", "acme/large-1")
	if err != nil {
		fmt.Println(err)
		return
	}
	output := "<think>Oslo it is.</think>Let me look. " +
		`<acme:call>{"name": "get_weather", "arguments": {"city": "Oslo",}}</acme:call><|acme_end|>`
	config := parsers.Config{Options: parsers.Options{SeparateReasoning: true}}
	result := parsers.Parse(f, output, config, parsers.FinishStop)
	for _, call := range result.ToolCalls {
		fmt.Println(call.Name, call.Arguments, call.Repairs[0].Kind)
	}
	fmt.Println("content:", result.Content)
	fmt.Println("reasoning:", result.Reasoning)
	// Output:
	// get_weather {"city": "Oslo"} TRAILING_COMMA
	// content: Let me look.
	// reasoning: Oslo it is.
}

// Registering a family checks its table. The error has a line for each mistake.
func ExampleGrammar_Check() {
	g := grammar.Grammar{
		Blocks: []grammar.Block{{
			Format: "acme/json", Shape: grammar.BlockCalls(),
			Markers: grammar.Between("<call>", ""),
		}},
		TurnEnds: []string{"<end>", "<end>"},
	}
	fmt.Println(g.Check())
	// Output:
	// Blocks[0].Markers.Close[0]: it is empty; write the marker as the model does
	// TurnEnds[1]: "<end>" is never seen: TurnEnds[0], "<end>", is the same marker; drop one of the two
}
