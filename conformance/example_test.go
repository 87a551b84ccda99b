package conformance_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strconv"
	"unicode"

	"github.com/toolparser/toolparser/conformance"
	"github.com/toolparser/toolparser/parsers"
)

// A family outside this module is tested like those inside it. Its tests are
//
//	func TestAtFamily(t *testing.T) { conformance.Run(t, atFamily(), "testdata") }
//
//	func FuzzAtFamily(f *testing.F) { conformance.Fuzz(f, atFamily(), "testdata") }
//
// The cases can serve other tests, too: those of a server, or a benchmark.
func Example() {
	cases, err := conformance.Load("testdata")
	if err != nil {
		fmt.Println(err)
	}
	for _, c := range cases {
		result := parsers.Parse(atFamily(), c.Output, c.Config, c.FinishReason)
		fmt.Printf("%s: %d calls, %d invalid\n", c.Name, len(result.ToolCalls), len(result.InvalidToolCalls))
	}
	// Output:
	// formats: 0 calls, 0 invalid
	// limit: 1 calls, 1 invalid
	// malformed: 2 calls, 1 invalid
	// no_call: 0 calls, 0 invalid
	// one_call: 1 calls, 0 invalid
	// thought: 0 calls, 0 invalid
	// thought_prompted: 0 calls, 1 invalid
}

// atFamily is a family as a program outside this module could have it. Its
// calls are on lines of their own, and so are the markers of its thoughts:
//
//	<think>
//	Paris, then.
//	</think>
//	@getWeather {"city": "Paris"}
func atFamily() *parsers.Family {
	return &parsers.Family{
		Name:        "at",
		Description: "Calls in lines that begin with @.",
		Formats: []parsers.Format{{
			Name:        "at/line",
			Description: "A line with @, a name, a space and a JSON object.",
			Example:     `@getWeather {"city": "Paris"}`,
		}},
		PreservedTokens:  []string{"<|end|>"},
		ReasoningMarkers: []parsers.ReasoningMarkers{{Open: thinkLine, Close: thinkEndLine}},
		NewParser:        func() parsers.Parser { return new(atParser) },
		NewID: func(_ string, prior int, taken func(string) bool) string {
			for taken("at_" + strconv.Itoa(prior)) {
				prior++
			}
			return "at_" + strconv.Itoa(prior)
		},
	}
}

const thinkLine, thinkEndLine = "<think>", "</think>"

// An atParser holds a line that begins with @ or < back until it ends; all
// other text it reports as it comes.
type atParser struct {
	h        parsers.Handler
	at       int    // offset of the next byte of the output
	mid      bool   // in a line that is no call and no marker
	line     []byte // what is held back
	prompted bool   // the prompt opened a thought, which is yet to be reported
	thinking bool
}

func (p *atParser) Reset(cfg *parsers.Config, h parsers.Handler) {
	*p = atParser{h: h, line: p.line[:0], prompted: cfg.ReasoningOpen}
}

func (p *atParser) Parse(piece []byte) {
	p.start()
	for len(piece) > 0 {
		n := bytes.IndexByte(piece, '\n') + 1
		whole := n > 0
		if !whole {
			n = len(piece)
		}
		p.part(piece[:n])
		if whole {
			p.endLine()
		}
		piece = piece[n:]
	}
}

// part takes a part of a line.
func (p *atParser) part(text []byte) {
	if p.mid || len(p.line) == 0 && text[0] != '@' && text[0] != '<' {
		p.mid = true
		p.h.Text(p.at, text)
		p.at += len(text)
		return
	}
	p.line = append(p.line, text...)
}

func (p *atParser) Finish(parsers.FinishReason) {
	p.start()
	p.endLine()
}

// start begins an output in the thought that the prompt opened.
func (p *atParser) start() {
	if p.prompted {
		p.prompted, p.thinking = false, true
		p.h.Markup(0, nil, parsers.RoleThought)
	}
}

func (p *atParser) endLine() {
	if len(p.line) > 0 {
		line := bytes.TrimSuffix(p.line, []byte("\n"))
		switch {
		case string(line) == thinkLine && !p.thinking:
			p.think(line, parsers.RoleThought)
		case string(line) == thinkEndLine && p.thinking:
			p.think(line, parsers.RoleThoughtEnd)
		case line[0] == '@' && !p.thinking:
			p.call(line)
		default:
			p.h.Text(p.at, line)
		}
		p.at += len(line)
		p.h.Text(p.at, p.line[len(line):])
		p.at += len(p.line) - len(line)
	}
	p.line, p.mid = p.line[:0], false
}

// think reports the marker of a thought.
func (p *atParser) think(line []byte, role parsers.Role) {
	p.thinking = role == parsers.RoleThought
	p.h.Markup(p.at, line, role)
}

func isNoName(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }

// call reports a line that begins with @.
func (p *atParser) call(line []byte) {
	name, arguments, found := bytes.Cut(line[1:], []byte(" "))
	switch {
	case len(name) == 0 || !found || bytes.ContainsFunc(name, isNoName):
		p.h.Text(p.at, line)
	case !json.Valid(arguments):
		p.h.InvalidCall(parsers.Invalid{
			At: p.at, Raw: line, Name: string(name), Arguments: arguments, Format: "at/line",
			Reason: parsers.ReasonMalformed, Message: "the arguments are no JSON",
		})
	default:
		p.h.BeginCall(parsers.Begin{At: p.at, Name: string(name), Format: "at/line"})
		p.h.Arguments(arguments)
		p.h.EndCall(parsers.End{Raw: line, Weak: arguments[0] != '{'})
	}
}
