package server

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
	"github.com/toolparser/toolparser/internal/admit"
)

// batchStream is the server's side of BatchParseToolCalls.
type batchStream = grpc.BidiStreamingServer[toolparserv1.BatchParseToolCallsRequest, toolparserv1.BatchParseToolCallsResponse]

// BatchParseToolCalls parses many outputs, as many at a time as there are
// processors, and answers them in order. A bad item fails alone. It reads no further
// while its answers aren't read.
func (s *Service) BatchParseToolCalls(stream batchStream) error {
	answers := make(chan chan *toolparserv1.BatchParseToolCallsResponse, s.turns.Slots()-1)
	ctx, cancel := context.WithCancel(stream.Context())
	defer cancel()
	ended := make(chan error, 1)
	go func() {
		defer close(answers)
		ended <- s.readBatch(ctx, stream, answers)
	}()
	for answer := range answers {
		if err := stream.Send(<-answer); err != nil {
			return err
		}
	}
	return <-ended
}

// readBatch reads items and begins to parse them; the channel bounds how many. It has a goroutine of its own.
func (s *Service) readBatch(ctx context.Context, stream batchStream, answers chan<- chan *toolparserv1.BatchParseToolCallsResponse) (err error) {
	defer admit.Recover(ctx, s.log, &err)
	for {
		item, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		answer := make(chan *toolparserv1.BatchParseToolCallsResponse, 1)
		select {
		case answers <- answer:
			go func() { answer <- s.batchItem(ctx, item) }()
		case <-ctx.Done():
			return admit.CallError(ctx)
		}
	}
}

func (s *Service) batchItem(ctx context.Context, item *toolparserv1.BatchParseToolCallsRequest) *toolparserv1.BatchParseToolCallsResponse {
	answer := &toolparserv1.BatchParseToolCallsResponse{Id: item.GetId()}
	response, err := s.parseItem(ctx, item)
	if err != nil {
		admit.Of(ctx).CountNoMemory(err)
		answer.Outcome = &toolparserv1.BatchParseToolCallsResponse_Error{Error: itemError(err)}
	} else {
		answer.Outcome = &toolparserv1.BatchParseToolCallsResponse_Response{Response: response}
	}
	return answer
}

// parseItem is parse, but a panic costs the item and not the batch.
func (s *Service) parseItem(ctx context.Context, item *toolparserv1.BatchParseToolCallsRequest) (response *toolparserv1.ParseToolCallsResponse, err error) {
	defer admit.Recover(ctx, s.log, &err)
	if item.GetRequest() == nil {
		return nil, invalid("request", "missing")
	}
	return s.parse(ctx, item.GetRequest(), "request.")
}
