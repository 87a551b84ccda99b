package server

import (
	"context"
	"strconv"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/metadata"
	"google.golang.org/grpc/status"
	"google.golang.org/protobuf/proto"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
	"github.com/toolparser/toolparser/internal/wire"
)

// tellLimits bound what is reported of one output, so that no answer is many times as
// long as what was asked.
type tellLimits struct {
	invalid, repairs int
}

// maxResponseHeader is how a client says what it can take: gRPC doesn't.
const maxResponseHeader = "toolparser-max-response-bytes"

// omitHint says what makes the result of a stream shorter.
const omitHint = "; finish.omit_delivered makes it shorter"

// responseLimit is how long an answer of a call may be; 0 for any length. An answer
// that its client couldn't take would be an error of the client's own, without a word
// of what to do.
func (s *Service) responseLimit(ctx context.Context) int {
	most := s.maxResponse
	if values := metadata.ValueFromIncomingContext(ctx, maxResponseHeader); len(values) > 0 {
		if n, err := strconv.Atoi(values[0]); err == nil && n > 0 && (most == 0 || n < most) {
			most = n
		}
	}
	return most
}

// checkResponse fails for an answer that is longer than most, if that isn't 0.
func checkResponse(m proto.Message, most int, hint string) error {
	if most == 0 {
		return nil
	}
	if size := wire.Size(m); size > most {
		return status.Errorf(codes.ResourceExhausted, "the answer has %d bytes, more than the limit of %d (--max-response-bytes of the server, or %s of the client)%s",
			size, most, maxResponseHeader, hint)
	}
	return nil
}

// checkRequest fails for a message that is too long. gRPC itself refuses those of
// twice the length, but ends the stream with them.
func (s *Service) checkRequest(m proto.Message) error {
	if s.maxRequest > 0 && wire.Size(m) > s.maxRequest {
		return admit.TooLong("the request", s.maxRequest, " (--max-request-bytes of the server)")
	}
	return nil
}

// omitDelivered takes out of a stream's result what its deltas have said.
func omitDelivered(r *toolparserv1.ParseToolCallsResponse) {
	r.Result.Content, r.Result.Reasoning = nil, nil
	r.Diagnostics.Segments = nil
	for _, call := range r.GetResult().GetToolCalls() {
		call.Function.Arguments = ""
	}
	for _, call := range r.GetInvalidToolCalls() {
		call.Arguments = ""
	}
}
