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
	Buffers mem.BufferPool
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
	message, ok := v.(proto.Message)
	if !ok {
		return nil, fmt.Errorf("%T is no message", v)
	}
	if response, ok := v.(*toolparserv1.StreamToolCallsResponse); ok {
		var room [len(shortMessage{}.bytes)]byte
		if encoded, ok := appendDelta(room[:0], response); ok {
			short := new(shortMessage)
			return short.of(append(short.bytes[:0], encoded...)), nil
		}
	}
	options := proto.MarshalOptions{UseCachedSize: true}
	size := proto.Size(message)
	if size == 0 {
		return nil, nil
	}
	if mem.IsBelowBufferPoolingThreshold(size) {
		short := new(shortMessage)
		encoded, err := options.MarshalAppend(short.bytes[:0], message) // elsewhere if it is longer
		return short.of(encoded), err
	}
	buffer := c.Buffers.Get(size)
	if _, err := options.MarshalAppend((*buffer)[:0], message); err != nil {
		c.Buffers.Put(buffer)
		return nil, err
	}
	return mem.BufferSlice{mem.NewBuffer(buffer, c.Buffers)}, nil
}

// Unmarshal decodes a message.
func (c Codec) Unmarshal(data mem.BufferSlice, v any) error {
	message, ok := v.(proto.Message)
	if !ok {
		return fmt.Errorf("%T is no message", v)
	}
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
		encoded = withinLists(encoded, message, c.Listed)
	case *toolparserv1.ParseToolCallsRequest, *toolparserv1.BatchParseToolCallsRequest:
		encoded = withinLists(encoded, message, c.Listed)
	}
	return proto.Unmarshal(encoded, message)
}
