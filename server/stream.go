package server

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/parsers"
)

// toolStream is the server's side of StreamToolCalls.
type toolStream = grpc.BidiStreamingServer[toolparserv1.StreamToolCallsRequest, toolparserv1.StreamToolCallsResponse]

// nothing answers a request by which nothing became certain. It is shared by
// all streams and never changed.
var nothing = &toolparserv1.StreamToolCallsResponse{}

// StreamToolCalls parses one output while it is generated, one response for
// every request.
func (s *Service) StreamToolCalls(stream toolStream) error {
	session := &session{service: s, ctx: stream.Context(), turn: s.turns.newTurn(stream.Context())}
	defer func() { s.memory.give(session.held) }()
	err := session.run(stream)
	// Not deferred: what a panic left behind must not be used again.
	session.close()
	return err
}

// A session is one StreamToolCalls.
type session struct {
	service *Service
	ctx     context.Context
	turn    *turn
	job     job
	// stream is nil before start and after finish.
	stream  *parsers.Stream
	decoder parsers.UTF8Decoder
	size    int
	// held is what the memory counts for it.
	held     int
	started  bool
	finished bool
}

func (s *session) run(stream toolStream) error {
	for {
		req, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return s.halfClose(stream)
		}
		if err != nil {
			return err
		}
		response, err := s.handle(req)
		if err != nil {
			return err
		}
		if err := stream.Send(response); err != nil {
			return err
		}
	}
}

// handle answers one request, in a turn of its own.
func (s *session) handle(req *toolparserv1.StreamToolCallsRequest) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := s.turn.begin(); err != nil {
		return nil, err
	}
	defer s.turn.end()
	switch input := req.GetInput().(type) {
	case *toolparserv1.StreamToolCallsRequest_Start:
		return s.start(input.Start)
	case *toolparserv1.StreamToolCallsRequest_Delta:
		return s.delta("delta", input.Delta, nil)
	case *toolparserv1.StreamToolCallsRequest_RawDelta:
		return s.delta("raw_delta", "", input.RawDelta)
	case *toolparserv1.StreamToolCallsRequest_Finish:
		return s.finish(input.Finish)
	default:
		return nil, invalid("input", "none of start, delta, raw_delta, finish is set")
	}
}

func (s *session) start(start *toolparserv1.StreamStart) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := s.service.checkRequest(start); err != nil {
		return nil, err
	}
	if s.started {
		return nil, invalid("start", "the stream was started already")
	}
	v := &violations{prefix: "start."}
	j := s.service.job(s.ctx, start, v)
	if err := v.err(); err != nil {
		return nil, err
	}
	family, err := s.service.registry.Find(start.GetFamily(), start.GetModel())
	if err != nil {
		return nil, notFound(err)
	}
	if err := j.checkFormats(v, family); err != nil {
		return nil, err
	}
	s.job, s.started = j, true
	s.stream = parsers.NewStream(family, j.config)
	return nothing, nil
}

// delta takes the next piece of the output; it is text or raw, the other empty.
func (s *session) delta(field, text string, raw []byte) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := s.checkOpen(field); err != nil {
		return nil, err
	}
	piece := s.decode(text, raw)
	if err := s.grow(len(piece)); err != nil {
		return nil, err
	}
	d, err := s.stream.FeedChunks(piece, s.turn.proceed)
	if err != nil {
		return nil, err
	}
	return deltaResponse(d), nil
}

func (s *session) checkOpen(field string) error {
	switch {
	case !s.started:
		return invalid(field, "comes before start")
	case s.finished:
		return invalid(field, "comes after finish")
	default:
		return nil
	}
}

func (s *session) finish(finish *toolparserv1.StreamFinish) (*toolparserv1.StreamToolCallsResponse, error) {
	if err := s.checkOpen("finish"); err != nil {
		return nil, err
	}
	v := &violations{}
	reason := finishReason("finish.finish_reason", finish.GetFinishReason(), v)
	if err := v.err(); err != nil {
		return nil, err
	}
	return s.end(reason, finish.GetOmitDelivered())
}

// halfClose ends an output whose caller sent no finish.
func (s *session) halfClose(stream toolStream) error {
	if s.finished {
		return nil
	}
	if !s.started {
		return invalid("start", "the stream ended before it")
	}
	if err := s.turn.begin(); err != nil {
		return err
	}
	response, err := s.end(parsers.FinishUnspecified, false)
	s.turn.end()
	if err != nil {
		return err
	}
	return stream.Send(response)
}

// close gives back what an abandoned output holds.
func (s *session) close() {
	if s.stream != nil {
		s.stream.Close()
	}
}

// end answers the end of the output: the last delta and the result, the latter
// without what the deltas said if omit is set.
func (s *session) end(reason parsers.FinishReason, omit bool) (*toolparserv1.StreamToolCallsResponse, error) {
	var held *toolparserv1.DeltaMessage
	if tail := s.decoder.Flush(); tail != "" {
		if err := s.grow(len(tail)); err != nil {
			return nil, err
		}
		held = protoDelta(s.stream.Feed(tail))
	}
	last, result := s.stream.Finish(reason)
	s.stream, s.finished = nil, true
	endSoon(s.ctx)
	s.service.observe(s.ctx, result)
	response := &toolparserv1.StreamToolCallsResponse{
		Delta:  joinDeltas(held, protoDelta(last)),
		Result: s.job.response(result),
	}
	if omit {
		omitDelivered(response.GetResult())
	}
	if err := s.service.checkResponse(s.ctx, response, "; finish.omit_delivered makes it shorter"); err != nil {
		return nil, err
	}
	return response, nil
}

// decode makes whole code points of what was sent; one of text and raw is empty.
func (s *session) decode(text string, raw []byte) string {
	if len(raw) > 0 {
		return s.decoder.Decode(raw)
	}
	if text != "" {
		return s.decoder.Flush() + text // text begins with a code point of its own
	}
	return ""
}

// grow counts n more bytes of output.
func (s *session) grow(n int) error {
	s.size += n
	if s.size > s.service.maxStream {
		return tooLong("the stream's output", s.service.maxStream)
	}
	if n *= streamWeight; !s.service.memory.take(n) {
		return shedError(shedMemory)
	}
	s.held += n
	return nil
}
