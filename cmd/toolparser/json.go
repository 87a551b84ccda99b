package main

import (
	"bytes"
	"encoding/json"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// jsonMapping names the fields as the contract does, and prints those that are
// zero or empty too: what a reader looks for is there. Only what the contract
// calls optional is left out when it isn't set.
var jsonMapping = protojson.MarshalOptions{UseProtoNames: true, EmitDefaultValues: true}

// printJSON prints a message over several lines. protojson varies its white
// space on purpose; here it is fixed.
func printJSON(w io.Writer, m proto.Message) error {
	raw, err := jsonMapping.Marshal(m)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := json.Indent(&b, raw, "", "  "); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err = w.Write(b.Bytes())
	return err
}

// writeLine writes a message's JSON in one line, whose white space is fixed too.
func writeLine(w io.Writer, raw []byte) error {
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err := w.Write(b.Bytes())
	return err
}

// A deltaLine is a DeltaMessage in JSON without its empty lists, which would
// drown what a delta says.
type deltaLine struct {
	Content          *string           `json:"content,omitempty"`
	ToolCalls        []json.RawMessage `json:"tool_calls,omitempty"`
	InvalidToolCalls []json.RawMessage `json:"invalid_tool_calls,omitempty"`
	Reasoning        *string           `json:"reasoning,omitempty"`
}

// printDelta prints a delta in one line; {} for nil.
func printDelta(w io.Writer, d *toolparserv1.DeltaMessage) error {
	raw, err := jsonMapping.Marshal(d)
	if err != nil {
		return err
	}
	var line deltaLine
	if err := json.Unmarshal(raw, &line); err != nil {
		return err
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(line)
}
