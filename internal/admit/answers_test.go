package admit

import (
	"context"
	"log/slog"
	"net"
	"strings"
	"testing"
	"time"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/encoding"
	_ "google.golang.org/grpc/encoding/proto"
	healthv1 "google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/mem"
	"google.golang.org/grpc/status"
)

// A faultyCodec panics where it encodes an answer.
type faultyCodec struct{ encoding.CodecV2 }

func (faultyCodec) Marshal(any) (mem.BufferSlice, error) { panic("a bug") }

// healthy is healthy.
type healthy struct {
	healthv1.UnimplementedHealthServer
}

func (healthy) Check(context.Context, *healthv1.HealthCheckRequest) (*healthv1.HealthCheckResponse, error) {
	return new(healthv1.HealthCheckResponse), nil
}

// TestAPanicInEncodingEndsItsCallAlone: gRPC encodes the answer of a unary call after its handler has returned.
func TestAPanicInEncodingEndsItsCallAlone(t *testing.T) {
	var log strings.Builder
	memory, turns := new(Memory), NewTurns(2)
	gate := New(Config{
		MaxCalls: 10, MaxStreams: 10, MaxConcurrentStreams: 10, MaxQueueTime: time.Minute, ReceiveTimeout: time.Minute, StreamIdleTimeout: time.Minute,
		Kind: func(string) Kind { return Unary }, Turns: turns, Memory: memory, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	rpc := grpc.NewServer(grpc.InTapHandle(gate.Arrive),
		grpc.ForceServerCodecV2(Codec{CodecV2: faultyCodec{encoding.GetCodecV2("proto")}, Work: func(any) int { return 0 }}))
	healthv1.RegisterHealthServer(gate.Server(rpc), healthy{})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = rpc.Serve(gate.GRPCListener(l)) }()
	client, err := grpc.NewClient(l.Addr().String(), grpc.WithTransportCredentials(insecure.NewCredentials()))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = client.Close() }()
	for range 2 {
		_, err = healthv1.NewHealthClient(client).Check(context.Background(), new(healthv1.HealthCheckRequest))
		if status.Code(err) != codes.Internal || !strings.Contains(err.Error(), "internal error") {
			t.Errorf("got %v", err)
		}
	}
	rpc.Stop()
	if n := strings.Count(log.String(), "level=ERROR msg=panic"); n != 2 {
		t.Errorf("%d panics are logged:\n%s", n, log.String())
	}
	if n := memory.Total(); n != 0 {
		t.Errorf("%d bytes count in the end", n)
	}
}
