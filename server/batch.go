package server

import (
	"context"
	"errors"
	"io"

	"google.golang.org/grpc"
	"google.golang.org/grpc/status"

	toolparserv1 "github.com/toolparser/toolparser/gen/go/toolparser/v1"
)

// batchStream is the server's side of BatchParseToolCalls.
type batchStream = grpc.BidiStreamingServer[toolparserv1.BatchParseToolCallsRequest, toolparserv1.BatchParseToolCallsResponse]

// BatchParseToolCalls parses many outputs, one after the other, in order. A
// bad item fails alone.
func (s *Service) BatchParseToolCalls(stream batchStream) error {
	for {
		item, err := stream.Recv()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return err
		}
		if err := stream.Send(s.batchItem(stream.Context(), item)); err != nil {
			return err
		}
	}
}

func (s *Service) batchItem(ctx context.Context, item *toolparserv1.BatchParseToolCallsRequest) *toolparserv1.BatchParseToolCallsResponse {
	answer := &toolparserv1.BatchParseToolCallsResponse{Id: item.GetId()}
	response, err := s.parseItem(ctx, item)
	if err != nil {
		answer.Outcome = &toolparserv1.BatchParseToolCallsResponse_Error{Error: batchError(err)}
	} else {
		answer.Outcome = &toolparserv1.BatchParseToolCallsResponse_Response{Response: response}
	}
	return answer
}

// parseItem is parse, but a panic costs the item and not the batch.
func (s *Service) parseItem(ctx context.Context, item *toolparserv1.BatchParseToolCallsRequest) (response *toolparserv1.ParseToolCallsResponse, err error) {
	defer func() {
		if p := recover(); p != nil {
			response, err = nil, recovered(ctx, s.log, p)
		}
	}()
	if item.GetRequest() == nil {
		return nil, invalid("request", "missing")
	}
	return s.parse(ctx, item.GetRequest(), "request.")
}

func batchError(err error) *toolparserv1.ItemError {
	st := status.Convert(err)
	return &toolparserv1.ItemError{Code: int32(st.Code()), Message: st.Message(), Details: st.Proto().GetDetails()}
}
