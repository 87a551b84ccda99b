package server

import (
	"context"
	"io"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/mem"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
	"github.com/toolparser/toolparser/parsers/llama3"
)

// wired is the server's side of a stream without a network: it decodes the same requests
// again and again, and encodes the answers.
type wired struct {
	grpc.ServerStream
	codec    wire.Codec
	requests []mem.BufferSlice
	at, left int
}

func (*wired) Context() context.Context { return context.Background() }

func (w *wired) RecvMsg(m any) error {
	if w.left == 0 {
		return io.EOF
	}
	w.left--
	w.at++
	return w.codec.Unmarshal(w.requests[(w.at-1)%len(w.requests)], m)
}

func (w *wired) SendMsg(m any) error {
	encoded, err := w.codec.Marshal(m)
	encoded.Free()
	return err
}

// add encodes a request.
func (w *wired) add(b *testing.B, req any) {
	encoded, err := w.codec.Marshal(req)
	if err != nil {
		b.Fatal(err)
	}
	w.requests = append(w.requests, mem.BufferSlice{mem.SliceBuffer(encoded.Materialize())})
}

// measure runs a method on the requests; each but the first and the last is so many deltas.
func (w *wired) measure(b *testing.B, deltas int, method func() error) {
	b.ReportAllocs()
	for b.Loop() {
		w.left = len(w.requests)
		if err := method(); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*deltas*(len(w.requests)-2)), "ns/delta")
}

// wireText is what the outputs of these benchmarks are.
const wireText = `Let me look at the weather there. {"name": "get_weather", "parameters": {"city": "Zürich", "days": 3}} One moment. `

func wireService(b *testing.B) (*Service, *wired) {
	registry, err := parsers.NewRegistry(llama3.Family())
	if err != nil {
		b.Fatal(err)
	}
	service := NewService(registry)
	return service, &wired{codec: wire.Codec{Buffers: service.memory.Buffers(), Answers: admit.NewBuffers(), Listed: wire.MaxListed}}
}

// BenchmarkStream is what a delta costs, decoding and encoding included.
func BenchmarkStream(b *testing.B) {
	service, w := wireService(b)
	w.add(b, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: &toolparserv1.StreamStart{Family: "llama3"}}})
	for at := 0; at < len(wireText); at += 4 {
		w.add(b, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte(wireText[at:min(at+4, len(wireText))])}})
	}
	w.add(b, &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Finish{Finish: new(toolparserv1.StreamFinish)}})
	w.measure(b, 1, func() error {
		return service.StreamToolCalls(&grpc.GenericServerStream[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse]{ServerStream: w})
	})
}

// BenchmarkMultiplex is the same where each request has a delta of each of 256 outputs.
func BenchmarkMultiplex(b *testing.B) {
	const outputs = 256
	service, w := wireService(b)
	add := func(set func(*toolparserv1.MultiplexInput)) {
		req := new(toolparserv1.MultiplexToolCallsRequest)
		for n := range uint64(outputs) {
			input := &toolparserv1.MultiplexInput{Output: n}
			set(input)
			req.Inputs = append(req.Inputs, input)
		}
		w.add(b, req)
	}
	add(func(in *toolparserv1.MultiplexInput) {
		in.Input = &toolparserv1.MultiplexInput_Start{Start: &toolparserv1.StreamStart{Family: "llama3"}}
	})
	for at := 0; at < len(wireText); at += 4 {
		add(func(in *toolparserv1.MultiplexInput) {
			in.Input = &toolparserv1.MultiplexInput_RawDelta{RawDelta: []byte(wireText[at:min(at+4, len(wireText))])}
		})
	}
	add(func(in *toolparserv1.MultiplexInput) {
		in.Input = &toolparserv1.MultiplexInput_Finish{Finish: new(toolparserv1.StreamFinish)}
	})
	w.measure(b, outputs, func() error {
		return service.MultiplexToolCalls(&grpc.GenericServerStream[toolparserv1.MultiplexToolCallsRequest, toolparserv1.MultiplexToolCallsResponse]{ServerStream: w})
	})
}
