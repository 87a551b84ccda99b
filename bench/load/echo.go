package main

import (
	"context"
	"errors"
	"io"
	"net"
	"os"
	"os/signal"
	"syscall"

	"google.golang.org/grpc"

	"github.com/toolparser/toolparser/families"
	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/server"
)

// An echo answers what it is asked with the server's answers, known from before: what
// gRPC itself costs.
type echo struct {
	toolparserv1.UnimplementedToolParserServiceServer
	service *server.Service
	unary   *toolparserv1.ParseToolCallsResponse
	// stream are the answers to a start, to each of the pieces, and to a finish.
	stream []*toolparserv1.StreamToolCallsResponse
}

// serveEcho serves an echo until it is asked to stop.
func serveEcho(ctx context.Context, address string) error {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM, os.Interrupt)
	defer stop()
	e := &echo{service: server.NewService(families.Registry())}
	var err error
	if e.unary, err = e.service.ParseToolCalls(ctx, request(shortCall)); err != nil {
		return err
	}
	if e.stream, err = streamAnswers(ctx, e.service); err != nil {
		return err
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	bare := grpc.NewServer()
	toolparserv1.RegisterToolParserServiceServer(bare, e)
	context.AfterFunc(ctx, bare.Stop)
	return bare.Serve(listener)
}

func (e *echo) ListFamilies(ctx context.Context, req *toolparserv1.ListFamiliesRequest) (*toolparserv1.ListFamiliesResponse, error) {
	return e.service.ListFamilies(ctx, req)
}

func (e *echo) ParseToolCalls(context.Context, *toolparserv1.ParseToolCallsRequest) (*toolparserv1.ParseToolCallsResponse, error) {
	return e.unary, nil
}

func (e *echo) StreamToolCalls(stream toolparserv1.ToolParserService_StreamToolCallsServer) error {
	for _, answer := range e.stream {
		if _, err := stream.Recv(); err != nil {
			if errors.Is(err, io.EOF) {
				return nil
			}
			return err
		}
		if err := stream.Send(answer); err != nil {
			return err
		}
	}
	_, _ = stream.Recv() // the half-close
	return nil
}

// streamAnswers are those of the service to the pieces of deltaText.
func streamAnswers(ctx context.Context, service *server.Service) ([]*toolparserv1.StreamToolCallsResponse, error) {
	recorder := &recorder{ctx: ctx, requests: []*toolparserv1.StreamToolCallsRequest{startStream()}}
	for _, token := range cut(deltaText, deltaSize) {
		recorder.requests = append(recorder.requests, rawDelta(token))
	}
	recorder.requests = append(recorder.requests, finishStream())
	err := service.StreamToolCalls(recorder)
	return recorder.answers, err
}

// A recorder is a stream without a network.
type recorder struct {
	grpc.ServerStream
	ctx      context.Context
	requests []*toolparserv1.StreamToolCallsRequest
	answers  []*toolparserv1.StreamToolCallsResponse
}

func (r *recorder) Context() context.Context { return r.ctx }

func (r *recorder) RecvMsg(m any) error {
	if len(r.requests) == 0 {
		return io.EOF
	}
	m.(*toolparserv1.StreamToolCallsRequest).Input = r.requests[0].GetInput()
	r.requests = r.requests[1:]
	return nil
}

func (r *recorder) Recv() (*toolparserv1.StreamToolCallsRequest, error) {
	req := new(toolparserv1.StreamToolCallsRequest)
	return req, r.RecvMsg(req)
}

func (r *recorder) Send(answer *toolparserv1.StreamToolCallsResponse) error {
	r.answers = append(r.answers, answer)
	return nil
}
