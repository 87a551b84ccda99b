package main

import (
	"context"
	"io"
	"unicode/utf8"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A localStream is a StreamToolCalls without a network: requests made before,
// deltas printed, the result kept. The service uses no more of a stream than
// this has.
type localStream struct {
	grpc.ServerStream
	ctx      context.Context
	requests []*toolparserv1.StreamToolCallsRequest
	// piece: what is answered next is a chunk of the output.
	piece  bool
	out    io.Writer
	result *toolparserv1.ParseToolCallsResponse
}

// Context is the context of the command.
func (s *localStream) Context() context.Context { return s.ctx }

// RecvMsg gives the service its next request.
func (s *localStream) RecvMsg(m any) error {
	if len(s.requests) == 0 {
		return io.EOF
	}
	input := s.requests[0].GetInput()
	s.requests = s.requests[1:]
	_, s.piece = input.(*toolparserv1.StreamToolCallsRequest_Delta)
	m.(*toolparserv1.StreamToolCallsRequest).Input = input
	return nil
}

// Recv is the same.
func (s *localStream) Recv() (*toolparserv1.StreamToolCallsRequest, error) {
	req := new(toolparserv1.StreamToolCallsRequest)
	return req, s.RecvMsg(req)
}

// Send prints what is new: of every chunk, also that nothing did, so
// that the lines can be counted.
func (s *localStream) Send(response *toolparserv1.StreamToolCallsResponse) error {
	if response.GetResult() != nil {
		s.result = response.GetResult()
	}
	if response.GetDelta() == nil && !s.piece {
		return nil
	}
	return printDelta(s.out, response.GetDelta())
}

// streamRequests is a unary request as a stream, in chunks of n bytes.
func streamRequests(req *toolparserv1.ParseToolCallsRequest, n int) []*toolparserv1.StreamToolCallsRequest {
	requests := []*toolparserv1.StreamToolCallsRequest{{
		Input: &toolparserv1.StreamToolCallsRequest_Start{Start: &toolparserv1.StreamStart{
			Family:         req.GetFamily(),
			Model:          req.GetModel(),
			Tools:          req.GetTools(),
			Options:        req.GetOptions(),
			PriorToolCalls: req.GetPriorToolCalls(),
			ReasoningOpen:  req.GetReasoningOpen(),
			ToolChoice:     req.GetToolChoice(),
		}},
	}}
	for _, piece := range pieces(req.GetModelOutput(), n) {
		requests = append(requests, &toolparserv1.StreamToolCallsRequest{
			Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: piece},
		})
	}
	return append(requests, &toolparserv1.StreamToolCallsRequest{
		Input: &toolparserv1.StreamToolCallsRequest_Finish{
			Finish: &toolparserv1.StreamFinish{FinishReason: req.GetFinishReason()},
		},
	})
}

// pieces cuts s every n bytes, or as soon after as a code point ends.
func pieces(s string, n int) []string {
	var list []string
	for s != "" {
		end := min(n, len(s))
		for end < len(s) && !utf8.RuneStart(s[end]) {
			end++
		}
		list = append(list, s[:end])
		s = s[end:]
	}
	return list
}
