package wire

import (
	"unicode/utf8"

	"google.golang.org/protobuf/encoding/protowire"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// The fields that decodePiece knows.
const (
	streamDeltaField    protowire.Number = 2
	streamRawDeltaField protowire.Number = 4
)

// KeptPiece is the most memory of a chunk that is kept for the next one.
const KeptPiece = 1 << 10

// decodePiece decodes the request of a stream if it is a chunk of an output, as nearly
// all of them are. Protobuf's reflection took a fifth of what the service itself does for
// a message (BenchmarkStream). Bytes take the memory of the piece before, if the message
// still has it: no one keeps them.
func decodePiece(data []byte, req *toolparserv1.StreamToolCallsRequest) bool {
	number, kind, tag := protowire.ConsumeTag(data)
	if tag < 0 || kind != protowire.BytesType {
		return false
	}
	piece, length := protowire.ConsumeBytes(data[tag:])
	switch {
	case tag+length != len(data):
		return false
	case number == streamDeltaField && utf8.Valid(piece):
		req.Input = &toolparserv1.StreamToolCallsRequest_Delta{Delta: string(piece)}
	case number == streamRawDeltaField:
		input, ok := req.GetInput().(*toolparserv1.StreamToolCallsRequest_RawDelta)
		if !ok || cap(input.RawDelta) > KeptPiece {
			input = &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte{}}
		}
		input.RawDelta = append(input.RawDelta[:0], piece...)
		req.Input = input
	default:
		return false
	}
	req.SpecialTokens = nil // those of the chunk before
	return true
}
