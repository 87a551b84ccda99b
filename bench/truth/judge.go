package main

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/toolparser/toolparser/bench/exact"
	"github.com/toolparser/toolparser/bench/form"
	"github.com/toolparser/toolparser/bench/truth/gen"
	"github.com/toolparser/toolparser/families"
	"github.com/toolparser/toolparser/parsers"
)

// doubtful is the highest confidence at which a result says that a call may be another one.
const doubtful = 0.4

// A Verdict is what a result is worth.
type Verdict uint8

// The verdicts, from the best.
const (
	// Exact: all calls are accepted, and no other.
	Exact Verdict = iota
	// Rejected: some or all calls are missing, and no other is accepted.
	Rejected
	// Doubted: a wrong call is accepted, at 0.4 or less.
	Doubted
	// Wrong: a wrong call is accepted over 0.4.
	Wrong
	// WrongAt1: one is accepted at 1.
	WrongAt1
	verdicts
)

// String is the verdict's name in the report.
func (v Verdict) String() string {
	return [...]string{"exact", "rejected", "wrong at 0.4 or less", "wrong over 0.4", "wrong at 1"}[v]
}

// silent reports whether the wrong call looks like a right one.
func (v Verdict) silent() bool { return v >= Wrong }

// An outcome is what a parser made of a case.
type outcome struct {
	verdict Verdict
	result  *parsers.Result
	// right says of each accepted call whether the model means it.
	right []bool
	// doubted: all calls are right, but some at 0.4 or less.
	doubted bool
	// content: the text around the calls is the model's.
	content bool
}

var known = func() map[string]*parsers.Family {
	m := map[string]*parsers.Family{}
	for _, f := range families.All() {
		m[f.Name] = f
	}
	return m
}()

// read lets the family of a case read it.
func read(c *gen.Case) *parsers.Result {
	var cfg parsers.Config
	if len(c.Request.Tools) > 0 {
		var list []parsers.Tool
		for _, t := range c.Request.Tools {
			list = append(list, parsers.Tool{Name: t.Name, Parameters: t.Schema})
		}
		cfg.Tools = parsers.NewTools(list)
	}
	cfg.Options.DisableRepair = c.Request.DisableRepair
	cfg.Options.AcceptIncomplete = c.Request.AcceptIncomplete
	return parsers.Parse(known[c.Reader], c.Output, cfg, parsers.FinishUnspecified)
}

// judge reads a case and compares what was read with what the model means.
func judge(c *gen.Case) outcome {
	r := read(c)
	o := outcome{result: r, right: make([]bool, len(r.ToolCalls))}
	next, found := 0, 0
	meant := c.Truth.Calls
	if c.Quoted() {
		meant = nil
	}
	for i, call := range r.ToolCalls {
		for j := next; j < len(meant); j++ {
			if !c.Spoiled[j] && means(c, meant[j], call.Name, call.Arguments) {
				o.right[i], next = true, j+1
				found++
				break
			}
		}
	}
	surest(r.ToolCalls, o.right)
	for i, call := range r.ToolCalls {
		o.doubted = o.doubted || o.right[i] && call.Confidence <= doubtful
		if v := worth(call.Confidence); !o.right[i] {
			o.verdict = max(o.verdict, v)
		}
	}
	if found < len(meant) {
		o.verdict = max(o.verdict, Rejected)
	}
	o.content = fields(r.Content) == fields(c.Truth.Before+" "+c.Form.Lead+" "+c.Truth.After)
	return o
}

// surest makes, of two accepted calls that are the same, the one right of which the parser is more sure: if only one of them was
// meant, the other one is wrong.
func surest(calls []parsers.ToolCall, right []bool) {
	for i := range calls {
		for j := i + 1; j < len(calls) && right[i]; j++ {
			same := calls[i].Name == calls[j].Name && calls[i].Arguments == calls[j].Arguments
			if same && !right[j] && calls[j].Confidence > calls[i].Confidence {
				right[i], right[j] = false, true
			}
		}
	}
}

func worth(confidence float64) Verdict {
	switch {
	case confidence <= doubtful:
		return Doubted
	case confidence < parsers.ConfidenceFull:
		return Wrong
	}
	return WrongAt1
}

func fields(s string) string { return strings.Join(strings.Fields(s), " ") }

// means reports whether an accepted call is the one that the model means. Of a call that was cut off and accepted
// all the same, some arguments may be missing; those that are there must be whole.
func means(c *gen.Case, want form.Call, name, arguments string) bool {
	if name != want.Name {
		return false
	}
	if exact.Equal(arguments, want.Args.JSON()) {
		return true
	}
	if _, err := exact.Decode(arguments); err != nil {
		return false
	}
	var got map[string]json.RawMessage
	if json.Unmarshal([]byte(arguments), &got) != nil || got == nil {
		return false
	}
	matched := 0
	for i, key := range want.Args.Keys {
		raw, ok := got[key]
		if !ok {
			continue
		}
		if !same(c, want, key, want.Args.Items[i], string(raw)) {
			return false
		}
		matched++
	}
	return matched == len(got) && (matched == len(want.Args.Keys) || c.Cut() && c.Request.AcceptIncomplete)
}

// same reports whether an argument is the value that the model means. The text of a value without delimiters has
// no type unless a schema gives it one.
func same(c *gen.Case, want form.Call, key string, v form.Value, got string) bool {
	if exact.Equal(got, v.JSON()) {
		return true
	}
	if c.Form.Typed() && !c.Form.Spell.All || c.Request.Lists(want.Name, key) {
		return false
	}
	var text string
	if json.Unmarshal([]byte(got), &text) != nil {
		text = got
	}
	meant := v.Text
	if v.Type == form.Array || v.Type == form.Object {
		meant = v.JSON()
	}
	return text == meant || exact.Equal(text, meant) || strings.EqualFold(text, c.Form.Spell.Literal(v))
}

// example prints a case as a conformance case, with what the model means and what was read.
func example(c *gen.Case, o outcome) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, read by %s, request %s, damage %s: %s. Case %d of seed %d.\n", c.Form.Name, c.Reader, c.Request.Kind, c.Kind(), o.verdict, c.Index, c.Seed)
	for _, call := range c.Truth.Calls {
		fmt.Fprintf(&b, "Meant: %s %s\n", call.Name, call.Args.JSON())
	}
	for _, call := range o.result.ToolCalls {
		fmt.Fprintf(&b, "Read: %s %s at %.1f\n", call.Name, call.Arguments, call.Confidence)
	}
	fmt.Fprintf(&b, "-- output --\n%s\n", c.Output)
	if len(c.Request.Tools) > 0 {
		type tool struct {
			Name       string          `json:"name"`
			Parameters json.RawMessage `json:"parameters"`
		}
		var list []tool
		for _, t := range c.Request.Tools {
			list = append(list, tool{t.Name, json.RawMessage(t.Schema)})
		}
		text, err := json.Marshal(list)
		if err != nil {
			panic(err) // schemas that this program wrote
		}
		fmt.Fprintf(&b, "-- tools.json --\n%s\n", text)
	}
	switch {
	case c.Request.DisableRepair:
		b.WriteString("-- options.json --\n{\"disable_repair\": true}\n")
	case c.Request.AcceptIncomplete:
		b.WriteString("-- options.json --\n{\"accept_incomplete\": true}\n")
	}
	return b.String()
}
