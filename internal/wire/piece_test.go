package wire

import (
	"testing"

	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// FuzzDecodePiece compares with protobuf's own decoding.
func FuzzDecodePiece(f *testing.F) {
	for _, req := range []*toolparserv1.StreamToolCallsRequest{
		{Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: "Zürich"}},
		{Input: &toolparserv1.StreamToolCallsRequest_Delta{}},
		{Input: &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte("\xff")}},
		{Input: &toolparserv1.StreamToolCallsRequest_RawDelta{}},
	} {
		data, err := proto.Marshal(req)
		if err != nil {
			f.Fatal(err)
		}
		if !decodePiece(data, new(toolparserv1.StreamToolCallsRequest)) {
			f.Errorf("%v is left to protobuf", req)
		}
		f.Add(data)
		f.Add(data[:len(data)-1])
		f.Add(append(data[:len(data):len(data)], 0x22, 1, 'x')) // and a chunk after it
		f.Add(append(data[:len(data):len(data)], 0x3a, 1, 'x')) // and an unknown field
	}
	for _, seed := range [][]byte{
		nil,
		{0x0a, 3, 0x0a, 1, 'f'}, // a start
		{0x1a, 0},               // a finish
		{0x12, 1, 0xc3},         // half a character
		{0x12, 5, 'a'},          // cut off
		{0x10, 1},               // a number
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want toolparserv1.StreamToolCallsRequest
		for _, got := range []*toolparserv1.StreamToolCallsRequest{
			{}, {Input: &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte("the piece before")}},
		} {
			if !decodePiece(data, got) {
				return
			}
			if err := proto.Unmarshal(data, &want); err != nil || !proto.Equal(got, &want) {
				t.Errorf("got %v, want %v, %v", got, &want, err)
			}
		}
	})
}
