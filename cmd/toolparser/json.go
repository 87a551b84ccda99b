package main

import (
	"bytes"
	"encoding/json"
	"io"

	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/proto"
)

// printJSON prints a message over several lines, in the mapping that grpcurl
// uses too. protojson varies its white space on purpose; here it is fixed.
func printJSON(w io.Writer, m proto.Message) error {
	return printMessage(w, m, func(dst *bytes.Buffer, src []byte) error { return json.Indent(dst, src, "", "  ") })
}

// printJSONLine prints a message in one line.
func printJSONLine(w io.Writer, m proto.Message) error {
	return printMessage(w, m, json.Compact)
}

func printMessage(w io.Writer, m proto.Message, format func(*bytes.Buffer, []byte) error) error {
	raw, err := protojson.Marshal(m)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := format(&b, raw); err != nil {
		return err
	}
	b.WriteByte('\n')
	_, err = w.Write(b.Bytes())
	return err
}
