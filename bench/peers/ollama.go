package main

import (
	"encoding/json"
	"errors"
	"strings"

	"github.com/ollama/ollama/api"
	"github.com/ollama/ollama/model/parsers"
	"github.com/ollama/ollama/tools"
)

const ollamaName = "ollama"

// ollama is what Ollama parses a model's outputs with: a parser for the family, where it
// has one, else a parser that gets where calls begin.
type ollama struct{ tools api.Tools }

func newOllama() (*ollama, error) {
	o := new(ollama)
	return o, json.Unmarshal([]byte(offered), &o.tools)
}

// Name implements Library.
func (*ollama) Name() string { return ollamaName }

// Serves implements Library.
func (*ollama) Serves(w *Way, _ int) bool { return w.Peers[ollamaName] != "" }

// Parser implements Library.
func (o *ollama) Parser(out *Output) (parse func(), answer func() Answer) {
	var last ollamaOutput
	return func() {
		last = ollamaOutput{}
		last.err = feed(out.Pieces, o.adder(out.Way.Peers[ollamaName], &last))
	}, func() Answer { return last.answer() }
}

// adder makes a parser, which puts what it finds into out.
func (o *ollama) adder(name string, out *ollamaOutput) func(piece string, last bool) error {
	if parser := parsers.ParserForName(name); parser != nil {
		parser.Init(o.tools, nil, nil)
		return func(piece string, last bool) error {
			text, _, calls, err := parser.Add(piece, last)
			out.add(text, calls)
			return err
		}
	}
	parser := tools.NewParserWithTag(o.tools, name)
	return func(piece string, last bool) error {
		calls, text := parser.Add(piece)
		out.add(text, calls)
		if last && text == "" && len(calls) == 0 { // as Ollama's server does
			out.add(parser.Content(), nil)
		}
		return nil
	}
}

// An ollamaOutput is what was found in an output.
type ollamaOutput struct {
	text  []string
	calls []api.ToolCall
	err   error
}

func (o *ollamaOutput) add(text string, calls []api.ToolCall) {
	if text != "" {
		o.text = append(o.text, text)
	}
	o.calls = append(o.calls, calls...)
}

func (o *ollamaOutput) answer() Answer {
	a := Answer{Text: strings.Join(o.text, "")}
	if a.Late = errors.Is(o.err, errLate); !a.Late && o.err != nil {
		a.Fault = o.err.Error()
	}
	for _, call := range o.calls {
		arguments, err := json.Marshal(call.Function.Arguments)
		if err != nil {
			a.Fault = err.Error()
		}
		a.Calls = append(a.Calls, Call{call.Function.Name, string(arguments)})
	}
	return a
}
