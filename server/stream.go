package server

import (
	"errors"
	"io"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
	"github.com/toolparser/toolparser/parsers"
)

// toolStream is the server's side of StreamToolCalls.
type toolStream = grpc.BidiStreamingServer[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse]

// nothing answers a request by which nothing is new. It is shared by
// all streams and never changed.
var nothing = &toolparserv1.StreamToolCallsResponse{}

// StreamToolCalls parses one output while it is generated, one response for
// every request.
func (s *Service) StreamToolCalls(stream toolStream) error {
	session := s.newSession(stream.Context(), s.turns.Turn(stream.Context()))
	defer session.forget()
	err := runStream(session, stream)
	// Not deferred: what a panic left behind must not be used again.
	session.close()
	return err
}

func runStream(s *session, stream toolStream) error {
	req := new(toolparserv1.StreamToolCallsRequest) // each uses the memory of the one before: see package wire
	for {
		err := stream.RecvMsg(req)
		if errors.Is(err, io.EOF) {
			return halfClose(s, stream)
		}
		if err != nil {
			return err
		}
		if err := answerHeld(s, req, stream); err != nil {
			return err
		}
	}
}

// turnFor is how long a turn the request takes: a chunk as long as it is, a start and an end
// the longest.
func turnFor(req *toolparserv1.StreamToolCallsRequest) int {
	switch input := req.GetInput().(type) {
	case *toolparserv1.StreamToolCallsRequest_Delta:
		return len(input.Delta)
	case *toolparserv1.StreamToolCallsRequest_RawDelta:
		return len(input.RawDelta)
	default:
		return admit.TurnBytes
	}
}

// answerHeld answers a request, which counts as memory until it is answered.
func answerHeld(s *session, req *toolparserv1.StreamToolCallsRequest, stream toolStream) error {
	n := requestBytes(req)
	if err := s.account.Hold(n); err != nil {
		return err
	}
	response, err := answerStream(s, req)
	if err != nil {
		return err
	}
	err = stream.Send(response)
	s.account.Give(n)
	return err
}

// requestBytes is what a request takes, decoded; nothing if that is too little to count.
func requestBytes(req *toolparserv1.StreamToolCallsRequest) int {
	switch input := req.GetInput().(type) {
	case *toolparserv1.StreamToolCallsRequest_Start:
		return headBytes(input.Start)
	case *toolparserv1.StreamToolCallsRequest_Delta, *toolparserv1.StreamToolCallsRequest_RawDelta:
		if n := turnFor(req) + spanWeight*len(req.GetSpecialTokens()); n > wire.KeptPiece {
			return n
		}
	}
	return 0
}

// answerStream answers one request, in a turn of its own.
func answerStream(s *session, req *toolparserv1.StreamToolCallsRequest) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := s.turn.BeginFor(turnFor(req)); err != nil {
		return nil, err
	}
	defer s.turn.End()
	tokens := req.GetSpecialTokens()
	switch input := req.GetInput().(type) {
	case *toolparserv1.StreamToolCallsRequest_Start:
		if err := chunksOnly(tokens); err != nil {
			return nil, err
		}
		return nothing, s.start(input.Start)
	case *toolparserv1.StreamToolCallsRequest_Delta:
		return deltaResponse(s.delta(chunk{field: "delta", text: input.Delta, tokens: tokens}))
	case *toolparserv1.StreamToolCallsRequest_RawDelta:
		return deltaResponse(s.delta(chunk{field: "raw_delta", raw: input.RawDelta, tokens: tokens}))
	case *toolparserv1.StreamToolCallsRequest_Finish:
		if err := chunksOnly(tokens); err != nil {
			return nil, err
		}
		e, err := s.finish(input.Finish)
		return lastResponse(s, e, err)
	default:
		return nil, invalid("input", "none of start, delta, raw_delta, finish is set")
	}
}

// halfClose ends an output whose caller sent no finish.
func halfClose(s *session, stream toolStream) error {
	if s.finished {
		return nil
	}
	if !s.started {
		return invalid("start", "the stream ended before it")
	}
	if err := s.turn.Begin(); err != nil {
		return err
	}
	e, err := s.end(parsers.FinishUnspecified, false)
	response, err := lastResponse(s, e, err)
	s.turn.End()
	if err != nil {
		return err
	}
	return stream.Send(response)
}

// deltaResponse answers a chunk of the output.
func deltaResponse(d *parsers.Delta, err error) (*toolparserv1.StreamToolCallsResponse, error) {
	if err != nil {
		return nil, err
	}
	if d.Empty() {
		return nothing, nil
	}
	m := new(struct { // in one chunk of memory
		response toolparserv1.StreamToolCallsResponse
		delta    deltaMessage
	})
	m.response.Delta = m.delta.fill(d)
	return &m.response, nil
}

// lastResponse answers the end of the output.
func lastResponse(s *session, e ending, err error) (*toolparserv1.StreamToolCallsResponse, error) {
	if err != nil {
		return nil, err
	}
	admit.EndSoon(s.ctx)
	response := &toolparserv1.StreamToolCallsResponse{Delta: e.delta, Result: e.result}
	return response, checkResponse(s.turn, response, s.service.responseLimit(s.ctx), omitHint)
}
