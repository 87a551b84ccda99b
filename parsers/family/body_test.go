package family_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/toolparser/toolparser/conformance/parsertest"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/auto"
	"github.com/toolparser/toolparser/parsers/family"
	"github.com/toolparser/toolparser/parsers/grammar"
)

// lines reads a name, and arguments that are a key and a text on each line:
//
//	<|do|>get_weather
//	city: Oslo
//	<|done|>
type lines struct {
	line   int // where it begins
	known  int // up to here it has no newline
	begun  bool
	filled bool // an argument was reported
}

func (l *lines) Read(c *family.Call) {
	if l.line == 0 {
		l.line = c.Start()
		l.known = l.line
	}
	for {
		if ends, more := c.Marker(l.line); more || ends {
			if ends {
				l.end(c)
			}
			return
		}
		rest := c.Rest(l.known)
		n := bytes.IndexByte(rest, '\n')
		if n < 0 {
			c.Count(len(rest))
			l.known += len(rest)
			return
		}
		c.Count(n + 1)
		l.known += n
		if line := string(c.Rest(l.line)[:l.known-l.line]); !l.begun {
			l.begun = true
			c.Begin(strings.TrimSpace(line), "", l.known+1)
		} else if key, value, ok := strings.Cut(line, ":"); ok {
			l.argument(c, key, strings.TrimSpace(value))
		} else {
			c.Fail(l.line, parsers.ReasonMalformed, "a line has no key")
			return
		}
		l.known++
		l.line = l.known
	}
}

func (l *lines) argument(c *family.Call, key, value string) {
	member, err := json.Marshal(map[string]string{key: value})
	if err != nil {
		panic(err)
	}
	if member = member[:len(member)-1]; l.filled { // without the brace
		member[0] = ','
	}
	l.filled = true
	c.Arguments(member)
}

func (l *lines) end(c *family.Call) {
	switch {
	case !l.begun:
		c.Leave()
	case l.filled:
		c.Arguments([]byte("}"))
		c.End(l.line, parsers.End{})
	default:
		c.Fail(l.line, parsers.ReasonMissingArguments, "the call has no lines")
	}
}

// numbered reads JSON behind an id and a name:
//
//	<|run|>#7 get_weather {"city": "Oslo"}<|ran|>
type numbered struct{}

// maxHeader bounds what is looked at for the arguments, in bytes. So the chunks don't matter.
const maxHeader = 100

func (numbered) Read(c *family.Call) {
	rest := c.Rest(c.Start())
	n := bytes.IndexAny(rest[:min(len(rest), maxHeader)], "{<")
	if n < 0 && len(rest) < maxHeader {
		return
	}
	words := strings.Fields(string(rest[:max(n, 0)]))
	if len(words) != 2 || !strings.HasPrefix(words[0], "#") {
		c.Leave()
		return
	}
	c.Object(words[1], words[0][1:], c.Start()+n)
}

// digits reads a number, without a name:
//
//	<|add|>7<|sum|>
type digits struct{}

func (digits) Read(c *family.Call) {
	at := c.Start()
	rest := c.Rest(at)
	n := len(rest) - len(bytes.TrimLeft(rest, "0123456789"))
	cut := n == len(rest)
	switch {
	case cut && !(c.Final() && n > 0 && c.Config().Options.AcceptIncomplete):
		return
	case n == 0:
		c.Fail(at, parsers.ReasonMalformed, "expected a number")
		return
	}
	c.Begin("add", "", at)
	c.Arguments([]byte(`{"n":"` + string(rest[:n]) + `"}`))
	c.End(at+n, parsers.End{Weak: cut})
}

// bodied is a family with calls that no table describes.
func bodied() *parsers.Family {
	return family.New(&parsers.Family{
		Name: "bodied",
		Formats: []parsers.Format{
			{Name: "bodied/lines", Example: "<|do|>get_weather\ncity: Oslo\n<|done|>"},
			{Name: "bodied/digits", Example: "<|add|>7<|sum|>"},
			{Name: "bodied/numbered", Example: `<|run|>#7 get_weather {"city": "Oslo"}<|ran|>`},
		},
	}, &grammar.Grammar{
		Thoughts: []grammar.Markers{grammar.ThinkTags}, TurnEnds: []string{"<|end|>"},
	}, family.Body{
		Format: "bodied/lines", Markers: grammar.Between("<|do|>", "<|done|>"), New: func() family.Reader { return new(lines) },
	}, family.Body{
		Format: "bodied/digits", Markers: grammar.Between("<|add|>", "<|sum|>"), New: func() family.Reader { return digits{} },
	}, family.Body{
		Format: "bodied/numbered", Markers: grammar.Between("<|run|>", "<|ran|>"), New: func() family.Reader { return numbered{} },
	})
}

func TestBodies(t *testing.T) {
	parsertest.Run(t, bodied(), "testdata", parsertest.NonJSONFormats("bodied/lines", "bodied/digits"))
}

// Of two families with the same marker, the second one reads what the first one leaves.
func TestBodiesShareAMarker(t *testing.T) {
	body := func(name string, words int) *parsers.Family {
		format := name + "/call"
		return family.New(&parsers.Family{Name: name, Formats: []parsers.Format{{Name: format}}}, new(grammar.Grammar), family.Body{
			Format: format, Markers: grammar.Between("<|run|>", "<|ran|>"), New: func() family.Reader { return counting(words) },
		})
	}
	f := auto.Family([]*parsers.Family{body("one", 1), body("two", 2)})
	for output, want := range map[string]string{
		`<|run|>f {}<|ran|>`: "one/call", `<|run|>a f {}<|ran|>`: "two/call", `<|run|>a b f {}<|ran|>`: "",
	} {
		got := ""
		for _, call := range parsers.Parse(f, output, parsers.Config{}, parsers.FinishStop).ToolCalls {
			got += call.Format
		}
		if got != want {
			t.Errorf("%s is read as %q, want %q", output, got, want)
		}
	}
}

// A body that forgets something makes invalid calls, and no others.
func TestBodiesThatForget(t *testing.T) {
	for name, read := range map[string]func(c *family.Call){
		"the name": func(c *family.Call) {
			c.Arguments([]byte("{}"))
			c.End(c.Start()+2, parsers.End{})
		},
		"to end": func(c *family.Call) { c.Begin("f", "", c.Start()) },
		"that it failed": func(c *family.Call) {
			c.Fail(c.Start(), parsers.ReasonMalformed, "so")
			c.Begin("f", "", c.Start())
			c.Arguments([]byte("{}"))
			c.End(c.Start()+2, parsers.End{})
		},
	} {
		f := family.New(&parsers.Family{Name: "forgetful"}, new(grammar.Grammar), family.Body{
			Format: "forgetful/call", Markers: grammar.Between("<|run|>", "<|ran|>"), New: func() family.Reader { return reading(read) },
		})
		r := parsers.Parse(f, "<|run|>{}<|ran|>", parsers.Config{}, parsers.FinishStop)
		if len(r.ToolCalls) != 0 || len(r.InvalidToolCalls) != 1 {
			t.Errorf("%s: %d calls, %d invalid ones", name, len(r.ToolCalls), len(r.InvalidToolCalls))
		}
	}
}

type reading func(c *family.Call)

func (read reading) Read(c *family.Call) { read(c) }

// counting reads JSON behind so many words, of which the last one is the name.
type counting int

func (n counting) Read(c *family.Call) {
	header, _, ok := strings.Cut(string(c.Rest(c.Start())), "{")
	switch words := strings.Fields(header); {
	case !ok && !c.Final():
	case !ok || len(words) != int(n):
		c.Leave()
	default:
		c.Object(words[n-1], "", c.Start()+len(header))
	}
}

func FuzzBodies(f *testing.F) {
	parsertest.Fuzz(f, bodied(), "testdata", parsertest.NonJSONFormats("bodied/lines", "bodied/digits"))
}

func TestRegisteringTellsMistakesOfBodies(t *testing.T) {
	for name, tc := range map[string]struct {
		body family.Body
		want string
	}{
		"nothing": {family.Body{}, "Bodies[0].New: it is nil; write a function that makes a Reader\n" +
			"Bodies[0].Format: it is empty; name the format of these calls, as in \"acme/tags\"\n" +
			"Bodies[0].Markers.Open: it is empty; write the marker as the model does\n" +
			"Bodies[0].Markers.Close: it is empty; write the marker as the model does"},
		"a marker of the table": {
			family.Body{Format: "toy/body", Markers: grammar.Between("<call>", "<|done|>"), New: func() family.Reader { return numbered{} }},
			`Bodies[0].Markers.Open[0]: "<call>" is never seen: Blocks[0].Markers.Open[0], "<call>", is the same marker; drop one of the two`,
		},
		"a word": {
			family.Body{Format: "toy/body", Markers: grammar.Between("do", "<|done|>"), New: func() family.Reader { return numbered{} }},
			`Bodies[0].Markers.Open[0]: "do" begins with 'd', which may be in names and words; begin it with another character, such as '<', '[' or '⟦'`,
		},
	} {
		f, g := toy()
		_, err := parsers.NewRegistry(family.New(f, g, tc.body))
		if want := "registering family \"toy\": "; err == nil || strings.ReplaceAll(err.Error(), want, "") != tc.want {
			t.Errorf("%s: %v", name, err)
		}
	}
}
