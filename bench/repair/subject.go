package main

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/kaptinlin/jsonrepair"

	"github.com/toolparser/toolparser/bench/repair/gen"
	"github.com/toolparser/toolparser/parsers"
	own "github.com/toolparser/toolparser/parsers/jsonrepair"
)

// A Subject is what is measured.
type Subject interface {
	// Name is for the table.
	Name() string
	// Parse finds the call of a case. A subject must not look at its truth.
	Parse(c *gen.Case) Outcome
}

// An Outcome is what a subject made of a case.
type Outcome struct {
	// Calls are those that it accepted.
	Calls []Call `json:"calls,omitempty"`
	// Reported says why it accepted none, where it said so.
	Reported []string `json:"reported,omitempty"`
	// Incomplete: it said that the output was cut off.
	Incomplete bool `json:"incomplete,omitempty"`
	// Content is the text that it found next to the calls.
	Content string `json:"content,omitempty"`
	// Panic is what it panicked with.
	Panic string `json:"panic,omitempty"`
}

// A Call is an accepted call.
type Call struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	// Confidence is from 0 to 1.
	Confidence float64  `json:"confidence"`
	Format     string   `json:"format,omitempty"`
	Repairs    []string `json:"repairs,omitempty"`
}

// Project is this project.
type Project struct {
	Families map[string]*parsers.Family
	// Schema: the parser gets the tools that the model was offered.
	Schema bool
}

// Name implements Subject.
func (p Project) Name() string {
	if p.Schema {
		return "toolparser, tools given"
	}
	return "toolparser"
}

// Parse implements Subject.
func (p Project) Parse(c *gen.Case) (o Outcome) {
	defer func() {
		if err := recover(); err != nil {
			o = Outcome{Panic: fmt.Sprint(err)}
		}
	}()
	var cfg parsers.Config
	if p.Schema {
		cfg.Tools = declared
	}
	return outcome(parsers.Parse(p.Families[c.Family], c.Output, cfg, parsers.FinishUnspecified))
}

// declared are the tools of all cases.
var declared = func() *parsers.Tools {
	var list []parsers.Tool
	for _, t := range gen.Tools() {
		list = append(list, parsers.Tool{Name: t.Name, Parameters: t.Schema})
	}
	return parsers.NewTools(list)
}()

func outcome(r *parsers.Result) Outcome {
	o := Outcome{Content: r.Content}
	for _, call := range r.ToolCalls {
		c := Call{Name: call.Name, Arguments: call.Arguments, Confidence: call.Confidence, Format: call.Format}
		for _, repair := range call.Repairs {
			c.Repairs = append(c.Repairs, fmt.Sprintf("%v@%d", repair.Kind, repair.Offset))
		}
		o.Calls = append(o.Calls, c)
	}
	for _, invalid := range r.InvalidToolCalls {
		o.Reported = append(o.Reported, fmt.Sprintf("%s: %s", reasonName(invalid.Reason), invalid.Message))
		o.Incomplete = o.Incomplete || invalid.Reason == parsers.ReasonIncomplete
	}
	return o
}

func reasonName(r parsers.Reason) string {
	names := [...]string{"UNSPECIFIED", "MALFORMED", "INCOMPLETE", "MISSING_ARGUMENTS", "UNKNOWN_TOOL", "LOW_CONFIDENCE", "ALTERNATIVE", "LIMIT"}
	if int(r) < len(names) {
		return names[r]
	}
	return fmt.Sprint(uint8(r))
}

// A Peer is a library that repairs JSON. It knows of no calls: it is given the
// object alone, and the call is read from what it returns.
type Peer struct {
	Library string
	Repair  func(text string) (string, error)
}

// Name implements Subject.
func (p Peer) Name() string { return p.Library }

// Parse implements Subject.
func (p Peer) Parse(c *gen.Case) (o Outcome) {
	defer func() {
		if err := recover(); err != nil {
			o = Outcome{Panic: fmt.Sprint(err)}
		}
	}()
	repaired, err := p.Repair(c.Object)
	if err != nil {
		return Outcome{Reported: []string{err.Error()}}
	}
	name, arguments, ok := c.Read(repaired)
	if !ok {
		return Outcome{Reported: []string{"no call in what was returned: " + repaired}}
	}
	return Outcome{Calls: []Call{{Name: name, Arguments: arguments, Confidence: parsers.ConfidenceFull}}}
}

// JSON is this project's package for damaged JSON by itself. Like a peer, it is given the object alone.
type JSON struct{}

// Name implements Subject.
func (JSON) Name() string { return "parsers/jsonrepair" }

// Parse implements Subject.
func (JSON) Parse(c *gen.Case) Outcome {
	confidence := parsers.ConfidenceFull
	o := Peer{Repair: func(text string) (string, error) {
		r, err := own.Repair([]byte(text), own.Options{})
		if r.SecondReading {
			confidence = ambiguousAt
		}
		return string(r.JSON), err
	}}.Parse(c)
	for i := range o.Calls {
		o.Calls[i].Confidence = confidence
	}
	return o
}

// peers are what else there is in Go, and the standard library as the measure
// of doing nothing.
var peers = []Subject{
	JSON{},
	Peer{"kaptinlin/jsonrepair", jsonrepair.Repair},
	Peer{"encoding/json", func(text string) (string, error) {
		if !json.Valid([]byte(text)) {
			return "", errors.New("no JSON")
		}
		return text, nil
	}},
}
