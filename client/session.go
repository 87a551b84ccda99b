package client

import (
	"context"
	"errors"
	"io"
	"runtime"
	"unicode/utf8"

	"google.golang.org/grpc"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// A Session is one output while it is generated, in lockstep: every chunk waits for its
// answer. It isn't safe for concurrent use.
//
// A session that wasn't finished ends its stream at once when it is closed, when its
// context ends, and when it is forgotten.
type Session struct {
	ctx    context.Context // the stream's
	stream grpc.BidiStreamingClient[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse]
	cancel context.CancelFunc
	result *toolparserv1.ParseToolCallsResponse
}

// Stream begins a session. The context's deadline is that of the whole stream.
func (c *Client) Stream(ctx context.Context, start *toolparserv1.StreamStart) (*Session, error) {
	ctx, cancel := context.WithCancel(ctx)
	stream, err := c.service.StreamToolCalls(ctx)
	if err != nil {
		cancel()
		return nil, unopened(err)
	}
	s := &Session{ctx: ctx, stream: stream, cancel: cancel}
	runtime.AddCleanup(s, func(cancel context.CancelFunc) { cancel() }, cancel)
	_, err = s.ask(&toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Start{Start: start}})
	if err != nil {
		return nil, err
	}
	return s, nil
}

// unopened is the error of a stream that couldn't be opened. A connection that has all its calls open
// makes a new one wait without an error, until its deadline.
func unopened(err error) error {
	if s := status.Convert(err); s.Code() == codes.DeadlineExceeded {
		return status.Errorf(s.Code(), "open a stream: %s; the connection may have all its calls open, at most --max-concurrent-streams of the server (by default 1024): "+
			"use several clients, or MultiplexToolCalls", s.Message())
	}
	return err
}

// Send sends a chunk, which may end anywhere, also inside a code point, and returns what
// is new by it; nil if nothing did.
func (s *Session) Send(piece string) (*toolparserv1.DeltaMessage, error) {
	answer, err := s.ask(deltaRequest(piece))
	return answer.GetDelta(), err
}

// SendTokens is Send for a chunk with special tokens, which are at the spans, in bytes of the chunk. The start needs its
// SpecialTokens. A token that is divided between chunks has a span in each.
func (s *Session) SendTokens(piece string, spans []*toolparserv1.Span) (*toolparserv1.DeltaMessage, error) {
	request := deltaRequest(piece)
	request.SpecialTokens = spans
	answer, err := s.ask(request)
	return answer.GetDelta(), err
}

func deltaRequest(piece string) *toolparserv1.StreamToolCallsRequest {
	if utf8.ValidString(piece) {
		return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Delta{Delta: piece}}
	}
	return &toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_RawDelta{RawDelta: []byte(piece)}}
}

// Finish ends the output, and returns what is new only now and the whole result.
func (s *Session) Finish(reason toolparserv1.FinishReason) (*toolparserv1.StreamToolCallsResponse, error) {
	finish := &toolparserv1.StreamFinish{FinishReason: reason}
	answer, err := s.ask(&toolparserv1.StreamToolCallsRequest{Input: &toolparserv1.StreamToolCallsRequest_Finish{Finish: finish}})
	if err != nil {
		return nil, err
	}
	s.result = answer.GetResult()
	return answer, s.end()
}

// Result is the whole result, once the output is finished; nil before, and if it never was.
func (s *Session) Result() *toolparserv1.ParseToolCallsResponse { return s.result }

// end waits for the stream's own end, which follows the result, so that the service
// doesn't count it as cut off.
func (s *Session) end() error {
	defer s.Close()
	if err := s.stream.CloseSend(); err != nil {
		return err
	}
	if _, err := s.stream.Recv(); !errors.Is(err, io.EOF) {
		return err
	}
	return nil
}

// Close ends the stream at once, whatever its state. It may be called again.
func (s *Session) Close() { s.cancel() }

func (s *Session) ask(request *toolparserv1.StreamToolCallsRequest) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := s.ctx.Err(); err != nil { // gRPC sees it some time later
		return nil, status.FromContextError(err).Err()
	}
	// A stream that has ended says EOF here, and why where answers are received.
	if err := s.stream.Send(request); err != nil && !errors.Is(err, io.EOF) {
		s.Close()
		return nil, err
	}
	answer, err := s.stream.Recv()
	if err != nil {
		s.Close()
	}
	return answer, err
}
