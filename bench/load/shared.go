package main

import (
	"context"

	"google.golang.org/grpc"
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto" // it encodes what isn't shared
	"google.golang.org/grpc/mem"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A shared message is encoded once, whoever sends it: gRPC makes a copy for every call
// otherwise, which for 1,024 of 16 MiB is more than the machine has.
type shared []byte

// share encodes a message.
func share(m proto.Message) shared {
	encoded, err := proto.Marshal(m)
	if err != nil {
		panic(err) // it was generated
	}
	return encoded
}

// shareAll encodes messages.
func shareAll(requests []*toolparserv1.ParseToolCallsRequest) (all []shared) {
	for _, r := range requests {
		all = append(all, share(r))
	}
	return all
}

// An unread answer isn't decoded.
type unread struct{}

// sharing is a codec of protobuf that also takes messages that are encoded already.
type sharing struct{ encoding.CodecV2 }

// newSharing is for connections.
func newSharing() grpc.DialOption {
	return grpc.WithDefaultCallOptions(grpc.ForceCodecV2(sharing{encoding.GetCodecV2("proto")}))
}

// Marshal encodes a message.
func (s sharing) Marshal(m any) (mem.BufferSlice, error) {
	if message, ok := m.(shared); ok {
		return mem.BufferSlice{mem.SliceBuffer(message)}, nil
	}
	return s.CodecV2.Marshal(m)
}

// Unmarshal decodes one.
func (s sharing) Unmarshal(data mem.BufferSlice, m any) error {
	if _, ok := m.(unread); ok {
		return nil
	}
	return s.CodecV2.Unmarshal(data, m)
}

// parse makes a unary call whose answer doesn't matter: shed or not, the server must live.
func parse(ctx context.Context, conn *grpc.ClientConn, request shared) {
	_ = conn.Invoke(ctx, toolparserv1.ToolParserService_ParseToolCalls_FullMethodName, request, unread{})
}

// delta is a chunk of a stream, to be sent with SendMsg.
func delta(text string) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: text}}
}
