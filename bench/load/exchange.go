package main

import (
	"context"
	"errors"
	"io"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// An exchange is a stream in lockstep.
type exchange struct {
	stream toolparserv1.ToolParserService_StreamToolCallsClient
}

// openExchange opens a stream, and starts it.
func openExchange(ctx context.Context, client toolparserv1.ToolParserServiceClient) (*exchange, error) {
	stream, err := client.StreamToolCalls(ctx)
	if err != nil {
		return nil, err
	}
	e := &exchange{stream}
	_, err = e.send(startStream())
	return e, err
}

func (e *exchange) send(req *toolparserv1.StreamToolCallsRequest) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := e.stream.Send(req); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return e.stream.Recv()
}

func (e *exchange) delta(text string) error {
	_, err := e.send(delta(text))
	return err
}

func (e *exchange) rawDelta(token string) error {
	_, err := e.send(rawDelta(token))
	return err
}

func (e *exchange) finish() (*toolparserv1.ParseToolCallsResponse, error) {
	response, err := e.send(finishStream())
	if err != nil {
		return nil, err
	}
	return response.GetResult(), e.stream.CloseSend()
}

func startStream() *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{
		Start: &toolparserv1.StreamStart{Family: "llama3"},
	}}
}

func rawDelta(token string) *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte(token)}}
}

func finishStream() *toolparserv1.StreamToolCallsRequest {
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Finish{
		Finish: new(toolparserv1.StreamFinish),
	}}
}
