package wire

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

func content(text string) *toolparserv1.StreamToolCallsResponse {
	return &toolparserv1.StreamToolCallsResponse{Delta: &toolparserv1.DeltaMessage{Content: &text}}
}

func arguments(text string, index int32, complete bool) *toolparserv1.StreamToolCallsResponse {
	call := &toolparserv1.DeltaToolCall{Index: index, Complete: complete, Function: &toolparserv1.DeltaFunctionCall{Arguments: &text}}
	return &toolparserv1.StreamToolCallsResponse{Delta: &toolparserv1.DeltaMessage{ToolCalls: []*toolparserv1.DeltaToolCall{call}}}
}

// changed is the response with a change.
func changed(r *toolparserv1.StreamToolCallsResponse, change func(d *toolparserv1.DeltaMessage)) *toolparserv1.StreamToolCallsResponse {
	change(r.GetDelta())
	return r
}

// A short delta of content, or of arguments, is encoded as protobuf encodes it.
func TestAppendDelta(t *testing.T) {
	longest := strings.Repeat("x", maxDeltaText)
	for _, text := range []string{"", "x", "Zürich", "\x00\n", longest} {
		responses := []*toolparserv1.StreamToolCallsResponse{content(text)}
		for _, index := range []int32{0, 1, 127, 128, math.MaxInt32, -1} {
			responses = append(responses, arguments(text, index, false), arguments(text, index, true))
		}
		for _, r := range responses {
			want, err := proto.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := appendDelta(nil, r); !ok || !bytes.Equal(got, want) {
				t.Errorf("%v: %t, %x; want %x", r, ok, got, want)
			}
			encoded, err := Codec{}.Marshal(r)
			if got := encoded.Materialize(); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%v: the codec made %x, %v; want %x", r, got, err, want)
			}
		}
	}
}

// Every other answer is left to protobuf.
func TestAppendDeltaLeaves(t *testing.T) {
	text := "x"
	unknown := protowire.AppendVarint(protowire.AppendTag(nil, 99, protowire.VarintType), 1)
	for name, r := range map[string]*toolparserv1.StreamToolCallsResponse{
		"an empty answer":       {},
		"a result":              {Delta: content(text).GetDelta(), Result: &toolparserv1.ParseToolCallsResponse{}},
		"an empty delta":        {Delta: &toolparserv1.DeltaMessage{}},
		"reasoning":             changed(content(text), func(d *toolparserv1.DeltaMessage) { d.Reasoning = &text }),
		"content and arguments": changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) { d.Content = &text }),
		"two calls":             changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) { d.ToolCalls = append(d.ToolCalls, d.ToolCalls[0]) }),
		"a withdrawn call": changed(content(text), func(d *toolparserv1.DeltaMessage) {
			d.InvalidToolCalls = []*toolparserv1.DeltaInvalidToolCall{{}}
		}),
		"an id":                  changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) { d.ToolCalls[0].Id = &text }),
		"a type":                 changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) { d.ToolCalls[0].Type = &text }),
		"a name":                 changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) { d.ToolCalls[0].Function.Name = &text }),
		"no arguments":           changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) { d.ToolCalls[0].Function.Arguments = nil }),
		"no function":            changed(arguments(text, 0, true), func(d *toolparserv1.DeltaMessage) { d.ToolCalls[0].Function = nil }),
		"long content":           content(strings.Repeat("x", maxDeltaText+1)),
		"long arguments":         arguments(strings.Repeat("x", maxDeltaText+1), 0, false),
		"content that isn't UTF": content("\xff"),
		"unknown fields":         changed(content(text), func(d *toolparserv1.DeltaMessage) { d.ProtoReflect().SetUnknown(unknown) }),
		"unknown fields of a call": changed(arguments(text, 0, false), func(d *toolparserv1.DeltaMessage) {
			d.ToolCalls[0].ProtoReflect().SetUnknown(unknown)
		}),
	} {
		if got, ok := appendDelta(nil, r); ok {
			t.Errorf("%s: %x", name, got)
		}
	}
}
