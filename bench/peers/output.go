package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// A toolCall is a call that is to be written.
type toolCall struct {
	name string
	args []argument
}

type argument struct {
	key   string
	value any
}

// arguments is the object as models write it: with a space behind commas and
// colons, and nothing escaped that need not be.
func (c *toolCall) arguments() string {
	members := make([]string, len(c.args))
	for i, a := range c.args {
		members[i] = fmt.Sprintf("%q: %s", a.key, encode(a.value))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

func encode(value any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // strings and numbers can be encoded
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// A scenario is what an output holds; each family writes it in its own way.
type scenario struct {
	name string
	// size is handed to make: how much of it there is.
	size int
	// grows: it is measured at a quarter and at a half of its size, too.
	grows bool
	make  func(size int) (text string, calls []toolCall)
}

var scenarios = []scenario{
	{name: "short call", size: 1, make: func(int) (string, []toolCall) { return "", []toolCall{weather(0)} }},
	{name: "text, two calls", size: 2, make: func(n int) (string, []toolCall) { return "I'll look both up for you.", list(n) }},
	{name: "20 calls", size: 20, grows: true, make: func(n int) (string, []toolCall) { return "", list(n) }},
	{name: "prose", size: 64 << 10, grows: true, make: func(n int) (string, []toolCall) { return repeat(prose, n), nil }},
	{name: "Markdown", size: 64 << 10, grows: true, make: func(n int) (string, []toolCall) { return repeat(markdown, n), nil }},
	{name: "1 KB argument", size: 1 << 10, grows: true, make: longArgument},
	{name: "100 KB argument", size: 100 << 10, grows: true, make: longArgument},
	{name: "1 MB argument", size: 1 << 20, grows: true, make: longArgument},
}

func longArgument(n int) (string, []toolCall) {
	return "", []toolCall{{"write_file", []argument{{"path", "report.go"}, {"content", repeat(code, n)}}}}
}

func list(n int) (calls []toolCall) {
	for i := range n {
		calls = append(calls, weather(i))
	}
	return calls
}

func weather(i int) toolCall {
	cities := []string{"Oslo", "Zürich", "San José", "Aix-en-Provence"}
	return toolCall{"get_weather", []argument{{"city", cities[i%len(cities)]}, {"days", 3 + i}}}
}

// repeat writes s until there are n bytes, or a few less: whole ones.
func repeat(s string, n int) string { return strings.Repeat(s, max(1, n/len(s))) }

// offered are what the model was offered, as the OpenAI API has them.
const offered = `[
{"type": "function", "function": {"name": "get_weather", "description": "The weather of a city.", "parameters":
  {"type": "object", "properties": {"city": {"type": "string"}, "days": {"type": "integer"}}, "required": ["city"]}}},
{"type": "function", "function": {"name": "write_file", "description": "Writes a file.", "parameters":
  {"type": "object", "properties": {"path": {"type": "string"}, "content": {"type": "string"}}, "required": ["path", "content"]}}}
]`

const (
	prose = "The quick brown fox (who is not lazy; not at all) jumps over 13 dogs, and says: “well, well”. " +
		"It had been raining since Tuesday, and nobody expected that it would stop before the week was over.\n\n"

	markdown = "## What to do\n\nFirst, look at the *configuration* in `config.yaml`; its `timeout` is **too short**:\n\n" +
		"| key | default | meaning |\n|---|---|---|\n| `timeout` | 5s | how long a request may take |\n| `retries` | 3 | how often it is tried |\n\n" +
		"1. Set it to `30s`.\n2. Restart the service.\n\n" +
		"```go\nfunc load(path string) (*Config, error) {\n\tc := &Config{Retries: 3}\n\treturn c, decode(path, c)\n}\n```\n\n" +
		"> Note: see [the manual](https://example.com/manual) for the rest.\n\n"

	code = "func (r *Reader) next() (line string, err error) {\n\tif r.at < len(r.lines) && !r.done {\n" +
		"\t\treturn r.lines[r.at], nil\n\t}\n\treturn \"\", fmt.Errorf(\"reading %q: %w\", r.name, io.EOF)\n}\n\n"
)

// An Output is one text that the subjects parse.
type Output struct {
	Way *Way
	// Cut is the size of the pieces, or whole.
	Cut    int
	Pieces []string
	Want   Answer
}

// output writes a scenario at a size in a family's way, and cuts it.
func output(w *Way, sc *scenario, size, cut int) *Output {
	text, calls := sc.make(size)
	o := &Output{Way: w, Cut: cut, Want: Answer{Text: text}}
	var b strings.Builder
	if text != "" {
		b.WriteString(w.Text + text)
	}
	if text != "" && len(calls) > 0 {
		b.WriteString(w.TextEnd)
	}
	if len(calls) > 0 {
		b.WriteString(w.Begin)
	}
	for i := range calls {
		if i > 0 {
			b.WriteString(w.Between)
		}
		b.WriteString(w.Call(i, &calls[i]))
		o.Want.Calls = append(o.Want.Calls, Call{calls[i].name, calls[i].arguments()})
	}
	if len(calls) > 0 {
		b.WriteString(w.End)
	}
	o.Pieces = pieces(b.String(), cut)
	return o
}

// whole is the cut of an output that comes in one chunk.
const whole = 0

// pieces cuts a text as a detokenizer does: not within a character, and special tokens
// come alone and whole.
func pieces(text string, size int) (list []string) {
	if size == whole {
		return []string{text}
	}
	for text != "" {
		n := specialToken(text)
		if n == 0 {
			n = pieceLength(text, size)
		}
		list, text = append(list, text[:n]), text[n:]
	}
	return list
}

func pieceLength(text string, size int) (n int) {
	for n < len(text) && (n < size || !utf8.RuneStart(text[n])) && (n == 0 || specialToken(text[n:]) == 0) {
		n++
	}
	return n
}

// specialToken is the length of the special token that a text begins with; 0 for none.
func specialToken(text string) int {
	for _, bar := range []string{"|", "｜"} {
		if rest, ok := strings.CutPrefix(text, "<"+bar); ok {
			if name, _, ok := strings.Cut(rest, bar+">"); ok {
				return len("<" + bar + name + bar + ">")
			}
		}
	}
	return 0
}

// Bytes is the length of the complete text.
func (o *Output) Bytes() (n int) {
	for _, p := range o.Pieces {
		n += len(p)
	}
	return n
}
