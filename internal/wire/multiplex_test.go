package wire

import (
	"testing"

	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// FuzzDecodeMultiplex compares with protobuf's own decoding.
func FuzzDecodeMultiplex(f *testing.F) {
	input := func(set func(*toolparserv1.MultiplexInput)) *toolparserv1.MultiplexInput {
		in := new(toolparserv1.MultiplexInput)
		set(in)
		return in
	}
	whole, err := proto.Marshal(&toolparserv1.MultiplexToolCallsRequest{Inputs: []*toolparserv1.MultiplexInput{
		input(func(in *toolparserv1.MultiplexInput) { in.Output = 1 << 63 }),
		input(func(in *toolparserv1.MultiplexInput) {
			in.Input = &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "f"}}
		}),
		input(func(in *toolparserv1.MultiplexInput) {
			in.Output, in.Input = 3, &toolparserv1.MultiplexInput_Delta{Delta: "Zürich"}
		}),
		input(func(in *toolparserv1.MultiplexInput) { in.Input = &toolparserv1.MultiplexInput_Delta{} }),
		input(func(in *toolparserv1.MultiplexInput) {
			in.Output, in.Input = 4, &toolparserv1.MultiplexInput_RawDelta{RawDelta: []byte("\xff")}
		}),
		input(func(in *toolparserv1.MultiplexInput) {
			in.Input = &toolparserv1.MultiplexInput_Finish{Finish: &toolparserv1.StreamFinish{OmitDelivered: true}}
		}),
		input(func(in *toolparserv1.MultiplexInput) { in.Input = &toolparserv1.MultiplexInput_Cancel{} }),
	}})
	if err != nil {
		f.Fatal(err)
	}
	piece := func(b ...byte) []byte { return protowire.AppendBytes([]byte{0x0a}, b) }
	for _, seed := range [][]byte{
		nil, whole, whole[:len(whole)-1], append(whole[:len(whole):len(whole)], 0x10, 0x01),
		piece(0x1a, 1, 0xff),                // text that is no UTF-8
		piece(0x1a, 1, 'a', 0x2a, 1, 'b'),   // text, then bytes: the last counts
		piece(0x2a, 1, 'a', 0x1a, 1, 'b'),   // and the other way round
		piece(0x1a, 1, 'a', 0x32, 0),        // text, then a cancel
		piece(0x08, 1, 0x08, 2, 0x38, 7),    // two numbers, and a field that is unknown
		piece(0x08, 1, 0x1a, 5, 'a'),        // cut off
		piece(0x0a, 1, 'a'), {0x0a}, {0x0b}, // not what they should be
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var used MultiplexRequest
		if err := used.decode(whole); err != nil {
			t.Fatal(err)
		}
		var want toolparserv1.MultiplexToolCallsRequest
		got := &used.MultiplexToolCallsRequest
		gotErr, wantErr := used.decode(data), proto.Unmarshal(data, &want)
		if (gotErr == nil) != (wantErr == nil) {
			t.Fatalf("error %v, protobuf has %v", gotErr, wantErr)
		}
		if gotErr == nil && !proto.Equal(got, &want) {
			t.Errorf("got %v, want %v", got, &want)
		}
	})
}

// TestDecodingIsBounded: more inputs than may be aren't even decoded.
func TestDecodingIsBounded(t *testing.T) {
	var data []byte
	for range 10 * MaxInputs {
		data = append(data, 0x0a, 0)
	}
	var got MultiplexRequest
	if err := got.decode(data); err != nil || len(got.GetInputs()) != MaxInputs+1 {
		t.Errorf("%d inputs are decoded: %v", len(got.GetInputs()), err)
	}
}
