package conformance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/toolparser/toolparser/parsers"
)

// Options are the keys of options.json; other keys are an error.
type Options struct {
	MinConfidence      float64 `json:"min_confidence"`
	DisableRepair      bool    `json:"disable_repair"`
	AcceptIncomplete   bool    `json:"accept_incomplete"`
	RejectUnknownTools bool    `json:"reject_unknown_tools"`
	// ContentPolicy is "joined", the default, "verbatim" or "clean".
	ContentPolicy     string `json:"content_policy"`
	BufferToolCalls   bool   `json:"buffer_tool_calls"`
	SeparateReasoning bool   `json:"separate_reasoning"`
	// Formats are the formats that count; none are all.
	Formats []string `json:"formats"`
	// ReasoningOpen: the output begins in a thought.
	ReasoningOpen bool `json:"reasoning_open"`
	// FinishReason is "stop", the default, "length" or "tool_calls".
	FinishReason   string       `json:"finish_reason"`
	PriorToolCalls int          `json:"prior_tool_calls"`
	Limits         LimitOptions `json:"limits"`
}

// LimitOptions are the keys of limits in options.json; 0 is the default.
type LimitOptions struct {
	Depth         int `json:"depth"`
	ArgumentBytes int `json:"argument_bytes"`
	ToolCalls     int `json:"tool_calls"`
}

// policyNames are in the order of the policies, which are numbered.
var policyNames = []string{"joined", "verbatim", "clean"}

// contentPolicy is the policy of a name; "" is the default.
func contentPolicy(name string) (parsers.ContentPolicy, bool) {
	if name == "" {
		return parsers.ContentJoined, true
	}
	i := slices.Index(policyNames, name)
	return parsers.ContentPolicy(max(i, 0)), i >= 0
}

var finishReasons = map[string]parsers.FinishReason{
	"":           parsers.FinishUnspecified,
	"stop":       parsers.FinishStop,
	"length":     parsers.FinishLength,
	"tool_calls": parsers.FinishToolCalls,
}

func (c *Case) readOptions(data []byte) error {
	var o Options
	if err := decodeStrictly(data, &o); err != nil {
		return err
	}
	policy, ok := contentPolicy(o.ContentPolicy)
	if !ok {
		return fmt.Errorf("there is no content_policy %q", o.ContentPolicy)
	}
	if c.FinishReason, ok = finishReasons[o.FinishReason]; !ok {
		return fmt.Errorf("there is no finish_reason %q", o.FinishReason)
	}
	c.Config.PriorToolCalls = o.PriorToolCalls
	c.Config.ReasoningOpen = o.ReasoningOpen
	c.Config.Limits = parsers.Limits(o.Limits)
	c.Config.Options = parsers.Options{
		MinConfidence:      o.MinConfidence,
		DisableRepair:      o.DisableRepair,
		AcceptIncomplete:   o.AcceptIncomplete,
		RejectUnknownTools: o.RejectUnknownTools,
		ContentPolicy:      policy,
		BufferToolCalls:    o.BufferToolCalls,
		SeparateReasoning:  o.SeparateReasoning,
		Formats:            o.Formats,
	}
	return nil
}

// decodeStrictly decodes JSON in which unknown keys are an error.
func decodeStrictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("something follows the JSON value")
	}
	return nil
}
