package wire

import (
	"fmt"

	"google.golang.org/grpc/encoding"
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A Codec is gRPC's protobuf codec with buffers of its own, and with limits for lists.
type Codec struct {
	// Buffers are for what is received, Answers for what is sent.
	Buffers, Answers mem.BufferPool
	// Listed is how many elements a list may have. Of a longer list one more is decoded, for
	// the service to refuse it. A request of many outputs has MaxListed in all.
	Listed int
}

var _ encoding.CodecV2 = Codec{}

// Name is that of gRPC's own.
func (Codec) Name() string { return "proto" }

// A shortMessage is an encoded message in one chunk of memory. As three it took a tenth
// of the service's time for a delta (BenchmarkStream).
type shortMessage struct {
	slice  [1]mem.Buffer
	buffer mem.SliceBuffer
	bytes  [56]byte
}

// of is the message that was encoded.
func (m *shortMessage) of(encoded []byte) mem.BufferSlice {
	m.buffer, m.slice[0] = encoded, &m.buffer
	return m.slice[:]
}

// Marshal encodes a message.
func (c Codec) Marshal(v any) (mem.BufferSlice, error) {
	message := encoderOf(v)
	if message == nil {
		return nil, fmt.Errorf("%T is no message", v)
	}
	size := message.SizeVT()
	if size == 0 {
		return nil, nil
	}
	if mem.IsBelowBufferPoolingThreshold(size) {
		short := new(shortMessage)
		room := short.bytes[:]
		if size > len(room) {
			room = make([]byte, size)
		}
		_, err := message.MarshalToSizedBufferVT(room[:size])
		return short.of(room[:size]), err
	}
	buffer := c.Answers.Get(size)
	if _, err := message.MarshalToSizedBufferVT(*buffer); err != nil {
		c.Answers.Put(buffer)
		return nil, err
	}
	return mem.BufferSlice{mem.NewBuffer(buffer, c.Answers)}, nil
}

// Unmarshal decodes a message.
func (c Codec) Unmarshal(data mem.BufferSlice, v any) error {
	buffer := data.MaterializeToBuffer(c.Buffers)
	defer buffer.Free()
	encoded := buffer.ReadOnlyData()
	switch v := v.(type) {
	case *MultiplexRequest:
		return v.decode(encoded)
	case *toolparserv1.StreamToolCallsRequest:
		if decodePiece(encoded, v) {
			return nil
		}
		return proto.Unmarshal(withinLists(encoded, v, c.Listed), v)
	case *toolparserv1.ParseToolCallsRequest, *toolparserv1.BatchParseToolCallsRequest:
		message := v.(proto.Message)
		return proto.Unmarshal(withinLists(encoded, message, c.Listed), message)
	case proto.Message:
		return proto.Unmarshal(encoded, v)
	default:
		return fmt.Errorf("%T is no message", v)
	}
}
