package wire

import (
	"bytes"
	"testing"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
)

// TestCodecIsThatOfGRPC, but for its buffers.
func TestCodecIsThatOfGRPC(t *testing.T) {
	m := new(admit.Memory)
	ours, theirs := Codec{Buffers: m.Buffers(), Answers: m.Buffers()}, encoding.GetCodecV2("proto")
	if ours.Name() != theirs.Name() {
		t.Errorf("name %q", ours.Name())
	}
	for _, n := range []int{0, 10, 2000, 100_000} {
		message := &toolparserv1.ParseToolCallsRequest{Family: "f", ModelOutput: string(bytes.Repeat([]byte("x"), n))}
		encoded, err := ours.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		want, err := theirs.Marshal(message)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(encoded.Materialize(), want.Materialize()) {
			t.Errorf("%d bytes are encoded differently", n)
		}
		parts := mem.BufferSlice{mem.SliceBuffer(want.Materialize()[:3]), mem.SliceBuffer(want.Materialize()[3:])}
		decoded := new(toolparserv1.ParseToolCallsRequest)
		if err := ours.Unmarshal(parts, decoded); err != nil || !proto.Equal(decoded, message) {
			t.Errorf("%d bytes are decoded differently: %v", n, err)
		}
		encoded.Free()
	}
	if m.Total() != 0 {
		t.Errorf("%d bytes are still held", m.Total())
	}
	if _, err := ours.Marshal("no message"); err == nil {
		t.Error("a string is encoded")
	}
	if err := ours.Unmarshal(nil, "no message"); err == nil {
		t.Error("a string is decoded")
	}
}
