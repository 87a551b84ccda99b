package wire

import (
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The fields that appendDelta knows.
const (
	responseDeltaField     protowire.Number = 1
	deltaContentField      protowire.Number = 1
	deltaToolCallsField    protowire.Number = 2
	callIndexField         protowire.Number = 1
	callFunctionField      protowire.Number = 4
	callCompleteField      protowire.Number = 5
	functionArgumentsField protowire.Number = 2
)

// maxDeltaText is the most text of a delta that appendDelta encodes, in bytes. With all that can be around
// it, the text fits in a shortMessage, and each length in it takes one byte.
const maxDeltaText = 40

// appendDelta appends the encoded answer of a stream, if it is a little content, or a few more arguments of
// one call, as nearly all answers are. Protobuf's reflection took a twentieth of the service's instructions
// for a message. False: protobuf must encode it.
func appendDelta(b []byte, response *toolparserv1.StreamToolCallsResponse) ([]byte, bool) {
	d := response.GetDelta()
	if d == nil || response.Result != nil || d.Reasoning != nil || len(d.GetInvalidToolCalls()) > 0 ||
		strange(response) || strange(d) {
		return nil, false
	}
	switch {
	case d.Content != nil && len(d.GetToolCalls()) == 0:
		text := d.GetContent()
		if !fits(text) {
			return nil, false
		}
		b = appendLength(b, responseDeltaField, 2+len(text))
		b = appendLength(b, deltaContentField, len(text))
		return append(b, text...), true
	case d.Content == nil && len(d.GetToolCalls()) == 1:
		return appendArguments(b, d.GetToolCalls()[0])
	}
	return nil, false
}

// appendArguments is appendDelta for a delta of one call.
func appendArguments(b []byte, call *toolparserv1.DeltaToolCall) ([]byte, bool) {
	function := call.GetFunction()
	if function == nil || call.Id != nil || call.Type != nil || function.Name != nil || function.Arguments == nil ||
		strange(call) || strange(function) {
		return nil, false
	}
	text := function.GetArguments()
	if !fits(text) {
		return nil, false
	}
	index, n := uint64(int64(call.GetIndex())), 2+2+len(text)
	if index != 0 {
		n += 1 + protowire.SizeVarint(index)
	}
	if call.GetComplete() {
		n += 2
	}
	b = appendLength(b, responseDeltaField, 2+n)
	b = appendLength(b, deltaToolCallsField, n)
	if index != 0 {
		b = protowire.AppendVarint(protowire.AppendTag(b, callIndexField, protowire.VarintType), index)
	}
	b = appendLength(b, callFunctionField, 2+len(text))
	b = appendLength(b, functionArgumentsField, len(text))
	b = append(b, text...)
	if call.GetComplete() {
		b = append(protowire.AppendTag(b, callCompleteField, protowire.VarintType), 1)
	}
	return b, true
}

// fits reports whether the text is short, and one that protobuf encodes.
func fits(text string) bool { return len(text) <= maxDeltaText && utf8.ValidString(text) }

// strange reports whether the message has fields of which only protobuf knows.
func strange(m proto.Message) bool { return len(m.ProtoReflect().GetUnknown()) > 0 }

// appendLength appends the beginning of a field of so many bytes.
func appendLength(b []byte, number protowire.Number, n int) []byte {
	return append(protowire.AppendTag(b, number, protowire.BytesType), byte(n))
}
